// What comes in, checked before the first step: what it must be, what came, what to do.

const MOST = { m: 1000, d: 100, T: 10000, drawn: 200000, m_of_kernels: 400 };

class LiveError extends Error {}

function demand(isRight, must, came, hint) {
  if (!isRight) throw new LiveError(`${must}, got ${String(came).slice(0, 60)}; ${hint}.`);
}

const isWhole = (value, low, high) => Number.isInteger(value) && value >= low && value <= high;
const isPositive = (value) => typeof value === "number" && value > 0 && value <= 1e150 && 1 / value <= 1e150;

function checkedData(X, y, isKernel) {
  const most = isKernel ? MOST.m_of_kernels : MOST.m;
  demand(Array.isArray(X) && X.length, "X must hold one row for each example", X, "give some examples");
  demand(X.length <= most, `X must have at most ${most} rows here`, X.length, "take fewer examples");
  const d = X[0]?.length;
  demand(isWhole(d, 1, MOST.d), `X must have 1 to ${MOST.d} columns`, d, "take fewer features");
  demand(!isKernel || d === 2, "X must have two columns for a kernel", d, "take two of them");
  for (const row of X) {
    demand(row?.length === d, `X must have rows of one length, ${d}`, row?.length, "fill up or cut the others");
    const isFinite = Array.from(row).every((value) => typeof value === "number" && Math.abs(value) <= 1e150);
    demand(isFinite, "X must hold finite numbers", row, "remove that example");
  }
  demand(y?.length === X.length, `y must hold ${X.length} labels`, y?.length, "give one for each row of X");
  demand(Array.from(y).every((label) => Math.abs(label) === 1), "y must hold −1 and +1", y, "give no other labels");
}

function checkedSeed(seed) {
  const isSeed = typeof seed === "bigint" ? seed >= 0n : /^\d{1,60}$/.test(String(seed));
  demand(isSeed, "seed must be a whole number of at least 0", seed, "give another number for another order");
}

// The draws as they were given.
function checkedDraws(draws, m, isBatches) {
  demand(isWhole(draws.length, 1, MOST.T), `draws must be 1 to ${MOST.T}`, draws.length, "give fewer");
  for (const drawn of draws) {
    const these = isBatches ? Array.from(drawn) : [drawn];
    const isRight = these.length && these.every((i) => isWhole(i, 0, m - 1));
    demand(isRight, `draws must hold indices from 0 to ${m - 1}`, drawn, "count examples from 0");
  }
  return isBatches ? draws.map((drawn) => Int32Array.from(drawn)) : [...draws];
}
