// What a chart draws, written as SVG: it replaces a canvas's context, as far as charts use one.

const escaped = (text) => String(text).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const short = (number) => Number(number.toFixed(2));

export class VectorContext {
  constructor(width, height) {
    Object.assign(this, { width, height, parts: [], d: "" });
    Object.assign(this, { fillStyle: "#000", strokeStyle: "#000", lineWidth: 1, font: "10px sans-serif" });
    Object.assign(this, { textAlign: "left", textBaseline: "alphabetic", globalAlpha: 1, dash: [], turned: "" });
    this.kept = [];
  }

  save() {
    const { parts, kept, ...look } = this;
    kept.push(look);
  }

  restore() {
    Object.assign(this, this.kept.pop());
  }

  /** Scaled by nothing: sizes are those of the screen. */
  setTransform() {
    this.turned = "";
  }

  transform(...matrix) {
    this.turned += `matrix(${matrix.map((number) => Number(number.toFixed(4))).join(" ")})`;
  }

  translate(x, y) {
    this.turned += `translate(${short(x)} ${short(y)})`;
  }

  rotate(angle) {
    this.turned += `rotate(${short((angle * 180) / Math.PI)})`;
  }

  setLineDash(dash) {
    this.dash = dash;
  }

  beginPath() {
    this.d = "";
  }

  moveTo(x, y) {
    this.d += `M${short(x)} ${short(y)}`;
  }

  lineTo(x, y) {
    this.d += `${this.d ? "L" : "M"}${short(x)} ${short(y)}`;
  }

  closePath() {
    this.d += "z";
  }

  rect(x, y, width, height) {
    this.d += `M${short(x)} ${short(y)}h${short(width)}v${short(height)}h${short(-width)}z`;
  }

  roundRect(x, y, width, height) {
    this.rect(x, y, width, height);
  }

  /** Charts draw only whole circles. */
  arc(x, y, r) {
    const across = short(2 * r);
    this.d += `M${short(x - r)} ${short(y)}a${short(r)} ${short(r)} 0 1 0 ${across} 0a${short(r)} ${short(r)} 0 1 0 ${-across} 0`;
  }

  bezierCurveTo(a, b, c, d, x, y) {
    this.d += `C${[a, b, c, d, x, y].map(short).join(" ")}`;
  }

  put(tag, attributes, text = "") {
    const alpha = this.globalAlpha === 1 ? {} : { opacity: short(this.globalAlpha) };
    const turned = this.turned ? { transform: this.turned } : {};
    const pairs = Object.entries({ ...attributes, ...alpha, ...turned });
    const said = pairs.map(([name, value]) => ` ${name}="${escaped(value)}"`).join("");
    this.parts.push(`<${tag}${said}>${escaped(text)}</${tag}>`);
  }

  fill({ d } = this) {
    this.put("path", { d, fill: this.fillStyle });
  }

  stroke({ d } = this) {
    const dash = this.dash.length ? { "stroke-dasharray": this.dash.join(" ") } : {};
    this.put("path", { d, fill: "none", stroke: this.strokeStyle, "stroke-width": this.lineWidth, ...dash });
  }

  fillRect(x, y, width, height) {
    this.put("rect", { x: short(x), y: short(y), width: short(width), height: short(height), fill: this.fillStyle });
  }

  strokeRect(x, y, width, height) {
    this.beginPath();
    this.rect(x, y, width, height);
    this.stroke();
  }

  clearRect() {}

  drawImage(image, x, y, width, height) {
    this.put("image", { x, y, width, height, href: image.toDataURL() });
  }

  strokeText(text, x, y) {
    this.words(text, x, y, { fill: "none", stroke: this.strokeStyle, "stroke-width": this.lineWidth });
  }

  fillText(text, x, y) {
    this.words(text, x, y, { fill: this.fillStyle });
  }

  words(text, x, y, look) {
    const [, weight = "400", size, family] = /^(?:(\S+) )?([\d.]+)px (.*)$/.exec(this.font) ?? [];
    const lower = { middle: 0.36, top: 0.8 }[this.textBaseline] ?? 0;
    const anchor = { center: "middle", right: "end" }[this.textAlign] ?? "start";
    const at = { x: short(x), y: short(y + lower * size) };
    this.put(
      "text",
      { ...at, "font-size": size, "font-weight": weight, "font-family": family, "text-anchor": anchor, ...look },
      text,
    );
  }

  /** The file. */
  get text() {
    const { width, height } = this;
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">\n${this.parts.join("\n")}\n</svg>\n`;
  }
}
