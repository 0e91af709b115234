"""Read from a report which conventions and mistakes it tells, in the words of the programs that tests expect.

Each is the identifier of an entry of the catalogue, or "part: <part>" where the catalogue has no entry.
"""

from pegasos_edu.check.parts.findings import CONVENTION, MISTAKE
from pegasos_edu.misconceptions import by_id

# Margins of exactly 1 occur on a probe for the printed algorithm only, so nobody can tell ≤ from < in other programs.
OFTEN_UNSEEN = "at-the-margin-too"


def conventions_of(report):
    """Return the conventions that a report tells."""
    measured = [finding for finding in _findings(report) if finding.status == CONVENTION]
    return {entry.id for entry in report.conventions} | {_name_of(entry) for entry in measured if not _known(entry)}


def mistakes_of(report):
    """Return sets of mistakes, each of which explains the program; none if no mistake is told."""
    if report.passed or report.failed or report.judgement is None:
        return []
    measured = [finding for finding in _findings(report) if finding.status == MISTAKE]
    if report.judgement.alternatives:
        pairs = zip(report.judgement.alternatives, report.named)
        return [
            {entry.id for entry in entries if not entry.is_convention} | _without_entry(measured, all_entries)
            for all_entries, entries in pairs
        ]
    if not report.judgement.is_explained:
        return []
    return [{name for finding in measured for name in _wrong(finding) or [_name_of(finding)]}]


def _without_entry(findings, entries):
    """Return the mistakes without an entry of the catalogue that were measured beside those that a search has found."""
    return {_name_of(f) for f in findings if not _known(f) and f.entries and {*f.entries} <= {*entries}}


def are_expected(conventions, expected):
    """Return whether the conventions of a report are the expected ones, but for one that may be unseen."""
    return conventions in (set(expected), {*expected} - {OFTEN_UNSEEN})


def _findings(report):
    return report.judgement.findings if report.judgement else ()


def _known(finding):
    return [entry for entry in finding.entries if entry in by_id()]


def _wrong(finding):
    """Return the entries of a finding without the conventions that stand beside a mistake."""
    return [entry for entry in _known(finding) if not by_id()[entry].is_convention]


def _name_of(finding):
    return f"part: {finding.part}"
