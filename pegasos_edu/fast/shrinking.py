"""Choose the examples that dual ascent still has to draw.

An example whose α has reached a bound is left out if it was farther beyond that bound than any example was in the pass
before. (Shrinking: Hsieh, Chang, Lin, Keerthi, Sundararajan, A dual coordinate descent method for large-scale linear
SVM, ICML 2008, sec. 3.2.)
"""


def shrink(draws, y, alpha, notes, lowest, highest, kept):
    """Write the examples that are drawn in the next pass into `kept`.

    Parameters
    ----------
    draws : array, (n,)
        The examples of the last pass.
    y, alpha : array, (m,)
        The labels, and the α after the pass.
    notes : array, (n, 2)
        The score of each example before its step, and the change of its α.
    lowest, highest : float
        How far below 0 and above 0 a slack 1 − y·score was in the pass before.
    kept : array, (n,)

    Returns
    -------
    tuple
        The number of examples that are kept; the new `lowest` and `highest`; and the sum of what these examples add to
        the duality gap, max(0, slack) − a·slack for a = α·y before the step.
    """
    n, low, high, gap = 0, 0.0, 0.0, 0.0
    for k, i in enumerate(draws):
        slack, a, former = 1 - y[i] * notes[k][0], y[i] * alpha[i], y[i] * (alpha[i] - notes[k][1])
        gap += slack * ((slack > 0) - former)
        can_fall, can_rise = a > 0, a < 1  # sums of comparisons instead of branches, which a processor cannot predict
        low, high = min(low, can_fall * slack), max(high, can_rise * slack)
        kept[n] = i
        n += (can_fall | (slack >= lowest)) & (can_rise | (slack <= highest))
    return n, low, high, gap
