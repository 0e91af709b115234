// Starts Python in a worker of the page when it is first needed, and ends a program that takes too long. Each run has
// an interpreter of its own, so that nothing that a program changes in Python lasts; the next one starts meanwhile,
// from the memory that the first one had before it ran a program.

import { rewritten } from "./cells.js";
import { unpack, unpackText } from "./unpack.js";

const SECONDS = 5; // as in Python; the time of the check itself does not count

export class Python {
  // packed: a function that returns a promise of the lines of text that browser/python_in_page.py has written.
  constructor(packed) {
    this.packed = packed;
    this.started = null;
    this.memory = null; // of the first worker, when it was ready
    this.last = Promise.resolve();
  }

  // Returns a promise of the unpacked parts.
  unpacked() {
    this.parts ??= this.packed().then(async (text) => {
      const [script, bytes, ...others] = text.trim().split("\n");
      const wasm = await WebAssembly.compile(unpack(bytes)); // once, so that all workers share what has become fast
      return Object.assign({ script: unpackText(script), wasm }, ...others.map(unpackJson));
    });
    return this.parts;
  }

  // Returns a promise of a worker in which Python is ready.
  start() {
    this.started ??= this.unpacked().then(({ script, wasm, worker, files }) => {
      const text = new Blob([script, worker], { type: "text/javascript" }); // from disk, workers cannot load modules
      const thread = new Worker(URL.createObjectURL(text));
      return new Promise((resolve, reject) => {
        thread.onmessage = ({ data }) => {
          this.memory ??= data.memory;
          if (data.ready) resolve(thread);
          else reject(new Error(data.broken));
        };
        thread.onerror = (event) => reject(new Error(event.message || "this browser starts no workers here"));
        thread.postMessage({ wasm, files: this.memory ? null : files, remembered: this.memory });
      });
    });
    return this.started;
  }

  // Runs a cell after all waiting cells; returns its output, the reports of `check`, and its error, if any.
  // data: a text with the data on which the states of its programs are wanted instead of reports. earlier: the sources
  // of cells whose functions it may use; their errors do not count. checks: a source to run after it.
  run(source, { data = null, earlier = [], checks = "" } = {}) {
    const after = () => this.runNow(source, data, earlier, checks);
    this.last = this.last.then(after, after);
    return this.last;
  }

  async runNow(source, data, earlier, checks) {
    const [worker, { tables, given = "" }] = await Promise.all([this.start(), this.unpacked()]);
    const whole = source + checks;
    const named = Object.entries(tables).filter(([name]) => whole.includes(name)); // other tables would only take time
    const texts = named.map(([name, { text }]) => `${JSON.stringify(name)}: ${text}`);
    return new Promise((resolve) => {
      let [timer, since, left] = [null, 0, 1000 * SECONDS];
      const count = (isOfProgram) => {
        clearTimeout(timer);
        if (isOfProgram) timer = setTimeout(late, left);
        else left -= performance.now() - since;
        since = performance.now();
      };
      const end = (outcome) => {
        clearTimeout(timer);
        worker.terminate();
        this.started = null;
        this.start().catch(() => {});
        resolve(outcome);
      };
      const late = () => end(failed("time", `it ran for more than ${SECONDS} seconds and was stopped`));
      worker.onmessage = ({ data: sent }) => {
        if ("isOfProgram" in sent) count(sent.isOfProgram);
        else end(sent.outcome ?? failed("broken", `Python ended: ${sent.broken}`));
      };
      count(true);
      const before = [given, ...earlier];
      const [cell, after, ...others] = [source, checks, ...before].map(rewritten);
      const original = [...before, source, checks].join("\n");
      worker.postMessage({ source: cell, after, earlier: others, original, tables: `{${texts}}`, data });
    });
  }
}

function unpackJson(text) {
  return JSON.parse(unpackText(text));
}

// Returns the result for a cell that did not end.
function failed(kind, words) {
  return { checks: [], printed: "", failed: { kind, words, line: null } };
}

// Returns a function that returns a promise of the lines of text in the page. shared: the address of a script with the
// parts that all pages of a site share; none if this page holds them.
export function partsOfPage(shared) {
  const ofPage = () => document.getElementById("python").textContent.trim();
  return async () => (shared ? `${await loaded(shared)}\n${ofPage()}` : ofPage());
}

// Returns a promise of the value that a script sets; a page from disk can load other files only as scripts.
function loaded(address) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.onload = () => resolve(self.pegasosPython);
    script.onerror = () => reject(new Error(`${address} is missing beside this page`));
    script.src = address;
    document.head.append(script);
  });
}
