"""Write the report on a program from its findings; the same texts stand in Python and in pages."""

from pegasos_edu.check.parts.findings import MISTAKE, PARTS
from pegasos_edu.check.parts.measured_steps import dot, largest
from pegasos_edu.check.parts.words import brief, drawn_in_words, listed

# What every hint asks about a part that no entry of the catalogue explains: a question, and a stronger hint.
HINTS = {
    "draws": ("Which example does your first step use, and which one was drawn?",
              "Look at the line that takes an example out of the data. With which index does it do so?"),
    "labels": ("Which values do your labels have just before the loop?",
               "The formulas multiply by the label. Which two values must it have?"),
    "start": ("What is w before your first step?", "Which w has the smallest penalty?"),
    "step size": ("Write down η of your first three steps, for λ = 1 and for λ = 0.1. What does it depend on?",
                  "Look at the line that computes η. Which two quantities determine it in the algorithm?"),
    "score": ("From which numbers does your program compute the score? Compute it by hand for one example.",
              "Look at the line that computes the score. Does each of its factors belong to this example and step?"),
    "condition": ("Which examples does your step add, and which should it add?",
                  "Look at the line that decides. What does it compare, and with which number?"),
    "weight": ("Which weight does your program give to an example with a margin of 0, and which one at a margin of 5?",
               "Differentiate the loss on paper, and compare the result with the line that weights an example."),
    "shrinking": ("By which factor is w multiplied in your step 2, and by which in the algorithm?",
                  "Look at the line that makes w shorter. In which steps does it run, and what is its factor?"),
    "addition": ("What does your step add for one example? Compare it with the algorithm, factor by factor.",
                 "Look at the line that adds the example. Is one of its factors missing, or is there one too many?"),
    "division": ("Draw a batch of k copies of one example. Is your step the same as for that example alone?",
                 "By which number do you divide the sum over a batch? Which number makes it a mean?"),
    "bias": ("By how much does b change in your first two steps, and by how much should it change?",
             "Look at the line that changes b. Compare it, factor by factor, with the line that changes w."),
    "projection": ("How long is w after each step, and how long may it be?",
                   "Look at the lines that project w. Which length do they compare with which radius?"),
    "output": ("Which of your variables do you return, and what does it hold?",
               "Compare what you return with w after your last step."),
}  # fmt: skip


MOST_SENTENCES = 3  # about the examples of one step


ALWAYS_ACCEPTED = "at-the-margin-too"  # whatever a check demands: there both are subgradients


class Demand:
    """Hold the conventions that a check demands, and what a program that lacks some of them does instead.

    Attributes
    ----------
    required
        The identifiers of the conventions that the program must follow, and no others; None if it may follow any.
    missing
        Those that it does not follow.
    difference
        Sentences about the first state that is not the one of the algorithm with these conventions, if some are
        missing; None if there is no such program to compare with.
    """

    def __init__(self, required=None, missing=(), difference=None):
        self.required, self.missing, self.difference = required, missing, difference

    def accepts(self, entries):
        """Return whether a program may follow conventions."""
        return self.required is None or all([entry in (*self.required, ALWAYS_ACCEPTED) for entry in entries])


def missing_in(judgement, required):
    """Return the identifiers of the conventions that a check demands, and that a program does not follow."""
    return [entry for entry in required or () if entry not in (*judgement.conventions, ALWAYS_ACCEPTED)]


def report_of(judgement, texts, name, demand):
    """Return the report as values: what stands in it, in the order in which it stands.

    Parameters
    ----------
    judgement : Judgement
    texts : dict
        The entries of the catalogue by their identifiers: dicts with title, says, tempting, effect, hints, taught and
        line, the line of the algorithm.
    name : str
        The task.
    demand : Demand
    """
    passed, but = judgement.passed, ""
    if passed and demand.required is not None:
        but = _missing_conventions(judgement, texts, demand.required)
        passed = not but
    _take_demanded(judgement, texts, demand)
    return {
        "passed": passed,
        "verdict": _verdict(judgement, texts, name, but),
        "facts": _facts(judgement, texts, demand) + [["Note", note] for note in judgement.notes],
        "hints": [] if judgement.passed else hints_of(judgement, texts, demand),
        "answer": [] if judgement.passed else answer_of(judgement, texts, demand),
        "conventions": list(judgement.conventions),
        "named": [list(entries) for entries in _sets(judgement, texts)],
        "parts": [[finding.part, finding.status, finding.says, finding.right] for finding in judgement.findings],
        "demanded": list(demand.required) if demand.missing else [],
    }


