"""Strips of marks along one axis: what becomes of p-values when something is otherwise."""
