// Computes with vectors of the plane, as pairs of numbers.

export const inner = (a, b) => a[0] * b[0] + a[1] * b[1];
export const minus = (a, b) => [a[0] - b[0], a[1] - b[1]];
export const along = (a, part, b) => [a[0] + part * b[0], a[1] + part * b[1]]; // a + part·b
export const square = (a) => inner(a, a);
export const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
export const centre = (vectors) => [0, 1].map((axis) => mean(vectors.map((vector) => vector[axis])));
