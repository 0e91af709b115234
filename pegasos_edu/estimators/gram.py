"""Compute kernels and Gram matrices, as a whole or row by row."""

from collections import OrderedDict
from typing import Any, NamedTuple

import numpy as np
from sklearn.metrics.pairwise import pairwise_kernels
from sklearn.utils.extmath import row_norms

from pegasos_edu.common.sparse_rows import rows_of
from pegasos_edu.common.validation import check_not_huge, check_real, excerpt
from pegasos_edu.fast.averaging import AVERAGES, collect

BLOCK = 256  # rows that are computed at a time: matrix products of this size run at full speed


class Kernel(NamedTuple):
    """Compute a kernel with its parameters: K(x, z) for the rows x and z of two matrices."""

    kind: Any  # the `kernel` of the estimator
    gamma: float
    degree: int
    coef0: float
    centre: np.ndarray | None  # the mean of the examples; it is subtracted to keep norms small beside distances

    def __call__(self, X, Z):
        """Return K, (n, m), for X (n, d) and Z (m, d)."""
        if callable(self.kind):
            return self._checked(self.kind(X, Z), X, Z)
        if self.kind == "rbf" and self.centre is not None:
            return rbf(X - self.centre, None if X is Z else Z - self.centre, self.gamma)
        return pairwise_kernels(
            X, Z, metric=self.kind, filter_params=True, gamma=self.gamma, degree=self.degree, coef0=self.coef0
        )

    @staticmethod
    def _checked(values, X, Z):
        values = (
            rows_of("the kernel", values).toarray() if hasattr(values, "tocsr") else check_real("the kernel", values)
        )
        if values.shape != (X.shape[0], Z.shape[0]) or not np.isfinite(values).all():
            raise ValueError(
                f"kernel must return finite numbers of shape ({X.shape[0]}, {Z.shape[0]}) for so many rows, got "
                f"{excerpt(values)} of shape {values.shape}; it takes two matrices, not two rows."
            )
        check_not_huge("the kernel", values)
        return values

    def radius(self, X):
        """Return R = max ‖φ(x)‖."""
        if self.kind == "rbf":
            if not isinstance(X, np.ndarray):  # `rbf` checks a dense X
                check_not_huge("X", X.data)
            return 1.0
        with np.errstate(over="ignore"):
            if self.kind == "precomputed":
                return float(np.sqrt(np.abs(X).max()))
            diagonal = (self(X[i : i + 1], X[i : i + 1])[0, 0] for i in range(X.shape[0]))
            return float(np.sqrt(max(abs(float(value)) for value in diagonal)))


def rbf(X, Z, gamma):
    """Return exp(−γ·‖x − z‖²) by matrix products, in the precision of X if that is enough; None stands for Z = X."""
    Z = X if Z is None else Z
    if X.dtype == np.float32 and gamma * max(row_norms(X, squared=True).max(), row_norms(Z, squared=True).max()) > 50:
        X, Z = X.astype(np.float64), Z.astype(np.float64) if Z is not X else None  # otherwise ‖x‖² rounds too much
        return rbf(X, Z, gamma)
    squares = row_norms(X, squared=True)
    check_not_huge("X", squares)
    K = X @ Z.T
    K *= -2
    K += squares[:, None]
    K += squares if Z is X else row_norms(Z, squared=True)
    np.maximum(K, 0, out=K)
    K *= -gamma
    return np.exp(K, out=K)


class GramRows:
    """Compute rows of a Gram matrix when they are needed, and keep the rows used last, as many as there is room for.

    A kernel algorithm can take it instead of K, because it only reads ``K[i]``.

    Parameters
    ----------
    block : function of indices (n,), returning the (n, m) rows
    m : int
        Number of examples.
    megabytes : float
        Room for the rows that are kept and the rows that are being computed.
    """

    def __init__(self, block, m, megabytes):
        self.block, self.shape = block, (m, m)
        room = int(megabytes * 2**20 / (8 * m))  # rows, including the block that is being computed
        self.together = min(BLOCK, max(1, room // 4))
        self.capacity = max(1, room - self.together)
        self._rows = OrderedDict()

    def __getitem__(self, i):
        if i not in self._rows:
            self.prepare([i])
        self._rows.move_to_end(i)
        return self._rows[i]

    def __matmul__(self, beta):
        """Return K·β, (m,), from the rows of the examples with β ≠ 0."""
        support, total = np.flatnonzero(beta), np.zeros(len(beta))
        for start in range(0, len(support), self.together):
            some = support[start : start + self.together]
            total += beta[some] @ self.block(some)
        return total

    def prepare(self, indices):
        """Compute together the rows that are needed next, as many as there is room for."""
        missing = [i for i in dict.fromkeys(indices) if i not in self._rows][: self.capacity]
        for start in range(0, len(missing), self.together):
            some = missing[start : start + self.together]
            for i, row in zip(some, self.block(np.array(some))):
                self._rows[i] = row.copy()  # not a view, which would keep the block alive
        while len(self._rows) > self.capacity:
            self._rows.popitem(last=False)

    def in_blocks(self, loop):
        """Return the loop of `kernelized_cached` cut into short pieces.

        Before each piece, it computes the rows of the examples whose margin is violated then.
        """

        def loop_in_blocks(K, y, lam, draws, ends, step, mean, notes):
            no_mean, start = mean._replace(power=AVERAGES["none"]), 0
            for end in ends:
                pieces = -(-(end - start) // BLOCK)
                for part, some in zip(*(np.array_split(each[start:end], pieces) for each in (draws, notes))):
                    K.prepare(part[y[part] * step.eta * step.s[part] < 1].tolist())
                    step = loop(K, y, lam, part, [len(part)], step, no_mean, some)
                collect(mean, *step.kept)
                start = end
            return step

        return loop_in_blocks
