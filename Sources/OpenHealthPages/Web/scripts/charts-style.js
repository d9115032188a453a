// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// What all charts look like: colours out of the style sheet, the common options, and the lines across a chart.

const known = new Map();
const pencil = document.createElement("canvas").getContext("2d");

/** Forgets the colours, because the style sheet now says others. */
export const forgetColours = () => known.clear();

/**
 * A colour of the style sheet, as canvases take it.
 * @param {string} name the name of a variable: "--steps".
 * @param {number} [alpha] how much of it there is.
 * @returns {string} "#rrggbb" or "#rrggbbaa".
 */
export function colour(name, alpha = 1) {
  if (!known.has(name)) {
    // A canvas gives back any colour in one and the same way, however it was written.
    pencil.fillStyle = "#808080";
    pencil.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(name).trim() || "#808080";
    known.set(name, pencil.fillStyle.slice(0, 7));
  }
  return alpha === 1 ? known.get(name) : known.get(name) + Math.round(alpha * 255).toString(16).padStart(2, "0");
}

/** How much is left of the colour of what is not selected. */
export const dim = () => Number(getComputedStyle(document.documentElement).getPropertyValue("--dim")) || 0.75;

/** Whether nothing is to move. */
export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The letters of a chart: those of the page, a little smaller. */
export function font(weight = "normal") {
  const size = parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  return { family: getComputedStyle(document.body).fontFamily, size: Math.round(size * 0.75), weight };
}

const fontText = ({ family, size, weight }) => `${weight} ${size}px ${family}`;

/** Draws lines across a chart, such as an average or a goal, each with its name; and one down through what is selected. */
export const rulesPlugin = {
  id: "healthRules",
  afterDatasetsDraw(chart, _, { rules = [], guide = null, open = null }) {
    const { ctx, chartArea: area, scales: { x, y } } = chart;
    if (!x || !y) return;
    ctx.save();
    if (guide !== null) {
      const at = x.getPixelForValue(guide);
      ctx.strokeStyle = colour("--quiet");
      ctx.lineWidth = 1;
      stroke(ctx, at, area.top, at, area.bottom);
    }
    ctx.font = fontText(font("600"));
    const written = open ? openName(chart, open) : [];
    for (const rule of rules) {
      const at = y.getPixelForValue(rule.value);
      if (!(at >= area.top - 1 && at <= area.bottom + 1)) continue;
      ctx.strokeStyle = colour(rule.colour ?? "--average");
      ctx.lineWidth = 1.5;
      ctx.setLineDash([6, 4]);
      stroke(ctx, area.left, at, area.right, at);
      ctx.setLineDash([]);
      if (rule.label) name(chart, rule, at, written);
    }
    ctx.restore();
  },
};

function stroke(ctx, fromX, fromY, toX, toY) {
  ctx.beginPath();
  ctx.moveTo(fromX, fromY);
  ctx.lineTo(toX, toY);
  ctx.stroke();
}

/** Writes a text with an edge of the card's colour, for what it covers. */
function write(ctx, text, { left, top }, name) {
  ctx.textAlign = "left";
  ctx.textBaseline = "top";
  ctx.strokeStyle = colour("--card");
  ctx.lineWidth = 5;
  ctx.lineJoin = "round";
  ctx.strokeText(text, left, top);
  ctx.fillStyle = colour(name);
  ctx.fillText(text, left, top);
}

/** Writes above a bar that its time is not over; returns where, as a list. */
function openName(chart, { index, label }) {
  const { ctx, chartArea: area } = chart;
  const bar = chart.getDatasetMeta(0).data[index];
  if (!Number.isFinite(bar?.y) || chart.data.datasets[0].data[index] === null) return [];
  const size = font().size;
  const width = ctx.measureText(label).width;
  const left = Math.max(area.left, Math.min(bar.x - width / 2, area.right - width));
  const top = Math.max(area.top, bar.y - size - 4);
  const box = { left, top, right: left + width, bottom: top + size };
  write(ctx, label, box, "--quiet");
  return [box];
}

