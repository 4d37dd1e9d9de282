"""Builds the report of the example study: ``python3 example_project [options of rankpress build]``."""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), ".ci"))

from bootstrap.environment import ready

ready("example").become(["-P", "-m", "rankpress", "build", os.path.join(HERE, "study.yaml")] + sys.argv[1:])
