// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// The style of all charts: the colours of the style sheet, the common options, and the lines across a chart.

const known = new Map();
const pencil = document.createElement("canvas").getContext("2d");

/** Clears the cached colours after the style sheet has changed. */
export const forgetColours = () => known.clear();

/**
 * Returns a colour of the style sheet, in a form for canvases.
 * @param {string} name the name of a variable: "--steps".
 * @param {number} [alpha] the opacity.
 * @returns {string} "#rrggbb" or "#rrggbbaa".
 */
export function colour(name, alpha = 1) {
  if (!known.has(name)) {
    // A canvas returns any colour in the same format.
    pencil.fillStyle = "#808080";
    pencil.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(name).trim() || "#808080";
    known.set(name, pencil.fillStyle.slice(0, 7));
  }
  return alpha === 1 ? known.get(name) : known.get(name) + Math.round(alpha * 255).toString(16).padStart(2, "0");
}

/** Returns the opacity of unselected elements. */
export const dim = () => Number(getComputedStyle(document.documentElement).getPropertyValue("--dim")) || 0.75;

/** Returns whether animations are disabled. */
export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Returns the font of a chart: that of the page, slightly smaller. */
export function font(weight = "normal") {
  const size = parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  return { family: getComputedStyle(document.body).fontFamily, size: Math.round(size * 0.75), weight };
}

const fontText = ({ family, size, weight }) => `${weight} ${size}px ${family}`;

/** Draws labelled lines across a chart, such as an average or a goal, and a vertical line at the selection. */
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
    chart.healthLabels = written;
    ctx.restore();
  },
};

function stroke(ctx, fromX, fromY, toX, toY) {
  ctx.beginPath();
  ctx.moveTo(fromX, fromY);
  ctx.lineTo(toX, toY);
  ctx.stroke();
}

/** Draws a string with an outline in the card's colour, over the elements that it covers. */
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

/** Returns the boxes of all figures of a chart. */
const drawnIn = (chart) => chart.data.datasets.flatMap((_, index) => places(chart.getDatasetMeta(index)).map(extent));

/** Returns the first box that covers nothing; undefined if there is none. */
const free = (boxes, covered) => boxes.find((box) => !covered.some((other) => meets(box, other)));

/** Returns the boxes of a label in the row above the figures, from the right or from the left end. */
function inRow({ chartArea: area }, width, size, { fromRight = false } = {}) {
  const top = area.top - size - 8;
  const count = Math.max(1, Math.floor((area.right - area.left - width) / 8));
  const boxes = Array.from({ length: count }, (_, at) => area.left + at * 8).map((left) => ({ left, top, right: left + width, bottom: top + size }));
  return fromRight ? boxes.reverse() : boxes;
}

/** Labels a bar of an unfinished period: above it, or else in the row above the figures; returns the box of the label, in a list. */
function openName(chart, { index, label }) {
  const { ctx, chartArea: area } = chart;
  const bar = chart.getDatasetMeta(0).data[index];
  if (!Number.isFinite(bar?.y) || chart.data.datasets[0].data[index] === null) return [];
  const size = font().size;
  const width = ctx.measureText(label).width;
  const top = Math.max(area.top, bar.y - size - 6);
  const beside = [bar.x - width / 2, bar.x - bar.width / 2, bar.x + bar.width / 2 - width].map((left) =>
    ({ left, top, right: left + width, bottom: top + size })).filter(({ left, right }) => left >= area.left && right <= area.right);
  const box = free([...beside, ...inRow(chart, width, size, { fromRight: true })], drawnIn(chart)) ?? beside[0];
  if (!box) return [];
  write(ctx, label, box, "--quiet");
  return [box];
}

/**
 * Labels a line: above or below it where nothing is covered, or else in the row above the figures, with an outline in the card's colour.
 * @param {object[]} written the boxes of the existing labels, to which this one is added.
 */
function name(chart, rule, at, written) {
  const { ctx, chartArea: area } = chart;
  const size = font().size;
  const width = ctx.measureText(rule.label).width;
  const boxes = [at - size - 4, at + 5].filter((top) => top >= area.top && top + size <= area.bottom).flatMap((top) =>
    [area.left + 4, area.right - width - 4].map((left) => ({ left, top, right: left + width, bottom: top + size })));
  const row = inRow(chart, width, size);
  const best = free(boxes, [...drawnIn(chart), ...written]) ?? free(row, written.map((one) => ({ ...one, right: one.right + 12 }))) ?? row[0];
  written.push(best);
  write(ctx, rule.label, best, rule.colour ? "--text" : "--average");
}

/** Returns the bars, or the points of a line with some in between. */
function places({ type, data }) {
  if (type !== "line") return data;
  const points = data.filter(({ skip }) => !skip);
  return points.flatMap((point, index) => [0, 0.25, 0.5, 0.75].map((part) => {
    const next = points[index + 1] ?? point;
    return { x: point.x + (next.x - point.x) * part, y: point.y + (next.y - point.y) * part };
  }));
}

/** Returns the box of a bar or of a point of a line, with some margin. */
function extent({ x, y, base = y, width = 0 }) {
  return { left: x - width / 2 - 3, right: x + width / 2 + 3, top: Math.min(y, base) - 3, bottom: Math.max(y, base) + 3 };
}

const meets = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Draws the labels of the parts of a ring around it. */
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

/** Returns the options of all charts. The library receives no events, since pointers and keys are handled here. */
export const common = () => ({
  responsive: true, maintainAspectRatio: false, events: [], normalized: true,
  animation: isStill() ? false : { duration: 220 },
  font: font(), color: colour("--quiet"),
  plugins: { legend: { display: false }, tooltip: { enabled: false } },
});

/** Returns the two axes of a chart, with subtle lines and few figures. */
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
