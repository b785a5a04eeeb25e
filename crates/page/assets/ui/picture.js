// A part of the page as a picture, SVG or PNG. It is read as the browser has laid it out, into shapes;
// they are drawn on a canvas, or on a context that writes SVG.

import { VectorContext } from "../charts/vector.js";
import { save, savePng } from "./dom.js";

/** Pixels of a PNG for each pixel of the screen. */
const DENSE = 2;

/** @typedef {{d?: string, text?: string, image?: HTMLCanvasElement, [more: string]: any}} Shape a path, words or an image */

/** Saves a part of the page. @param {"svg" | "png"} ending */
export async function savePicture(element, name, ending) {
  const box = element.getBoundingClientRect();
  const fill = visible(getComputedStyle(element.closest(".panel") ?? element).backgroundColor) ?? "#fff";
  const [width, height] = [Math.ceil(box.width), Math.ceil(box.height)];
  const shapes = [{ d: `M0 0h${width}v${height}h${-width}z`, fill }, ...shapesOf(element, box)];
  if (ending === "svg") {
    const vector = new VectorContext(width, height);
    draw(vector, shapes, 1, (d) => ({ d }));
    return save(`${name}.svg`, vector.text, "image/svg+xml");
  }
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width * DENSE, height * DENSE];
  draw(canvas.getContext("2d"), shapes, DENSE, (d) => new Path2D(d));
  return savePng(name, canvas);
}

const visible = (colour) => (/^rgba\(.*, 0\)$|^transparent$|^none$/.test(colour) ? null : colour);

/** @returns {Shape[]} from the bottom to the top */
function shapesOf(element, origin) {
  const style = getComputedStyle(element);
  if (style.display === "none" || style.visibility === "hidden") return [];
  if (element instanceof SVGElement) return vectorsOf(element, origin, style);
  const box = element.getBoundingClientRect();
  const place = { x: box.left - origin.left, y: box.top - origin.top, width: box.width, height: box.height };
  if (element instanceof HTMLCanvasElement) return [{ ...place, image: element }];
  const border = parseFloat(style.borderTopWidth) || 0;
  const shapes = [];
  const fill = visible(style.backgroundColor);
  const stroke = border ? visible(style.borderTopColor) : null;
  if (fill || stroke)
    shapes.push({ d: rounded(place, parseFloat(style.borderTopLeftRadius) || 0), fill, stroke, line: border });
  if (!border) shapes.push(...rulesOf(style, place));
  for (const child of element.childNodes) {
    if (child.nodeType === Node.ELEMENT_NODE) shapes.push(...shapesOf(child, origin));
    else if (child.nodeType === Node.TEXT_NODE && child.data.trim()) shapes.push(...textsOf(child, origin, style));
  }
  return shapes;
}

function rounded({ x, y, width, height }, radius) {
  const r = Math.min(radius, width / 2, height / 2);
  const corner = (dx, dy) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  const [across, down] = [width - 2 * r, height - 2 * r];
  return `M${x + r} ${y}h${across}${corner(r, r)}v${down}${corner(-r, r)}h${-across}${corner(-r, -r)}v${-down}${corner(r, -r)}z`;
}

/** Borders on the right and below only. */
function rulesOf(style, { x, y, width, height }) {
  const rule = (side, d) => {
    const line = parseFloat(style[`border${side}Width`]) || 0;
    return line ? [{ d, stroke: style[`border${side}Color`], line }] : [];
  };
  return [...rule("Right", `M${x + width} ${y}v${height}`), ...rule("Bottom", `M${x} ${y + height}h${width}`)];
}

/** The lines of a text, each in its place. */
function textsOf(node, origin, style) {
  const range = document.createRange();
  range.selectNodeContents(node);
  const { left, top, height } = range.getBoundingClientRect();
  const lines = node.data.trim().split("\n");
  const size = parseFloat(style.fontSize);
  return lines.map((text, at) => ({
    x: left - origin.left,
    y: top + ((at + 0.5) * height) / lines.length - origin.top + size * 0.36,
    text,
    size,
    weight: style.fontWeight,
    family: style.fontFamily,
    anchor: "start",
    fill: style.color,
  }));
}

/** Lines, circles, paths and words of a drawing, each with the matrix that puts it in its place. */
function vectorsOf(element, origin, style) {
  const kind = element.localName;
  if (["defs", "title", "desc", "marker"].includes(kind)) return [];
  if (kind === "svg" || kind === "g") return [...element.children].flatMap((child) => shapesOf(child, origin));
  const { a, b, c, d, e, f } = element.getScreenCTM();
  const shape = {
    matrix: [a, b, c, d, e - origin.left, f - origin.top],
    fill: visible(style.fill),
    stroke: visible(style.stroke),
    line: parseFloat(style.strokeWidth) || 0,
    opacity: Number(style.opacity) * (Number(style.fillOpacity) || 1),
  };
  const number = (name) => Number(element.getAttribute(name) ?? 0);
  if (kind === "path") return [{ ...shape, d: element.getAttribute("d") }];
  if (kind === "line")
    return [{ ...shape, fill: null, d: `M${number("x1")} ${number("y1")}L${number("x2")} ${number("y2")}` }];
  if (kind === "circle") {
    const [x, y, r] = [number("cx"), number("cy"), number("r")];
    return [{ ...shape, d: `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z` }];
  }
  if (kind !== "text" || !element.textContent) return [];
  const size = parseFloat(style.fontSize);
  const lower = style.dominantBaseline === "central" ? size * 0.36 : 0;
  return [
    {
      ...shape,
      x: number("x"),
      y: number("y") + lower,
      text: element.textContent,
      size,
      weight: style.fontWeight,
      family: style.fontFamily,
      anchor: style.textAnchor,
      halo: style.paintOrder.startsWith("stroke") ? shape.stroke : null,
      stroke: null,
    },
  ];
}

/** @param {(d: string) => any} pathOf what this context takes as a path */
function draw(context, shapes, scale, pathOf) {
  for (const shape of shapes) {
    const { d, image, fill, stroke, line, matrix } = shape;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    if (matrix) context.transform(...matrix);
    context.globalAlpha = shape.opacity ?? 1;
    context.fillStyle = fill ?? "#000";
    context.strokeStyle = shape.halo ?? stroke ?? "#000";
    context.lineWidth = line ?? 0;
    if (image) context.drawImage(image, shape.x, shape.y, shape.width, shape.height);
    else if (d && fill) context.fill(pathOf(d));
    if (d && stroke) context.stroke(pathOf(d));
    if (shape.text) write(context, shape);
  }
}

function write(context, { x, y, text, size, weight, family, anchor, halo }) {
  context.font = `${weight} ${size}px ${family}`;
  context.textAlign = { middle: "center", end: "right" }[anchor] ?? "left";
  context.lineJoin = "round";
  if (halo) context.strokeText(text, x, y);
  context.fillText(text, x, y);
}
