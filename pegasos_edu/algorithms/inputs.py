"""Name the kinds of data, answers and draws that an algorithm takes.

The annotations in the signature of an algorithm say what it takes, and ``run`` reads them:

============  ========  ======================================================
``Dense``     (m, d)    one example a row, a NumPy array
``Rows``      (m, d)    the same, or SciPy CSR, or either with a constant column
``Gram``      (m, m)    K[i, j] = K(x_i, x_j), instead of X
``Outcomes``  (m,)      y for the log loss: the labels −1 and +1
``Targets``   (m,)      y for regression: any numbers
``Classes``   (m,)      y for several classes: their numbers 0, 1, …
``Indices``   (T,)      the example that each step draws
``Batches``   (T, k)    the mini-batch that each step draws
============  ========  ======================================================

A y without an annotation holds the labels −1 and +1 for the hinge loss. Each name is a mark for
readers and for ``run``; Python itself checks nothing.
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
