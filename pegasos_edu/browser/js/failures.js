// Lays out what Python returns for a call of `check`: the report, or in words why there is none.

// Returns the report on a program: { passed, isUnwritten, verdict, facts, hints, answer, title }.
export function reportOn({ failed, report }, errors, source) {
  if (failed) return ofFailure(failed, errors, source);
  const titles = report.answer.filter(([head]) => head === "The mistake").map(([, title]) => title);
  return { ...report, title: titles.length === 1 ? titles[0] : "" }; // a name beside a picture must be short
}

// Returns the report that a program could not be run, or is not written yet.
export function ofFailure({ kind, words, line }, errors, source) {
  const text = line ? (source.split("\n")[line - 1] ?? "").trim() : "";
  const facts = line ? [["Your line", `line ${line}: ${text}`]] : [];
  const report = { passed: false, isUnwritten: kind === "unwritten", facts, hints: [], answer: [] };
  if (kind === "unwritten") return { ...report, verdict: `Not written yet: ${words}.` };
  if (kind === "shape") return { ...report, verdict: `It cannot be checked as it is written: ${words}.` };
  if (kind === "check") return { ...report, verdict: `Not correct yet: ${words}.` };
  const means = ["exception", "time"].includes(kind) && errors.find((error) => (
    new RegExp(error.error).test(words) && (!error.line || new RegExp(error.line).test(text))
  ));
  const says = means ? means.says : ofSyntax(words, text);
  if (says) facts.push(["What it means", says]);
  const verdict = `It failed: ${words.replace(/\.$/, "")}${words.endsWith("?") ? "" : "."}`;
  return { ...report, verdict, hints: means ? means.hints : [] };
}

// Returns what an error of syntax means on a line; "" for any other error.
function ofSyntax(words, text) {
  if (words.startsWith("IndentationError")) {
    return "The lines of a block must begin in the same column, further right than the line with the colon above them.";
  }
  if (!words.startsWith("SyntaxError")) return "";
  const [code] = text.split("#");
  if (/^(if|elif|else|for|while|def)\b[^:]*$/.test(code)) return "A colon is missing at the end of this line.";
  return "Python cannot read this line. Often a bracket, a colon or an operator is missing, here or in the line " +
    "above; and the lines after a colon must stand further right.";
}
