"""Whether a model can work with the tools of a specification: names, descriptions, sizes, search."""

from pytest_uimcp.openapi.quality.findings import Finding, Report, Severity
from pytest_uimcp.openapi.quality.hosts import HOSTS, Host
from pytest_uimcp.openapi.quality.run import check, check_file

__all__ = ["HOSTS", "Finding", "Host", "Report", "Severity", "check", "check_file"]
