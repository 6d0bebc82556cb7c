"""A client for this project: see README.md."""

from .client import Client
from .errors import ColophonError, Fault, SecondFactorRequired
from .included import Included
from .uploads import watched

__all__ = ("Client", "ColophonError", "Fault", "Included", "SecondFactorRequired", "watched")
