// What NumPy and SciPy do elsewhere: matrices, and linear equations by Cholesky's factor.

const full = (n, value) => new Float64Array(n).fill(value);
const ones = (n) => full(n, 1);
const appended = (a, one) => concatenated([a, [one]]);

function concatenated(parts) {
  const result = new Float64Array(sum(parts.map(len)));
  let place = 0;
  for (const part of parts) {
    result.set(part, place);
    place += part.length;
  }
  return result;
}

function transposed(a) {
  const columns = Array.from(a[0], () => new Float64Array(a.length));
  for (let i = 0; i < a.length; i++) {
    for (let n = 0; n < columns.length; n++) columns[n][i] = a[i][n];
  }
  return columns;
}

// The lower triangle L of A = L·Lᵀ.
function cholesky(A) {
  const L = A.map((row) => row.slice());
  for (let j = 0; j < L.length; j++) {
    const known = inners(L[j], L, j, j); // what the columns before it make up already
    const square = L[j][j] - known[j];
    if (!(square > 0)) throw new Error("no digits left");
    const root = Math.sqrt(square);
    for (let i = j; i < L.length; i++) L[i][j] = (L[i][j] - known[i]) / root;
  }
  return L;
}

// The x with L·Lᵀ·x = r.
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

// A·diag(c)·Aᵀ, of the rows of A.
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

// solve(D)(r) is the x with (BBᵀ + diag(D))·x = r, found in the smaller dimension of B.
function solver(B) {
  const [m, d] = shape(B);
  if (m <= d) {
    const gram = gramOf(B);
    return (D) => {
      const L = cholesky(plusDiagonal(gram, D));
      return (r) => solved(L, r);
    };
  }
  const columns = transposed(B);
  return (D) => {
    const inverse = D.map((one) => 1 / one);
    const L = cholesky(plusDiagonal(gramOf(columns, inverse), ones(d)));
    const once = (r) => {
      const weighted = times(r, inverse);
      return minus(weighted, times(inverse, product(B, solved(L, product(columns, weighted)))));
    };
    return (r) => { // the Woodbury identity, with one step of refinement
      const x = once(r);
      return plus(x, once(minus(minus(r, times(D, x)), product(B, product(columns, x)))));
    };
  };
}

const diagonal = (A) => Float64Array.from(A, (row, i) => row[i]);

// Rows F, short if possible, with F·Fᵀ = K but for so much in each entry (Cholesky, with pivots).
function factored(K, enough) {
  const m = K.length;
  const left = diagonal(K);
  const rows = K.map(() => new Float64Array(m));
  let count = 0; // of columns
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
  // Of many columns the equations of size m are the cheaper ones: then they are filled up to m.
  return count > m / 2 ? rows : rows.map((row) => row.slice(0, Math.max(1, count)));
}
