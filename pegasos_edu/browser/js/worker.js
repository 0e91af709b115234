// Runs Python in a worker; the page puts MicroPython before this text, as the function `micropython`.

// Removes the network, storage, other workers and messages, in case a program finds a way out of Python.
const CLOSED = /fetch|Request|Response|Socket|Source|Scripts|DB|caches|Worker|Channel|Transport|storage|File|Message/i;
const MOST_MEMORY = 64 * 2 ** 20; // bytes
const MOST_PRINTED = 10_000; // characters
const send = self.postMessage.bind(self);
let trying = null; // the Python module that runs programs
let printed = "";

self.onmessage = async ({ data }) => {
  try {
    if (data.wasm) await start(data);
    else send({ outcome: runCell(data) });
  } catch (error) {
    send({ broken: String(error.message ?? error) });
  }
};

async function start({ wasm, files }) {
  const bytes = new Response(wasm, { headers: { "Content-Type": "application/wasm" } });
  self.fetch = async () => bytes;
  console.error = () => {};
  limitMemory();
  const decoder = new TextDecoder();
  const stdout = (bytes) => {
    if (printed.length < MOST_PRINTED) printed += decoder.decode(bytes, { stream: true });
  };
  const load = await micropython();
  const options = { linebuffer: false, pystack: 16384, heapsize: 4 * 2 ** 20 };
  const python = await load({ url: "micropython.wasm", stdout, stderr: stdout, ...options });
  for (const [path, text] of Object.entries(files)) {
    python.FS.mkdirTree(`/${path}`.replace(/\/[^/]*$/, ""));
    python.FS.writeFile(`/${path}`, text);
  }
  trying = python.pyimport("trying");
  for (let one = self; one; one = Object.getPrototypeOf(one)) {
    for (const name of Object.getOwnPropertyNames(one).filter((text) => CLOSED.test(text) && text !== "onmessage")) {
      Reflect.defineProperty(self, name, { value: undefined });
    }
  }
  send({ ready: true });
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
  const outcome = trying.run(source, original, tables, JSON.stringify(earlier), after, data);
  return { ...JSON.parse(outcome), printed };
}