def _take_demanded(judgement, texts, demand):
    """Let what a check demands be right in place of the part of the algorithm that a missing convention replaces."""
    for mistake in judgement.mistakes:
        if mistake.part in _replaced(demand.missing, judgement, texts):
            asked = [entry for entry in demand.missing if texts[entry]["part"] == mistake.part]
            mistake.right = f"this task asks for {_titles(asked, texts)}"


def _replaced(conventions, judgement, texts):
    """Return the parts of the algorithm that conventions replace."""
    replaced = [texts[entry]["part"] for entry in conventions if entry in texts]
    return [part for part in parts_of(judgement.identification) if part in replaced]


def _sets(judgement, texts):
    """Return sets of entries, each of which explains the program."""
    if judgement.passed:
        return []
    if judgement.alternatives:
        return [[entry for entry in entries if entry in texts] for entries in judgement.alternatives]
    entries = named(judgement, texts)
    return [[*entries, *judgement.conventions]] if entries else []


def named(judgement, texts):
    """Return the identifiers of the entries that may be told as mistakes."""
    if judgement.alternatives:
        return [entry for entry in judgement.alternatives[0] if entry in texts and not texts[entry]["is_convention"]]
    if not judgement.is_explained:
        return ()
    return tuple([entry for mistake in judgement.mistakes for entry in mistake.entries
                  if entry in texts and not texts[entry]["is_convention"]])  # fmt: skip


def _verdict(judgement, texts, name, but):
    in_conventions = with_conventions(judgement.conventions, texts)
    if but:
        return f"Its steps are those of {name} {in_conventions or 'without any convention'}, but {but}."
    if judgement.passed:
        return f"Right ({name}){', ' if in_conventions else ''}{in_conventions}."
    if len(judgement.alternatives) > 1:
        ways = ["; and ".join(_titles_in(judgement, entries, texts)) for entries in judgement.alternatives[:3]]
        return f"Not correct yet ({name}). Nothing that was tried tells these mistakes apart: {'; or '.join(ways)}."
    titles = titles_of(judgement, texts)
    if not titles:
        of = "all its steps; see the first step" if judgement.has_steps else "its values; see the first one"
        return f"Not correct yet ({name}). No known mistake explains {of} that is not right."
    if len(titles) == 1:
        return f"Not correct yet ({name}). There is one mistake: {titles[0]}."
    number = ("two", "three", "four", "five", "six")[min(len(titles), 6) - 2]
    return f"Not correct yet ({name}). There are {number} mistakes: {'; '.join(titles[:-1])}; and {titles[-1]}."


def titles_of(judgement, texts):
    """Return each mistake as a clause: by the title of its entry, or by what was measured."""
    if judgement.alternatives:
        return _titles_in(judgement, judgement.alternatives[0], texts)
    if not judgement.is_explained:
        return []
    clauses = []
    for mistake in judgement.mistakes:
        clauses += [texts[entry]["title"] for entry in _telling(mistake, texts)] or [mistake.says]
    return clauses


def _telling(finding, texts):
    """Return the entries whose texts tell a mistake; what they say of η does not fit the factor before a sum."""
    return [entry for entry in finding.entries if entry in texts and not texts[entry]["is_convention"]
            and (finding.part, texts[entry]["part"]) != ("score", "step size")]  # fmt: skip


def _titles_in(judgement, entries, texts):
    """Return the mistakes among some entries as clauses; what only was measured, in the words of its finding."""
    titles = [texts[entry]["title"] for entry in entries if entry in texts and not texts[entry]["is_convention"]]
    return titles + [finding.says for finding in _beside(judgement, entries, texts)]


def _beside(judgement, entries, texts):
    """Return the mistakes beside those that a search has found, of which only the measurement has words."""
    return [mistake for mistake in judgement.mistakes if not any([entry in texts for entry in mistake.entries])
            and all([entry in entries for entry in mistake.entries])]  # fmt: skip


