// The code that browser/script.py writes from Python source: this file says only what it uses and what it exports.

import { appended, concatenated, full, ones, solver, transposed } from "./linear.js";
import { capitalised, formatted, replaced, rounded, text } from "./numbers.js";
import {
  above, abs, add, all, any, arange, argmax, at, atLeast, atMost, below, combine, copy, dot, dots,
  equal, exp, floored, greater, into, least, len, lesser, logaddexp, mean, minus, modulo, most,
  norm, number, over, plus, power, product, shape, sign, sqrt, square, sum, times, truth, unequal,
  where, whole, zeros, zerosLike, zip,
} from "./vectors.js";

export {
  ALGORITHMS, USUAL, VERSION, about, axes, beside_one, caption, interior_point, kernel_said, legend,
  letters, minimised, newton, opening, ticks, told,
};
