// Reads the source of a cell before it runs: finds what is not written yet, and rewrites `w *= 2` and `while`.

const STRING = /^(?:'''[^]*?(?:'''|$)|"""[^]*?(?:"""|$)|'(?:\\.|[^'\\\n])*'?|"(?:\\.|[^"\\\n])*"?|#[^\n]*)/;
const IN_PLACE = /([A-Za-z_][\w.]*)(\s*)(\*\*|\/\/|[*/%@&|])=(?!=)/g;

// Returns the source with blanks instead of strings and comments, and the number of open brackets at each letter.
function scanned(source) {
  let code = "";
  const depths = [];
  let depth = 0;
  while (code.length < source.length) {
    const rest = source.slice(code.length);
    const [text] = STRING.exec(rest) ?? [rest[0]];
    const isCode = text.length === 1 && !`'"#`.includes(text);
    if (isCode && ")]}".includes(text)) depth -= 1;
    for (let n = 0; n < text.length; n += 1) depths.push(depth);
    if (isCode && "([{".includes(text)) depth += 1;
    code += isCode ? text : text.replace(/[^\n]/g, text[0] === "#" ? " " : "_");
  }
  return { code, depths };
}

// Returns the number of the first line with a `...` that the learner must replace; 0 if there is none.
export function unwrittenLine(source) {
  const { code } = scanned(source);
  const mark = /(?<![[,]\s*)\.\.\.(?!\s*[\],])/.exec(code);
  return mark ? code.slice(0, mark.index).split("\n").length : 0;
}

// Rewrites the source for MicroPython: `w *= e` becomes `w = in_place_("*", w, (e))`, because it would make a new
// array; `a / b` becomes `a * over_ * b`, which divides as NumPy does; and `while a:` becomes
// `while going_() and (a):`, so that Python can end a call.
export function rewritten(source) {
  const { code, depths } = scanned(source);
  const changes = [...code.matchAll(/(?<!\/)\/(?![/=])/g)].map(({ index }) => [index, index + 1, "*over_*"]);
  for (const match of code.matchAll(IN_PLACE)) {
    const [whole, name, , sign] = match;
    const before = code.slice(0, match.index).split("\n").at(-1).trim();
    if (depths[match.index] > 0 || !(before === "" || /[:;]$/.test(before))) continue;
    const from = match.index + whole.length;
    const ends = (n) => depths[n] === 0 && (code[n] === ";" || (code[n] === "\n" && code[n - 1] !== "\\"));
    let to = from;
    while (to < code.length && !ends(to)) to += 1;
    to = from + code.slice(from, to).trimEnd().length;
    changes.push([match.index, from, `${name} = in_place_("${sign}", ${name}, (`], [to, to, "))"]);
  }
  for (const { index } of code.matchAll(/(?<=(?:^|[\n;:])[ \t]*)while\b/g)) {
    const ends = (n) => code[n] === ":" && code[n + 1] !== "=" && depths[n] === depths[index];
    let to = index;
    while (to < code.length && !ends(to)) to += 1;
    changes.push([index + 5, index + 5, " going_() and ("], [to, to, ")"]);
  }
  let changed = "";
  let last = 0;
  for (const [from, to, text] of changes.sort(([a], [b]) => a - b)) {
    changed += source.slice(last, from) + text;
    last = to;
  }
  return changed + source.slice(last);
}
