// Makes a picture in which a click chooses a place.

// Signs are drawn as shapes, because a letter is not centred in its line.
const SIGN = {
  position: "absolute", boxSizing: "border-box", width: "22px", height: "22px", pointerEvents: "none",
  filter: "drop-shadow(0 0 2px white)",
};
const BAR = "linear-gradient(black, black) center";
const SHAPES = {
  "×": { background: `${BAR} / 4px 100% no-repeat, ${BAR} / 100% 4px no-repeat`, rotate: "45deg" },
  "○": { border: "4px solid black", borderRadius: "50%" },
};
for (const shape of Object.values(SHAPES)) shape.translate = "-50% -50%";

// The frame holds the image; `box` gives the place of the axes in it, from 0 to 1; `x` and `y` are their limits.
export class Place {
  constructor(frame, { box, x, y }, chosen) {
    Object.assign(this, { frame, box, x, y });
    frame.style.position = "relative";
    frame.style.width = "fit-content";
    frame.style.maxWidth = "100%";
    frame.querySelector("img").style.display = "block"; // otherwise the frame is higher than its image
    frame.addEventListener("click", (event) => {
      const place = this.at(event);
      if (place) chosen(place);
    });
  }

  // Returns the point of the axes under a click; null outside the axes.
  at({ clientX, clientY }) {
    const { left, top, width, height } = this.frame.querySelector("img").getBoundingClientRect();
    const [l, t, r, b] = this.box;
    const across = ((clientX - left) / width - l) / (r - l);
    const down = ((clientY - top) / height - t) / (b - t);
    if (Math.min(across, down) < 0 || Math.max(across, down) > 1) return null;
    const [x0, x1] = this.x;
    const [y0, y1] = this.y;
    return [x0 + across * (x1 - x0), y1 + down * (y0 - y1)];
  }

  // Moves the sign of a kind to a point; a point outside the axes gets its sign at their border.
  put(sign, [x, y]) {
    const [l, t, r, b] = this.box;
    const share = (value, [from, to]) => Math.min(1, Math.max(0, (value - from) / (to - from)));
    const mark = this.frame.querySelector(`[data-sign="${sign}"]`) ?? document.createElement("span");
    mark.dataset.sign = sign;
    mark.setAttribute("aria-hidden", "true");
    Object.assign(mark.style, SIGN, SHAPES[sign], {
      left: `${100 * (l + share(x, this.x) * (r - l))}%`,
      top: `${100 * (b - share(y, this.y) * (b - t))}%`,
    });
    this.frame.append(mark);
  }
}