def with_conventions(identifiers, texts):
    return f"with {_titles(identifiers, texts)}" if identifiers else ""


def _titles(identifiers, texts):
    """Return the titles of conventions, and where they are taught, as a list in a sentence."""
    return listed([f"{text['title']} ({text['taught']})" if text["taught"] else text["title"]
                   for text in [texts[entry] for entry in identifiers]])  # fmt: skip


def _missing_conventions(judgement, texts, required):
    """Return in words what a right program should follow instead of its own conventions; "" if nothing is missing."""
    conventions = [entry for entry in judgement.conventions if entry != ALWAYS_ACCEPTED]
    follows = [entry for entry in conventions if entry != "start-in-the-ball"]
    is_elsewhere = any(finding.part == "start" for finding in judgement.findings)
    if sorted(conventions) == sorted(required) and not (is_elsewhere and "start-in-the-ball" not in required):
        return ""
    if sorted(follows) == sorted(required):
        return "it does not start at w = 0"
    if not required:
        return "this task asks for it without any convention"
    only = " and no other convention" if all([entry in conventions for entry in required]) else ""
    return f"this task asks for it {with_conventions(required, texts)}{only}"


# The parts


def _facts(judgement, texts, demand):
    told, facts = _findings_to_tell(judgement), []
    wrong = [finding.part for finding in told if finding.status == MISTAKE]
    for finding in told:
        if finding.status == MISTAKE:
            facts.append([_head(finding.part), f"✗ {_sentence(finding.says)}; {finding.right}."])
        else:
            words = _convention(finding, texts, judgement.passed, finding.part in wrong)
            mark = "✓ as a convention" if demand.accepts(finding.entries) else "✗ a convention that is not asked for"
            facts.append([_head(finding.part), f"{mark}. {words}"])
    said = [entry for finding in told for entry in finding.entries]
    is_found = judgement.is_explained or judgement.alternatives
    if is_found and not judgement.passed:  # else the verdict, or the first difference, says so
        asked = [entry for entry in demand.missing if texts[entry]["part"] not in wrong]
        facts += [[_head(texts[entry]["part"]), f"✗ This task asks for {_titles([entry], texts)}."] for entry in asked]
    if judgement.alternatives:
        others = [entry for entry in judgement.conventions if entry in texts and entry not in said]
        facts += [["Convention", f"✓ {texts[entry]['says']}"] for entry in others]
        said += others
    noted = [finding.part for finding in told] + [texts[entry]["part"] for entry in said if entry in texts]
    others = [part for part in parts_of(judgement.identification) if part not in noted] if noted else []
    others = [part for part in others if part not in [texts[entry]["part"] for entry in demand.missing]]
    if others and judgement.is_explained:
        facts.append(["Right", f"✓ {listed(others)}"])
    if words := _difference(judgement, texts, demand, said):
        facts.append(["First difference", words])
    return facts


def _difference(judgement, texts, demand, said):
    """Return sentences about the first state that is not right, and about what it was compared with; "" if all are."""
    if demand.missing and demand.difference is not None:
        is_found = judgement.is_explained or judgement.alternatives
        words, conventions = demand.difference, "" if is_found else with_conventions(demand.required, texts)
    else:
        words = "" if judgement.passed else judgement.difference()
        compared = judgement.conventions if judgement.compared is None else judgement.compared
        conventions = with_conventions([entry for entry in compared if entry in texts and entry not in said], texts)
        if demand.missing:
            conventions += f"{' and ' if conventions else ''}without {_titles(demand.missing, texts)}"
    return f"{words} This compares it with the algorithm {conventions}." if words and conventions else words


def _findings_to_tell(judgement):
    """Return the findings that all steps follow from, alone or together with what a search has found."""
    if judgement.is_explained:
        return judgement.findings
    explaining = judgement.alternatives[0] if judgement.alternatives else []
    return [finding for finding in judgement.findings if finding.entries and set(finding.entries) <= set(explaining)]


def parts_of(identification):
    """Return the parts that a program for a task has, and that were measured."""
    task = identification.task
    missing = [] if task.is_log else ["weight"]
    missing += ["condition"] if task.is_log else []
    missing += [] if task.is_batch else ["division"]
    missing += [] if task.has_bias else ["bias"]
    missing += ["draws", "start", "output"] if identification.is_one_step else []
    missing += ["step size"] if identification.is_given_eta else []
    return [part for part in PARTS if part not in (*missing, *identification.unmeasured, "projection")]