/**
 * Writes the name of a line above or below it, at the end where it covers least of what is drawn, with an edge of the card's colour
 * for what it covers all the same.
 * @param {object[]} written the places of the names that have been written, to which this one is added.
 */
function name(chart, rule, at, written) {
  const { ctx, chartArea: area } = chart;
  const size = font().size;
  const width = ctx.measureText(rule.label).width;
  const boxes = [at - size - 4, at + 5].filter((top) => top >= area.top - 6 && top + size <= area.bottom).flatMap((top) =>
    [area.left + 4, area.right - width - 4].map((left) => ({ left, top, right: left + width, bottom: top + size })));
  if (!boxes.length) return;
  const drawn = chart.data.datasets.flatMap((_, index) => places(chart.getDatasetMeta(index)).map(extent));
  // The names of two lines never stand on each other.
  const covered = boxes.map((box) => drawn.filter((other) => meets(box, other)).length
    + 1000 * written.filter((other) => meets(box, other)).length);
  const best = boxes[covered.indexOf(Math.min(...covered))];
  written.push(best);
  write(ctx, rule.label, best, rule.colour ? "--text" : "--average");
}

/** The bars, or the points of a line and some between them. */
function places({ type, data }) {
  if (type !== "line") return data;
  const points = data.filter(({ skip }) => !skip);
  return points.flatMap((point, index) => [0, 0.25, 0.5, 0.75].map((part) => {
    const next = points[index + 1] ?? point;
    return { x: point.x + (next.x - point.x) * part, y: point.y + (next.y - point.y) * part };
  }));
}

/** Where a bar or a point of a line is, with a little room. */
function extent({ x, y, base = y, width = 0 }) {
  return { left: x - width / 2 - 3, right: x + width / 2 + 3, top: Math.min(y, base) - 3, bottom: Math.max(y, base) + 3 };
}

const meets = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Writes the names of the parts of a ring around it. */
export const ringPlugin = {
  id: "healthRing",
  afterDatasetsDraw(chart, _, { names = [], selected = null }) {
    const { ctx } = chart;
    ctx.save();
    ctx.textBaseline = "middle";
    for (const [index, arc] of chart.getDatasetMeta(0).data.entries()) {
      if (!names[index] || arc.circumference < 0.12) continue;
      const angle = (arc.startAngle + arc.endAngle) / 2;
      const reach = arc.outerRadius + 8;
      ctx.font = fontText(font(index === selected ? "700" : "normal"));
      ctx.fillStyle = colour(index === selected ? "--text" : "--quiet");
      ctx.textAlign = Math.cos(angle) > 0.3 ? "left" : Math.cos(angle) < -0.3 ? "right" : "center";
      ctx.fillText(names[index], arc.x + Math.cos(angle) * reach, arc.y + Math.sin(angle) * (reach + 2));
    }
    ctx.restore();
  },
};

/** The options that all charts begin with. Pointers and keys are our own affair, so the library hears of none. */
export const common = () => ({
  responsive: true, maintainAspectRatio: false, events: [], normalized: true,
  animation: isStill() ? false : { duration: 220 },
  font: font(), color: colour("--quiet"),
  plugins: { legend: { display: false }, tooltip: { enabled: false } },
});

/** The two axes of a chart: calm lines, few figures. */
export function axes(data, { y = {}, x = {} } = {}) {
  const format = data.axisFormat ?? data.format ?? String;
  return {
    x: {
      grid: { display: false, drawBorder: true, borderColor: colour("--line") },
      ticks: { color: colour("--quiet"), font: font(), maxRotation: 0, autoSkipPadding: 14, includeBounds: false, ...x.ticks },
      ...Object.fromEntries(Object.entries(x).filter(([key]) => key !== "ticks")),
    },
    y: {
      title: { display: Boolean(data.axisUnit), text: data.axisUnit, color: colour("--quiet"), font: font() },
      grid: { color: colour("--line"), drawBorder: false, drawTicks: false },
      ticks: { color: colour("--quiet"), font: font(), padding: 6, maxTicksLimit: 5, stepSize: data.axisStep, callback: (value) => format(value), ...y.ticks },
      ...Object.fromEntries(Object.entries(y).filter(([key]) => key !== "ticks")),
    },
  };
}
