"""Confidence curves: pages of panels, and one curve with its parts named."""
