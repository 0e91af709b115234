"""Name the kinds of data, answers and draws that an algorithm takes.

An algorithm states in its signature what it takes, and ``run`` reads it there:

============  ========  ======================================================
``Dense``     (m, d)    one example a row, a NumPy array
``Rows``      (m, d)    the same, or SciPy CSR, or either with a constant column
``Gram``      (m, m)    K[i, j] = K(x_i, x_j), in the place of X
``Outcomes``  (m,)      y for the log loss: labels, each of which has a probability
``Targets``   (m,)      y for regression: any numbers
``Classes``   (m,)      y for several classes: their numbers 0, 1, …
``Indices``   (T,)      the example that each step looks at
``Batches``   (T, k)    the mini-batch that each step looks at
============  ========  ======================================================

A y without annotation holds labels, −1 and +1, for the hinge loss.
"""

from typing import NewType

from numpy import ndarray

Dense = NewType("Dense", ndarray)
Rows = NewType("Rows", object)
Gram = NewType("Gram", ndarray)
Outcomes = NewType("Outcomes", ndarray)
Targets = NewType("Targets", ndarray)
Classes = NewType("Classes", ndarray)
Indices = NewType("Indices", object)
Batches = NewType("Batches", ndarray)
