"""What a study concludes, each conclusion by itself: the same for reports that are compared and for studies varied."""
