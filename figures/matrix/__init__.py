"""Matrices of pairs of algorithms, and maps of scores."""
