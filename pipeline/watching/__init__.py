"""A study built again whenever what it is made from changes, and shown in a browser meanwhile."""
