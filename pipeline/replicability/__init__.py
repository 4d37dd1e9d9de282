"""Tests made anew on draws of data sets from the study: what is found, the experiments, and the stage."""