def _head(part):
    return part[0].upper() + part[1:]


def _sentence(words):
    first = words.split()[0]
    is_word = first.isalpha() and (len(first) > 1 or first == "a")
    return words[0].upper() + words[1:] if is_word else words  # a letter such as w, or η·y, keeps its case


def _convention(finding, texts, with_effect, is_beside_mistake):
    """Return what a convention does; what its entry says of the part may not be true beside a mistake in this part."""
    entries = [] if is_beside_mistake else [texts[entry] for entry in finding.entries if entry in texts]
    words = " ".join([f"{text['says']} {text['effect']}" if with_effect else text["says"] for text in entries])
    measured = f"{_sentence(finding.says)}. " if finding.part == "step size" and words else ""
    return f"{measured}{words or _sentence(finding.says) + '.'}"


# Hints and answers


def hints_of(judgement, texts, demand):
    """Return hints, from questions to stronger ones. None of them contains the line that is right."""
    if judgement.alternatives:
        both = [texts[entry]["hints"] for entry in named(judgement, texts)]
        both += [HINTS[finding.part] for finding in _beside(judgement, judgement.alternatives[0], texts)]
    elif judgement.is_explained:
        asked = _replaced(demand.missing, judgement, texts) if judgement.mistakes else []
        both = []
        for mistake in judgement.mistakes:
            both += [HINTS[mistake.part]] if mistake.part in asked else _hints_of(mistake, texts)
    elif judgement.off:
        return [f"Follow {_where(judgement.off)} with pencil and paper: what do you have after each line?"]
    else:
        return []
    return [hints[place] for place in (0, 1) for hints in both if len(hints) > place]


def _hints_of(finding, texts):
    known = [texts[entry]["hints"] for entry in _telling(finding, texts) if texts[entry]["hints"]]
    return known or [HINTS[finding.part]]


def _where(step):
    return f"step {step.t}" if step.case.is_run else "this step"


def answer_of(judgement, texts, demand):
    """Return for each mistake pairs of a heading and a text.

    If a convention is about the part of a mistake, the line of the algorithm is not the one that is right.
    """
    measured = judgement.mistakes if judgement.is_explained else []
    entries = [entry for mistake in measured for entry in _telling(mistake, texts)]
    if judgement.alternatives:
        measured, entries = _beside(judgement, judgement.alternatives[0], texts), named(judgement, texts)
    pairs = []
    for entry in entries:
        text = texts[entry]
        pairs += [["The mistake", text["title"]], ["What it does", text["says"]]]
        pairs += [["Why it is tempting", text["tempting"]], ["Its effect", text["effect"]]]
        rights = [other.right for other in measured if entry in other.entries]
        if rights and text["part"] in _replaced([*judgement.conventions, *demand.missing], judgement, texts):
            pairs.append(["What is right", rights[0]])
        elif text["line"]:
            pairs.append(["The line of the algorithm", text["line"]])
    for mistake in measured:
        if not any([entry in entries for entry in mistake.entries]):
            pairs += [["The mistake", mistake.says], ["What is right", mistake.right]]
    return pairs


# The first difference

SHOW_START = (
    "If the program does not start at w = 0, it must yield the start first, or return it if there are no "
    "draws, so that its steps can be followed."
)


def first_difference(judgement):
    """Return sentences about the first step that is not right in the program's own conventions; "" if all are."""
    step, base = judgement.off, judgement.base
    if step is None:
        return ""
    w, b = base.predict(step)
    has_bias = judgement.identification.task.has_bias
    sign = judgement.sign_of_b
    values = of_state("α" if step.case.is_kernel else "w", (step.after, sign * step.b_after), (w, sign * b), has_bias)
    where = f"For {step.case.name},"
    if step.case.is_run:
        where = f"In step {step.t} of the run with {step.case.name}, which draws {drawn_in_words(step.asked)},"
    if step.asked != step.drawn:
        where = f"{where[:-1]} and uses {drawn_in_words(step.drawn)},"
    may_start_elsewhere = step.t == step.case.first and not judgement.has_shown_start
    words = _of_others(step) if step.case.is_kernel else _words(step, judgement, may_start_elsewhere)
    return " ".join([where, *values, *words])


