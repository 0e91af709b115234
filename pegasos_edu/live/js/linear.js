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

// Rows F, short if possible, with F·Fᵀ = K up to a part of its largest entry (Cholesky, with pivots).
function factored(K, part) {
  const m = K.length;
  const left = Float64Array.from(K, (row, i) => row[i]);
  const enough = part * most(left);
  const columns = [];
  while (columns.length < m) {
    const pivot = argmax(left);
    if (!(left[pivot] > enough)) break;
    const root = Math.sqrt(left[pivot]);
    const column = K[pivot].slice();
    for (const earlier of columns) {
      const factor = earlier[pivot];
      for (let i = 0; i < m; i++) column[i] -= factor * earlier[i];
    }
    for (let i = 0; i < m; i++) {
      column[i] /= root;
      left[i] -= column[i] ** 2;
    }
    left[pivot] = 0;
    columns.push(column);
  }
  // Of many columns the equations of size m are the cheaper ones: they are filled up to m.
  const width = columns.length > m / 2 ? m : Math.max(1, columns.length);
  while (columns.length < width) columns.push(new Float64Array(m));
  return transposed(columns);
}
