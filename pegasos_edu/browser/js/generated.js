// Lists what the code that browser/engine.py writes from Python source imports, and what it exports.
/* eslint no-unused-vars: off */

import { appended, concatenated, full, ones, solver, transposed } from "./linear.js";
import { slopes } from "./losses.js";
import { capitalised, formatted, replaced, rounded, text } from "./numbers.js";
import {
  above, abs, add, all, any, arange, argmax, at, atLeast, atMost, below, combine, copy, dot, dots,
  equal, exp, floored, greater, into, least, len, lesser, logaddexp, mean, minus, modulo, most,
  norm, number, over, plus, power, product, range, shape, sign, sqrt, square, sum, times, truth,
  unequal, where, whole, zeros, zerosLike, zip,
} from "./vectors.js";

export const {
  ALGORITHMS, assembled, basis_of, beside_one, curve_content, cut, describe_step, grid_of, has_both_signs,
  interior_point, is_to_add, kernel_change, kernel_text, linear_change, newton, plane_content, summary_of,
} = {};
