// Reads the values in the address of a page, also after a mail program or a learning platform has changed the link.
// Such programs encode it once more, write &amp; or ? in it, break it, and add letters that nobody sees or a stray one.

import { Problem, shortened } from "./inputs.js";

const LONGEST = 40_000; // the most letters of an address
const SEPARATOR = /[&;#?]/;
const AMPERSAND = /^(?:amp|38|x26|)$/i; // what stands between & and ; in a page
const FREE = ["minus", "plus"]; // the names of classes may hold any letter; no other value holds & or %
const UNSEEN = /[\s\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff\\]/g;
const STRAY = /^[^A-Za-z0-9+.-]+|[^A-Za-z0-9]+$/g;
const TIMES = 3; // how often a link may have been encoded

export class Link {
  // text: name=value&name=value, as in an address. Throws a Problem if it is too long.
  constructor(text) {
    if (text.length > LONGEST) {
      throw new Problem(`The address must have at most ${LONGEST} letters, got ${text.length}.`);
    }
    const pairs = [...pairsIn(text, TIMES)];
    this.values = new Map(pairs);
    this.names = new Set(this.values.keys()); // those that were not asked for
    this.repeated = pairs.filter(([name, value]) => this.values.get(name) !== value).map(([name]) => name);
    this.problems = [];
  }

  has(name) {
    return this.values.has(name);
  }

  // Returns the value of a name, or undefined if the link holds none. read(text) returns the value or throws a Problem:
  // it is tried again without letters around the text, and otherwise it is said.
  value(name, read) {
    this.names.delete(name);
    if (!this.has(name)) return undefined;
    const text = this.values.get(name);
    let problem = null;
    for (const form of [text, text.replace(STRAY, "") || text]) {
      try {
        return read(form);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        problem ??= error.message;
      }
    }
    this.problems.push(problem);
    return undefined;
  }

  // Returns in sentences what could not be read.
  get problem() {
    return this.problems.length ? `${this.problems.join(" ")} The rest of the link is used.` : "";
  }

  // Returns sentences about the names that nobody asked for, and those that come more than once.
  get remark() {
    const [unused, repeated] = [this.names, this.repeated].map((names) => [...names].map(shortened).join(", "));
    const remarks = [
      unused && `Nothing here uses ${unused} in the link.`,
      repeated && `The link holds ${repeated} more than once; the last one counts.`,
    ];
    return remarks.filter(Boolean).join(" ");
  }
}

// Returns the link of the page, which may hold the known names. Those after ? are moved behind #, where the page keeps
// its own; other names there belong to the server. A frame of a slide, which has no address, holds its link as data.
// event: a change of the address, after which the page may already have noted an earlier state there.
export function linkOfPage(known, event) {
  const { search, hash, pathname } = event ? new URL(event.newURL) : location;
  const isKnown = (part) => [...pairsIn(part, TIMES)].some(([name]) => known.includes(name));
  const parts = search.slice(1).split("&");
  const ownParts = parts.filter(isKnown);
  const text = [...ownParts, hash.slice(1) || window.frameElement?.dataset.link].filter(Boolean).join("&");
  if (ownParts.length) {
    const others = parts.filter((part) => !isKnown(part)).join("&");
    history.replaceState(null, "", `${pathname}${others && `?${others}`}#${text}`);
  }
  return new Link(text);
}

// Yields the pairs of a name and a value in a text that may be encoded.
function* pairsIn(text, times) {
  for (const part of text.split(SEPARATOR)) {
    const [, before, value] = part.match(/^([^=]*)=?([^]*)$/);
    const name = plain(before).replace(STRAY, "");
    if (FREE.includes(name)) yield [name, freeText(value)];
    else if (times && /%[0-9a-f]{2}/i.test(part)) yield* pairsIn(decoded(part), times - 1);
    else if (!AMPERSAND.test(name) || plain(value)) yield [name, plain(value)];
  }
}

const plain = (text) => text.replace(UNSEEN, "");

// Returns the text of a name that was encoded once, or more often if each % in it was encoded.
function freeText(value) {
  const isTwice = /%25/.test(value) && !/%(?!25)/.test(value);
  return decoded(isTwice ? decoded(value) : value).trim();
}

// Returns a text without %XX where that is possible.
function decoded(text) {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (signs) => {
    try {
      return decodeURIComponent(signs);
    } catch {
      return signs;
    }
  });
}

// Returns the whole text behind # in the address, decoded.
export function wordInAddress() {
  return plain(decoded(decoded(location.hash.slice(1))));
}
