// Lists the imports and exports of the code that player/playground.py writes from datasets/columns.py.
/* eslint no-unused-vars: off */

import { distinct, lowered, replaced } from "../../browser/js/numbers.js";
import {
  above, all, any, at, atMost, equal, least, len, minus, modulo, most, plus, range, truth, unequal,
} from "../../browser/js/vectors.js";
import { numberIn, Problem, shortened } from "./inputs.js";

export const { equally_wide, has_titles, is_gap, label_column, table_of } = {};

const matches = (pattern, text) => RegExp(`^(?:${pattern})$`).test(text);

// Returns the number in a field, or NaN; only the blanks around a field may stand around a number.
export const number_in = (field) => (/\s/.test(field) ? NaN : numberIn(field));

// Returns the title of a column, or its number, for a message.
export const excerpt = (title) => (typeof title === "number" ? title : shortened(title));
