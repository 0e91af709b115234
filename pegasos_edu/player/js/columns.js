// Lists the imports and exports of the code that player/playground.py writes from datasets/columns.py.
/* eslint no-unused-vars: off */

import { distinct, lowered, replaced } from "../../browser/js/numbers.js";
import {
  above, all, any, at, equal, len, minus, modulo, plus, range, truth, unequal,
} from "../../browser/js/vectors.js";
import { numberIn } from "./inputs.js";

export const { are_titles, features_in, has_titles, is_gap, label_column, left_out, remark } = {};

const matches = (pattern, text) => RegExp(`^(?:${pattern})$`).test(text);

// Returns the number in a field, or NaN; only the blanks around a field may stand around a number.
export const number_in = (field) => (/\s/.test(field) ? NaN : numberIn(field));
