"""Choices of a study made otherwise: which there are, what is concluded then, and which conclusions hang on them."""
