"""Figures of a whole run, told at its end: how many claims of searches were checked, and how large test processes grew."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest

CLAIMS, PEAK_MB = "claims checked", "peak of this process in MB"  # properties of a test
TOO_LARGE_MB = 1024.0


def peak_mb() -> float:
    """The most memory that this process ever had, where the system tells; 0 elsewhere."""
    with contextlib.suppress(ImportError):
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024  # Linux counts in kilobytes
    return 0.0


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> None:
    """A report brings what is noted here to the process that sums up."""
    item.user_properties.append((PEAK_MB, peak_mb()))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Nothing fails by these: a peak depends on which tests happened to share a process."""
    told = {CLAIMS: [0.0], PEAK_MB: [0.0]}
    for reports in terminalreporter.stats.values():
        for report in reports:
            if getattr(report, "when", "") == "teardown" or getattr(report, "when", "") == "call":
                for name, figure in report.user_properties:
                    if name in told and (name == PEAK_MB) == (report.when == "teardown"):
                        told[name].append(figure)
    if claims := sum(told[CLAIMS]):
        terminalreporter.write_line(f"{claims:,.0f} claims of searches were checked")
    if (peak := max(told[PEAK_MB])) > TOO_LARGE_MB:
        terminalreporter.write_line(f"a test process grew to {peak:,.0f} MB, beyond {TOO_LARGE_MB:,.0f}", yellow=True)
