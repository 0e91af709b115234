"""Hold what learners get wrong: each mistake is a small edit of an algorithm, with a text for a report."""

from pegasos_edu.misconceptions.catalogue import CatalogueEntry, by_id, entries, subjects, texts, wrong_program
from pegasos_edu.misconceptions.reference_tasks import ASKED, TASKS, task

__all__ = ["ASKED", "TASKS", "CatalogueEntry", "by_id", "entries", "subjects", "task", "texts", "wrong_program"]
