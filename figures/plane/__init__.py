"""Algorithms or data sets as points between two axes."""
