"""Reading score files: which ones a spec names, and what stands in each cell of them.

Nothing here needs numpy until `long`, `wide` or `ranks` is imported, so a program may look for files and be quick.
"""

from rankpress.sources.files import find_files
from rankpress.sources.sheet import Sheet, Stretch, open_sheet

__all__ = ["Sheet", "Stretch", "find_files", "open_sheet"]