def _of_others(step):
    """Return a sentence about numbers α that a first step changed, although their examples were not drawn.

    Later states may come from another call, with more draws, so they do not show what one step changed.
    """
    others = [j for j in range(step.m) if j not in step.asked + step.drawn and step.after[j] and not step.before[j]]
    if step.previous or not others:
        return []
    if len(others) == 1:
        return [f"α of example {others[0]} is not 0, although it was not drawn."]
    return [f"α of examples {listed([str(j) for j in others])} is not 0, although they were not drawn."]


def of_state(letter, got, right, has_bias):
    """Return sentences about the parts of a state that are not right."""
    (w, b), (right_w, right_b) = got, right
    is_off = has_bias and not _are_close(b, right_b)
    return _of_vector(letter, w, right_w) + ([f"b is {brief(b)}; {brief(right_b)} is right."] if is_off else [])


def _of_vector(letter, got, right):
    """Return a sentence about a vector, or about one entry if those that are shown are the same; () if all are."""
    if brief(got) != brief(right):
        return [f"{letter} is {brief(got)}; {brief(right)} is right."]
    j = max(range(len(got)), key=lambda n: abs(got[n] - right[n]))
    if brief(got[j]) != brief(right[j]):
        return [f"{letter}[{j}] is {brief(got[j])}; {brief(right[j])} is right."]
    off = abs(got[j] - right[j])
    is_same = off <= 1e-9 * max([abs(a) for a in got])
    return [] if is_same else [f"{letter}[{j}] is {brief(got[j])}, which is off by {brief(off)}."]


def _is_nearly(got, right):
    """Return whether two vectors differ as little as after rounding."""
    return max([abs(a - b) for a, b in zip(got, right)]) <= 1e-3 * max([abs(b) for b in right])


def _are_close(a, b):
    return abs(a - b) <= 1e-4 * max(abs(a), abs(b), 1e-9)


def _words(step, judgement, may_start_elsewhere):
    """Return sentences about what a step did, as far as it was measured, and what is right."""
    if may_start_elsewhere and not step.is_combination:
        return [SHOW_START]
    if not step.is_combination and not _is_nearly(step.after, judgement.base.predict(step)[0]):
        return _of_other_sum(step, judgement.base)
    if step.added is None or judgement.base.ball or judgement.identification.model.ball:
        return []
    moment, words = judgement.base.moment(step), []
    if step.factor is not None and abs(step.factor - moment.keep) > 1e-4 * max(1.0, abs(moment.keep)):
        words.append(f"It multiplies w by {brief(step.factor)} instead of {brief(moment.keep)}.")
    right = [sum([c for j, c in moment.added if j == i]) for i in range(step.m)]
    others = [i for i in range(step.m) if not _are_close(step.added[i], right[i])]
    for i in others[:MOST_SENTENCES]:
        x = f"x_{i}" if step.case.is_run or step.k > 1 else "x"
        margin = step.y(i) * (dot(step.before, step.x(i)) + step.b)
        beside = "" if may_start_elsewhere else f"; the margin is {brief(margin)}"
        words.append(f"It adds {_times(step.added[i], x)} instead of {_times(right[i], x)}{beside}.")
    if len(others) > MOST_SENTENCES:
        words.append(f"The same is true of {len(others) - MOST_SENTENCES} other examples.")
    is_still = may_start_elsewhere and all([abs(c) < 1e-9 for c in step.added])
    return words + ([SHOW_START] if is_still else [])


def _of_other_sum(step, base):
    """Return sentences about a new w that is no multiple of the old one plus multiples of examples."""
    words = ["The algorithm leaves a multiple of the old w plus multiples of examples; this step does not."]
    keep = base.moment(step).keep
    rest = [a - keep * b for a, b in zip(step.after, step.before)]
    if max(rest) - min(rest) <= 1e-6 * largest(rest):
        old = "" if keep == 0 or not any(step.before) else f" {brief(keep)}·w plus"
        words.append(f"It leaves{old} the same number, {brief(rest[0])}, in every entry.")
    return words


def _times(c, x):
    return "nothing" if abs(c) < 1e-9 else f"{brief(c)}·{x}"
