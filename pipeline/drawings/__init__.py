"""The figures of a report: for each kind, what of an analysis it shows, its caption and its description."""
