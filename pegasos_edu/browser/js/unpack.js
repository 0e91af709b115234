// Unpacks what browser/python.py has packed.

const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";

// Returns a promise of the bytes that were packed by gzip and written in base 85, as RFC 1924 does.
export function unpack(text) {
  const size = Math.floor((text.length * 4) / 5);
  const whole = text.padEnd(Math.ceil(text.length / 5) * 5, "~");
  const bytes = new DataView(new ArrayBuffer((whole.length / 5) * 4));
  for (let n = 0; n < whole.length; n += 5) {
    let value = 0;
    for (let k = n; k < n + 5; k += 1) value = 85 * value + LETTERS.indexOf(whole[k]);
    bytes.setUint32((n / 5) * 4, value);
  }
  const packed = new Blob([bytes.buffer.slice(0, size)]).stream();
  return new Response(packed.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}
