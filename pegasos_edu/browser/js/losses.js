// Computes the losses of a margin, and their slopes: see losses.py.

export const LOSSES = {
  hinge: (margin) => Math.max(0, 1 - margin),
  log: (margin) => (margin > 0 ? Math.log1p(Math.exp(-margin)) : Math.log1p(Math.exp(margin)) - margin),
};

const SLOPES = { hinge: (z) => (z < 1 ? -1 : 0), log: (z) => -1 / (1 + Math.exp(z)) };
export const slopes = (loss, margins) => margins.map(SLOPES[loss]);
