// Runs Python in a worker; the page puts MicroPython before this text, as the function `micropython`.
/* global micropython */

// Removes the network, storage, other workers and messages, in case a program finds a way out of Python.
const CLOSED = /fetch|Request|Response|Socket|Source|Scripts|DB|caches|Worker|Channel|Transport|storage|File|Message/i;
const MOST_MEMORY = 256 * 2 ** 20; // bytes; Python frees none before a run has ended
const MOST_PRINTED = 10_000; // characters
const send = self.postMessage.bind(self);
let memory = null; // of Python
let ownProgram = null; // the Python module that runs programs
let printed = "";

self.onmessage = async ({ data }) => {
  try {
    if (data.wasm) await start(data);
    else send({ outcome: runCell(data) });
  } catch (error) {
    send({ broken: String(error.message ?? error) });
  }
};

// Starts Python from its compiled module and its files, or from the memory that an earlier worker of the page had when
// it was ready.
async function start({ wasm, files, remembered }) {
  self.fetch = () => null;
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const instance = await WebAssembly.instantiate(wasm, imports);
    memory = instance.exports.memory;
    return { instance };
  };
  console.error = () => {};
  limitMemory();
  const decoder = new TextDecoder();
  const stdout = (bytes) => {
    if (printed.length < MOST_PRINTED) printed += decoder.decode(bytes, { stream: true });
  };
  const load = await micropython();
  const options = { linebuffer: false, pystack: 16384, heapsize: 4 * 2 ** 20 };
  const python = await load({ url: "micropython.wasm", stdout, stderr: stdout, ...options });
  if (remembered) new Uint8Array(memory.buffer).set(remembered);
  else importFiles(python, files);
  ownProgram = python.globals.get("own_program");
  ownProgram.clock = (isOfProgram) => send({ isOfProgram });
  for (let object = self; object; object = Object.getPrototypeOf(object)) {
    for (const name of Object.getOwnPropertyNames(object).filter((text) => CLOSED.test(text) && text !== "onmessage")) {
      Reflect.defineProperty(self, name, { value: undefined });
    }
  }
  send({ ready: true, memory: remembered ? null : usedMemory() });
}

function importFiles(python, files) {
  for (const [path, text] of Object.entries(files)) {
    python.FS.mkdirTree(`/${path}`.replace(/\/[^/]*$/, ""));
    python.FS.writeFile(`/${path}`, text);
  }
  python.globals.set("own_program", python.pyimport("own_program"));
}

// Returns a copy of the memory without the zeros at its end.
function usedMemory() {
  const words = new Uint32Array(memory.buffer);
  let end = words.length;
  while (!words[end - 1]) end -= 1;
  return new Uint8Array(memory.buffer.slice(0, 4 * end));
}

// Limits the memory of programs; at the limit, MicroPython raises a MemoryError.
function limitMemory() {
  const grow = WebAssembly.Memory.prototype.grow;
  WebAssembly.Memory.prototype.grow = function (pages) {
    if (this.buffer.byteLength + 65536 * pages > MOST_MEMORY) throw new RangeError("no more memory for Python");
    return grow.call(this, pages);
  };
}

function runCell({ source, after, earlier, original, tables, data }) {
  const outcome = ownProgram.run(source, original, tables, JSON.stringify(earlier), after, data);
  return { ...JSON.parse(outcome), printed };
}
