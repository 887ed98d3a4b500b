"""The embedded decider's coefficients, from the data file that this package carries."""

from __future__ import annotations

import functools
import json
from importlib import resources

from offcut.relevance import Regression

#: Label of the fit: a first-seen value stands in the arguments of a later call.
LABEL = "y"


@functools.cache
def local_regression() -> Regression:
    """Return the regression behind the ``local`` decider."""
    data = resources.files("offcut").joinpath("data", "provenance_lr.json").read_text(encoding="utf-8")
    return Regression.read(json.loads(data)[LABEL])
