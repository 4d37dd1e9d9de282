"""The distribution of ranks over the data sets."""
