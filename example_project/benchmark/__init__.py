"""The benchmark behind the example study: its data sets, its algorithms, and how they are run."""
