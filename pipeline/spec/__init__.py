"""Reading study.yaml: what it may say, what it says, and where it says it."""
