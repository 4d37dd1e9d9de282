"""Reading score files: which ones a spec names, and what stands in each cell of them.

Nothing here needs numpy until `long`, `wide` or `ranks` is imported, so a program may look for files and be quick.
"""
