"""Where the work on each data set is done: here, in further processes, or on a cluster; the results are the same."""
