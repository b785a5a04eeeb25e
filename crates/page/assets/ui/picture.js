// What is shown, as a picture: SVG or PNG. A part of the page is read as the browser has laid it out,
// into shapes; they are written as SVG or drawn on a canvas.

import { save } from "./dom.js";

/** A PNG has so many dots for each of the screen's. */
const DENSE = 2;

/** @typedef {{kind: string, x: number, y: number, [more: string]: any}} Shape */

/** Saves a part of the page. @param {"svg" | "png"} ending */
export async function savePicture(element, name, ending) {
  const box = element.getBoundingClientRect();
  const paper = visible(getComputedStyle(element.closest(".panel") ?? element).backgroundColor) ?? "#fff";
  const shapes = [
    { kind: "rect", x: 0, y: 0, width: box.width, height: box.height, radius: 0, fill: paper },
    ...shapesOf(element, box),
  ];
  const size = [Math.ceil(box.width), Math.ceil(box.height)];
  if (ending === "svg") return save(`${name}.svg`, svgOf(shapes, size), "image/svg+xml");
  const canvas = drawn(shapes, size);
  const blob = await new Promise((made) => canvas.toBlob(made, "image/png"));
  save(`${name}.png`, blob, "image/png");
}

const visible = (colour) => (/^rgba\(.*, 0\)$|^transparent$|^none$/.test(colour) ? null : colour);

/** @returns {Shape[]} in the order they lie on one another */
function shapesOf(element, origin) {
  const style = getComputedStyle(element);
  if (style.display === "none" || style.visibility === "hidden") return [];
  if (element instanceof SVGElement) return vectorsOf(element, origin, style);
  const box = element.getBoundingClientRect();
  const place = { x: box.left - origin.left, y: box.top - origin.top, width: box.width, height: box.height };
  if (element instanceof HTMLCanvasElement) return [{ kind: "image", ...place, image: element }];
  const border = parseFloat(style.borderTopWidth) || 0;
  const shapes = [];
  const fill = visible(style.backgroundColor);
  const stroke = border ? visible(style.borderTopColor) : null;
  if (fill || stroke)
    shapes.push({ kind: "rect", ...place, radius: parseFloat(style.borderTopLeftRadius) || 0, fill, stroke, line: border });
  if (!border) shapes.push(...rulesOf(style, place));
  for (const child of element.childNodes) {
    if (child.nodeType === Node.ELEMENT_NODE) shapes.push(...shapesOf(child, origin));
    else if (child.nodeType === Node.TEXT_NODE && child.data.trim()) shapes.push(...textsOf(child, origin, style));
  }
  return shapes;
}

/** Borders on the right and below alone. */
function rulesOf(style, { x, y, width, height }) {
  const rule = (side, d) => {
    const line = parseFloat(style[`border${side}Width`]) || 0;
    return line ? [{ kind: "path", x, y, d, fill: null, stroke: style[`border${side}Color`], line }] : [];
  };
  return [
    ...rule("Right", `M${x + width} ${y}v${height}`),
    ...rule("Bottom", `M${x} ${y + height}h${width}`),
  ];
}

/** The lines of a text, each where it stands. */
function textsOf(node, origin, style) {
  const range = document.createRange();
  const lines = [];
  for (let at = 0; at < node.length; at += 1) {
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    const box = range.getBoundingClientRect();
    const last = lines.at(-1);
    if (!box.width) continue;
    if (last && Math.abs(last.top - box.top) < 1) last.text += node.data[at];
    else lines.push({ top: box.top, left: box.left, bottom: box.bottom, text: node.data[at] });
  }
  const size = parseFloat(style.fontSize);
  return lines.map(({ top, left, bottom, text }) => ({
    kind: "text",
    x: left - origin.left,
    y: (top + bottom) / 2 - origin.top + size * 0.36,
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
  if (kind === "path") return [{ kind, ...shape, d: element.getAttribute("d") }];
  if (kind === "line") return [{ kind: "path", ...shape, fill: null, d: `M${number("x1")} ${number("y1")}L${number("x2")} ${number("y2")}` }];
  if (kind === "circle") {
    const [x, y, r] = [number("cx"), number("cy"), number("r")];
    return [{ kind: "path", ...shape, d: `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z` }];
  }
  if (kind !== "text" || !element.textContent) return [];
  const size = parseFloat(style.fontSize);
  const lower = style.dominantBaseline === "central" ? size * 0.36 : 0;
  return [
    {
      ...shape,
      kind: "text",
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

const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The shapes as a file of SVG. */
export function svgOf(shapes, [width, height]) {
  const attributes = (pairs) =>
    Object.entries(pairs)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
      .join("");
  const written = shapes.map((shape) => {
    const { kind, x, y, fill, stroke, line, matrix, opacity } = shape;
    const look = {
      fill: fill ?? "none",
      stroke: stroke ?? null,
      "stroke-width": stroke ? line : null,
      opacity: opacity === 1 ? null : opacity,
      transform: matrix ? `matrix(${matrix.join(" ")})` : null,
    };
    if (kind === "image")
      return `<image${attributes({ x, y, width: shape.width, height: shape.height, href: shape.image.toDataURL() })}/>`;
    if (kind === "path") return `<path${attributes({ d: shape.d, ...look })}/>`;
    if (kind === "rect")
      return `<rect${attributes({ x, y, width: shape.width, height: shape.height, rx: shape.radius, ...look })}/>`;
    const halo = shape.halo ? { stroke: shape.halo, "stroke-width": line, "paint-order": "stroke" } : {};
    const words = { x, y, "font-size": shape.size, "font-weight": shape.weight, "font-family": shape.family, "text-anchor": shape.anchor };
    return `<text${attributes({ ...words, ...look, ...halo })}>${escaped(shape.text)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">\n${written.join("\n")}\n</svg>\n`;
}

/** The shapes on a canvas. */
function drawn(shapes, [width, height]) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width * DENSE, height * DENSE];
  const context = canvas.getContext("2d");
  for (const shape of shapes) {
    const { kind, x, y, fill, stroke, line, matrix } = shape;
    context.setTransform(DENSE, 0, 0, DENSE, 0, 0);
    if (matrix) context.transform(...matrix);
    context.globalAlpha = shape.opacity ?? 1;
    context.fillStyle = fill ?? "#000";
    context.lineWidth = line ?? 0;
    if (kind === "image") context.drawImage(shape.image, x, y, shape.width, shape.height);
    else if (kind === "text") write(context, shape);
    else {
      const path = kind === "path" ? new Path2D(shape.d) : new Path2D();
      if (kind === "rect") path.roundRect(x, y, shape.width, shape.height, shape.radius);
      if (fill) context.fill(path);
      if (stroke) context.strokeStyle = stroke;
      if (stroke) context.stroke(path);
    }
  }
  return canvas;
}

function write(context, { x, y, text, size, weight, family, anchor, halo }) {
  context.font = `${weight} ${size}px ${family}`;
  context.textAlign = { middle: "center", end: "right" }[anchor] ?? "left";
  context.lineJoin = "round";
  if (halo) context.strokeStyle = halo;
  if (halo) context.strokeText(text, x, y);
  context.fillText(text, x, y);
}
