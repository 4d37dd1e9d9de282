"""Two reports of one study held against each other: what changed, which conclusions, and what did it."""
