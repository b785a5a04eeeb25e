// Which part of a drawing is visible, and how large: wheel, pinch, drag and keys.

const MOST = 200;
/** A press that moves further than this is a drag. */
const DRAG = 4;

export class View {
  /** @param {HTMLElement} element @param {() => void} changed */
  constructor(element, changed) {
    this.element = element;
    this.changed = changed;
    /** Around the drawing, however large it is. */
    this.margin = 0;
    this.fit();
    this.pointers = new Map();
    this.dragged = false;
    element.addEventListener("wheel", (event) => this.wheeled(event), { passive: false });
    element.addEventListener("pointerdown", (event) => this.pressed(event));
    element.addEventListener("pointermove", (event) => this.moved(event));
    // Released, cancelled or gone with the window.
    element.addEventListener("lostpointercapture", (event) => this.pointers.delete(event.pointerId));
    // One finger scrolls the page past a whole drawing.
    const ours = (event) => (event.touches.length > 1 || !this.isWhole) && event.preventDefault();
    element.addEventListener("touchmove", ours, { passive: false });
    element.addEventListener("keydown", (event) => this.keyed(event));
  }

  fit() {
    this.zoom = 1;
    this.left = this.top = 0;
  }

  get isWhole() {
    return this.zoom === 1;
  }

  /** Zooms by a factor; what is at (x, y) of the element stays there. */
  by(factor, x = this.element.clientWidth / 2, y = this.element.clientHeight / 2) {
    const zoom = Math.min(MOST, Math.max(1, this.zoom * factor));
    const { margin } = this;
    const moved = (from, at, size) =>
      ((from + at - margin) * (size * zoom - 2 * margin)) / (size * this.zoom - 2 * margin) + margin - at;
    this.left = moved(this.left, x, this.element.clientWidth);
    this.top = moved(this.top, y, this.element.clientHeight);
    this.zoom = zoom;
    this.keep();
    this.changed();
  }

  pan(dx, dy) {
    this.left -= dx;
    this.top -= dy;
    this.keep();
    this.changed();
  }

  /** Nothing beyond the edges. */
  keep() {
    const { clientWidth: width, clientHeight: height } = this.element;
    this.left = Math.min(Math.max(0, this.left), width * (this.zoom - 1));
    this.top = Math.min(Math.max(0, this.top), height * (this.zoom - 1));
  }

  /** Brings a place of the zoomed drawing into sight. */
  reveal(x, y) {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (x < this.left + 20 || x > this.left + width - 20) this.left = x - width / 2;
    if (y < this.top + 20 || y > this.top + height - 20) this.top = y - height / 2;
    this.keep();
  }

  wheeled(event) {
    if (event.deltaY > 0 && this.isWhole) return;
    event.preventDefault();
    this.by(Math.exp(-event.deltaY / 300), event.offsetX, event.offsetY);
  }

  pressed(event) {
    if (event.button) return;
    this.dragged = false;
    this.element.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
  }

  moved(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.offsetX, y: event.offsetY };
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const apart = ({ x, y }) => Math.max(1, Math.hypot(x - other.x, y - other.y));
      this.dragged = true;
      this.by(apart(now) / apart(before), other.x, other.y);
    } else {
      if (!this.dragged && Math.hypot(now.x - before.x, now.y - before.y) < DRAG) return;
      this.dragged = true;
      this.pan(now.x - before.x, now.y - before.y);
    }
    this.pointers.set(event.pointerId, now);
  }

  keyed(event) {
    const { clientWidth: width, clientHeight: height } = this.element;
    const acts = {
      ArrowLeft: () => this.pan(width / 4, 0),
      ArrowRight: () => this.pan(-width / 4, 0),
      ArrowUp: () => this.pan(0, height / 4),
      ArrowDown: () => this.pan(0, -height / 4),
      "+": () => this.by(1.5),
      "=": () => this.by(1.5),
      "-": () => this.by(1 / 1.5),
      0: () => this.by(0),
    };
    const act = acts[event.key];
    const isMove = event.key.startsWith("Arrow");
    if (!act || event.ctrlKey || event.metaKey || event.altKey || (isMove && !event.shiftKey)) return;
    event.preventDefault();
    act();
  }
}
