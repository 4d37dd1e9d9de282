"""`rankpress calibrate`: the methods of the library on synthetic results whose truth is known."""
