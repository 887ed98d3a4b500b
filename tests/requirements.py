"""Every requirement offcut is measured by, and where it stands.

H-01 to H-74 are the promises of the lossy pass, R-01 to R-82 those of the recoverable pass, F-01 to
F-39 the faults of the field. A test says which it covers: ``@pytest.mark.requirement("R-19")``.
``test_requirements.py`` checks both directions.
"""

from __future__ import annotations

from requirement_tables.faults import FAULTS
from requirement_tables.hermes import HERMES
from requirement_tables.reme import REME

REQUIREMENTS = (*HERMES, *REME, *FAULTS)
