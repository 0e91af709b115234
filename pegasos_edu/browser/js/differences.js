// Says in words where the states of a program first differ from the right ones.

const TOLERANCE = 1e-5;
const CLOSE = 10 * TOLERANCE;

// Returns a text about the first state that differs from the right state.
export function firstDifference(table, { runs }) {
  for (const [n, run] of runs.entries()) {
    if (!run) continue;
    const { name, draws, quantity } = table.runs[n];
    for (const [t, row] of table.right[n].entries()) {
      const own = run.rows[t] && entriesOf(run.rows[t], row, false);
      const right = [row].flat(Infinity);
      if (own && (!own.length || same(own, right))) continue;
      const got = own ? brief(own) : "no number";
      const words = own ? wordsOn(table, runs, n, t, own, right) : [];
      const values = [`${got}; ${brief(right)} is right.`, ...words].join(" ");
      if (table.right[n].length === 1) return `For ${name} it returns ${quantity ? `${quantity} = ` : ""}${values}`;
      const drawn = [draws[t]].flat();
      const examples = `example${drawn.length > 1 ? "s" : ""} ${drawn.join(", ")}`;
      return `In step ${t + 1} (${name}), which draws ${examples}, ${quantity} is ${values}`;
    }
  }
  return "";
}

// Returns sentences about a step of one example that leaves s·w + c·x.
function wordsOn(table, runs, n, t, own, right) {
  const { x, y, first, draws, isChain } = drawnIn(table, n, t);
  if (!x || x.length < 2 || !own.every(Number.isFinite)) return [];
  const before = t > 0 ? runs[n].rows[t - 1] : first;
  if (!before.length) return [];
  const [fit, usual] = [own, right].map((after) => fitted(before, x, after));
  if (!fit || !usual) return [];
  const words = [];
  if (Math.abs(fit[0] - usual[0]) > CLOSE) {
    words.push(`It multiplies w by ${brief([fit[0]])} instead of ${brief([usual[0]])}.`);
  }
  if (Math.abs(fit[1] - usual[1]) > CLOSE * Math.max(1, Math.abs(usual[1]))) {
    const name = isChain ? `x_${draws[t]}` : "x";
    const [added, wanted] = [fit[1], usual[1]].map((c) => (Math.abs(c) < CLOSE ? "nothing" : `${brief([c])}·${name}`));
    words.push(`It adds ${added} instead of ${wanted}; the margin is ${brief([y * product(x, before)])}.`);
  }
  return words;
}

// Returns what a step draws, if it is one example, and the w before the first step of its run.
function drawnIn(table, n, t) {
  const tries = JSON.parse(table.tries);
  if (table.kind === "all") {
    const { X, y, draws } = tries.all.runs[n];
    const isOne = tries.state.join() === "w" && typeof draws[t] === "number";
    return isOne ? { x: X[draws[t]], y: y[draws[t]], first: X[0].map(() => 0), draws, isChain: true } : {};
  }
  const { calls, start, draws } = tries.runs[n];
  if (!["w", "v,a"].includes(String(tries.state))) return {};
  return { ...calls[t], first: start.w ?? start.v.map((one) => start.a * one), draws, isChain: calls.length > 1 };
}

// Returns s and c with after = s·before + c·x, and s = 0 if before is 0; null unless there is exactly one solution.
function fitted(before, x, after) {
  const [bb, bx, xx] = [product(before, before), product(before, x), product(x, x)];
  const [ba, xa] = [product(before, after), product(x, after)];
  const rest = bb * xx - bx * bx;
  if (xx === 0 || (bb > 0 && rest <= 1e-12 * bb * xx)) return null;
  const found = bb > 0 ? [(ba * xx - xa * bx) / rest, (xa * bb - ba * bx) / rest] : [0, xa / xx];
  const bound = CLOSE * Math.max(1, ...after.map(Math.abs));
  return after.every((one, j) => Math.abs(found[0] * before[j] + found[1] * x[j] - one) <= bound) ? found : null;
}

function product(a, b) {
  return a.reduce((sum, one, n) => sum + one * b[n], 0);
}

export function same(own, right) {
  const bound = TOLERANCE * Math.max(1, ...right.map(Math.abs));
  const isClose = (one, n) => Number.isFinite(one) && Math.abs(one - right[n]) <= bound;
  return own.length === right.length && own.every(isClose);
}

function brief(numbers) {
  if (numbers.length > 1) {
    return `(${numbers.slice(0, 6).map((one) => brief([one])).join(", ")}${numbers.length > 6 ? ", …" : ""})`;
  }
  const [one] = numbers;
  if (!Number.isFinite(one)) return "NaN";
  return Math.abs(one) < 1e-12 ? "0" : String(Number(one.toPrecision(4))).replace("-", "−");
}

// Returns the numbers of a state or a value; a single number may stand for an array of a wrong function.
export function entriesOf(row, right, isSpread) {
  if (Array.isArray(row)) return row;
  const size = [right].flat(Infinity).length;
  return isSpread && !row.shape.length ? Array(size).fill(row.entries[0]) : row.entries;
}

export { TOLERANCE };
