"""Whether a model can work with the tools of a specification: names, descriptions, sizes, search."""

from pytest_uimcp.openapi.quality.findings import Severity, SpecFinding, SpecReport
from pytest_uimcp.openapi.quality.hosts import HOSTS, Host
from pytest_uimcp.openapi.quality.run import check_spec, check_spec_file

__all__ = ["HOSTS", "Host", "Severity", "SpecFinding", "SpecReport", "check_spec", "check_spec_file"]
