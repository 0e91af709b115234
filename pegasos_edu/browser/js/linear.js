// Computes with matrices, and solves linear equations by Cholesky's factor, as NumPy and SciPy do.

import { argmax, inners, len, minus, most, over, plus, product, shape, sum, times } from "./vectors.js";

export const full = (n, value) => new Float64Array(n).fill(value);
export const ones = (n) => full(n, 1);
export const appended = (a, entry) => concatenated([a, [entry]]);

export function concatenated(parts) {
  const result = new Float64Array(sum(parts.map(len)));
  let place = 0;
  for (const part of parts) {
    result.set(part, place);
    place += part.length;
  }
  return result;
}

export function transposed(a) {
  const columns = Array.from(a[0], () => new Float64Array(a.length));
  for (let i = 0; i < a.length; i++) {
    for (let n = 0; n < columns.length; n++) columns[n][i] = a[i][n];
  }
  return columns;
}

// Returns the lower triangle L of A = L·Lᵀ.
function cholesky(A) {
  const L = A.map((row) => row.slice());
  for (let j = 0; j < L.length; j++) {
    const known = inners(L[j], L, j, j); // the part that earlier columns explain
    const square = L[j][j] - known[j];
    if (!(square > 0)) throw new Error("no digits left");
    const root = Math.sqrt(square);
    for (let i = j; i < L.length; i++) L[i][j] = (L[i][j] - known[i]) / root;
  }
  return L;
}

// Returns the x with L·Lᵀ·x = r.
function solved(L, r) {
  const x = r.slice();
  const n = L.length;
  for (let i = 0; i < n; i++) {
    const row = L[i];
    for (let k = 0; k < i; k++) x[i] -= row[k] * x[k];
    x[i] /= row[i];
  }
  for (let i = n - 1; i >= 0; i--) {
    const row = L[i];
    x[i] /= row[i];
    for (let k = 0; k < i; k++) x[k] -= row[k] * x[i];
  }
  return x;
}

// Returns A·diag(c)·Aᵀ for the rows of A.
function gramOf(A, c = null) {
  const G = A.map(() => new Float64Array(A.length));
  A.forEach((row, i) => {
    const products = inners(c ? times(row, c) : row, A, i);
    for (let j = i; j < A.length; j++) G[i][j] = G[j][i] = products[j];
  });
  return G;
}

function plusDiagonal(A, D) {
  return A.map((row, i) => {
    const other = row.slice();
    other[i] += D[i];
    return other;
  });
}

// Returns the Cholesky factor of A + diag(D), or of a larger D if rounding leaves none.
function choleskyOf(A, D) {
  try {
    return cholesky(plusDiagonal(A, D));
  } catch {
    return cholesky(plusDiagonal(A, plus(D, 4 * Number.EPSILON * most(diagonal(A)))));
  }
}

// solve(D)(r, q) returns the x and the v with D·x + Z·v = r and Zᵀ·x − c·v = q. It works in the smaller
// dimension of Z, and refines the result once.
export function solver(Z, c) {
  const [m, d] = shape(Z);
  const columns = transposed(Z);
  const gram = m <= d ? gramOf(Z, full(d, 1 / c)) : null;
  return (D) => {
    const L = gram ? choleskyOf(gram, D) : choleskyOf(gramOf(columns, over(1, D)), full(d, c));
    const once = (r, q) => {
      if (gram) {
        const x = solved(L, plus(r, over(product(Z, q), c)));
        return [x, over(minus(product(columns, x), q), c)];
      }
      const v = solved(L, minus(product(columns, over(r, D)), q));
      return [over(minus(r, product(Z, v)), D), v];
    };
    return (r, q) => {
      const [x, v] = once(r, q);
      const left = minus(minus(r, times(D, x)), product(Z, v));
      const [moreX, moreV] = once(left, plus(minus(q, product(columns, x)), times(c, v)));
      return [plus(x, moreX), plus(v, moreV)];
    };
  };
}

export const diagonal = (A) => Float64Array.from(A, (row, i) => row[i]);

// Returns rows F, short if possible, with F·Fᵀ = K up to `enough` in each entry (Cholesky with pivots).
export function factored(K, enough) {
  const m = K.length;
  const left = diagonal(K);
  const rows = K.map(() => new Float64Array(m));
  let count = 0; // the number of columns
  for (; count < m; count++) {
    const pivot = argmax(left);
    if (!(left[pivot] > enough)) break;
    const root = Math.sqrt(left[pivot]);
    const known = inners(rows[pivot], rows, 0, count);
    for (let i = 0; i < m; i++) {
      const entry = (K[pivot][i] - known[i]) / root;
      rows[i][count] = entry;
      left[i] -= entry * entry;
    }
    left[pivot] = 0;
  }
  // With many columns, the equations of size m are cheaper: then the rows have length m.
  return count > m / 2 ? rows : rows.map((row) => row.slice(0, Math.max(1, count)));
}
