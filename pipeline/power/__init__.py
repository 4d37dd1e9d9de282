"""How many data sets a study would need: simulated power, what is found, its pieces, and the stage."""
