// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { pages } from "./api.js";
import { h, fill } from "./dom.js";
import { t } from "./strings.js";
import { date, number, quantity } from "./format.js";
import { unitFor } from "./units.js";
import { card } from "./sample-facts.js";
import { distanceText, heightText } from "./sample-metadata.js";
import { extremes, plane, routeCurve, speedClasses, speedsAt, timeAt } from "./workout-track.js";
import { speedText } from "./workout-speed.js";

/** Loads all points of a route with a known location, in order. */
export async function readRoute(uuid) {
  const points = [];
  for await (const page of pages(`/v1/samples/${uuid}/route`, { limit: 10000 }, "points")) points.push(...page);
  // A negative accuracy means that the location is unknown.
  return points.filter((point) => !(point.horizontalAccuracy < 0));
}

/** Returns the length of a split in metres: a kilometre or a mile; for swimmers a hundred metres or yards. */
export function splitStep(type) {
  const isMiles = unitFor("distanceWalkingRunning") === "mi";
  if (type === "distanceSwimming") return isMiles ? 91.44 : 100;
  return isMiles ? 1609.344 : 1000;
}

const margin = 28;
/** The number of colours of speeds. */
const paces = 5;

/**
 * Returns a card with routes drawn to scale, without a map, since none is requested from anywhere.
 * @param {Array<Array>} routes the points of each route.
 * @param {string} [zone] the time zone of the times in the table; the person's by default.
 * @param {function(number): string} [speedWords] formats a speed in m/s for the legend of colours.
 */
export function routeCard(routes, zone, speedWords = speedText) {
  const shapes = flat(routes);
  const speeds = routes.map((points) => speedsAt(routeCurve(points)));
  const colours = speedClasses(speeds.flat(), paces);
  let from = 0;
  const classes = colours && routes.map((points) => colours.classes.slice(from, (from += points.length)));
  const metres = routes.reduce((sum, points) => sum + routeCurve(points).at(-1).metres, 0);
  const box = h("div", { class: "route", role: "img", "aria-label": describe(routes, metres) });
  const draw = () => box.clientWidth && fill(box, picture(routes, shapes, classes, box.clientWidth));
  new ResizeObserver(draw).observe(box);
  return card(t("workout_route"), box,
    h("p", { class: "legend small" }, sign("start"), t("workout_route_start"), sign("end"), t("workout_route_end"),
      h("span", { class: "grow" }, t("workout_route_length", { distance: distanceText(metres) }))),
    colours && legend(colours.bounds, speedWords),
    table(routes, zone));
}

/** Returns the legend of the colours, from slow to fast. */
const legend = (bounds, words) => h("p", { class: "legend small" }, words(bounds[0]),
  h("svg", { viewBox: `0 0 ${paces * 22} 8`, width: paces * 22, height: 8, "aria-hidden": "true", class: "route" },
    Array.from({ length: paces }, (_, index) => h("rect", { class: `pace-${index}`, x: index * 22, y: 0, width: 20, height: 8, rx: 2 }))),
  words(bounds.at(-1)));

function describe(routes, metres) {
  const altitudes = extremes(routes.flat().map((point) => point.altitude).filter((value) => value !== undefined));
  const parts = [t("workout_route_length", { distance: distanceText(metres) })];
  if (altitudes[0] <= altitudes[1]) {
    parts.push(t("workout_route_heights", { least: heightText(altitudes[0], "m"), greatest: heightText(altitudes[1], "m") }));
  }
  return `${t("workout_route")}: ${parts.join(" ")}`;
}

/** Projects the routes onto one plane. */
function flat(routes) {
  const all = plane(routes.flat());
  let from = 0;
  return routes.map((points) => all.slice(from, (from += points.length)));
}

function picture(routes, shapes, classes, width) {
  const all = shapes.flat();
  const [[west, east], [south, north]] = [extremes(all.map((point) => point.x)), extremes(all.map((point) => point.y))];
  const [wide, high] = [Math.max(east - west, 1), Math.max(north - south, 1)];
  const height = Math.round(Math.min(Math.max(((width - 2 * margin) * high) / wide + 2 * margin + 24, 220), Math.max(320, width * 0.75)));
  // Both axes have the same scale.
  const scale = Math.min((width - 2 * margin) / wide, (height - 2 * margin - 24) / high);
  const left = (width - wide * scale) / 2;
  const top = (height - 24 - high * scale) / 2;
  const place = ({ x, y }) => ({ x: left + (x - west) * scale, y: top + (north - y) * scale });
  const svg = h("svg", { viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true" });
  shapes.forEach((points, index) => svg.append(...ways(points.map(place), classes?.[index])));
  routes.forEach((points, index) => svg.append(...marks(points, shapes[index]).map(({ at, label }) => mark(place(at), label))));
  const [first, last] = [place(shapes[0][0]), place(shapes.at(-1).at(-1))];
  svg.append(
    h("rect", { class: "end", x: last.x - 8, y: last.y - 8, width: 16, height: 16, rx: 2 }),
    // The start is smaller than the end, which remains visible around it if the route returns to the start.
    h("circle", { class: "start", cx: first.x, cy: first.y, r: 5.5 }),
    bar(scale, width, height));
  return svg;
}

/** Returns the paths of a route: one for each stretch of one colour, which begins where the one before ends. */
function ways(points, classes) {
  if (!classes) return [h("path", { class: "way", d: path(points) })];
  const found = [];
  for (let from = 0; from < points.length - 1; ) {
    let to = from + 1;
    while (to < points.length - 1 && classes[to + 1] === classes[from + 1]) to += 1;
    found.push(h("path", { class: `way pace-${classes[from + 1]}`, d: path(points.slice(from, to + 1)) }));
    from = to;
  }
  return found;
}

/** Returns a path without invisible detail: points less than half a pixel from the previous one are left out. */
function path(points) {
  let text = "";
  let last;
  points.forEach((point, index) => {
    if (last && index < points.length - 1 && Math.hypot(point.x - last.x, point.y - last.y) < 0.5) return;
    text += `${last ? "L" : "M"}${point.x.toFixed(1)} ${point.y.toFixed(1)}`;
    last = point;
  });
  return text;
}

/** Returns the points at which a route reaches full kilometres or miles. */
function marks(points, shape) {
  const curve = routeCurve(points);
  const step = splitStep();
  const count = Math.floor(curve.at(-1).metres / step);
  const every = Math.ceil(count / 20);
  const found = [];
  for (let label = every; label <= count && every; label += every) {
    const time = timeAt(curve, label * step);
    const index = Math.max(1, points.findIndex((point) => point.time >= time));
    const part = (time - points[index - 1].time) / (points[index].time - points[index - 1].time || 1);
    const [from, to] = [shape[index - 1], shape[index]];
    found.push({ label, at: { x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y) } });
  }
  return found;
}

const mark = (at, label) => h("g", {}, h("circle", { class: "split", cx: at.x, cy: at.y, r: 9 }),
  h("text", { class: "split", x: at.x, y: at.y + 3.5, "text-anchor": "middle" }, number(label)));

/** Draws a scale bar of a round length in the corner. */
function bar(scale, width, height) {
  const isMiles = unitFor("distanceWalkingRunning") === "mi";
  const most = (width * 0.3) / scale;
  const [unit, metres] = isMiles ? (most < 1609 ? ["ft", 0.3048] : ["mi", 1609.344]) : most < 1000 ? ["m", 1] : ["km", 1000];
  const size = 10 ** Math.floor(Math.log10(most / metres));
  const round = [5, 2, 1].map((one) => one * size).find((one) => one <= most / metres) ?? size;
  const length = round * metres * scale;
  const y = height - 8;
  return h("g", { class: "scale" }, h("path", { d: `M4 ${y - 5}v5h${length.toFixed(1)}v-5` }),
    h("text", { x: length + 12, y: y + 1 }, quantity(round, unit, undefined, 2)));
}

const sign = (name) => h("svg", { viewBox: "0 0 14 14", width: 14, height: 14, "aria-hidden": "true", class: "route" },
  name === "start" ? h("circle", { class: "start", cx: 7, cy: 7, r: 5.5 }) : h("rect", { class: "end", x: 2, y: 2, width: 10, height: 10, rx: 2 }));

/** Returns a table of the route: about sixty evenly chosen points. */
function table(routes, zone) {
  const details = h("details", {}, h("summary", {}, t("chart_table")));
  details.addEventListener("toggle", () => {
    if (!details.open || details.childElementCount > 1) return;
    const rows = routes.flatMap((points) => {
      const curve = routeCurve(points);
      const every = Math.ceil(points.length / 60);
      return points.map((point, index) => ({ ...point, metres: curve[index].metres }))
        .filter((_, index) => index % every === 0 || index === points.length - 1);
    });
    const head = ["time", "distance", "altitude", "speed", "latitude", "longitude"].map((key) =>
      h("th", { scope: "col", class: key === "time" ? null : "number" }, t(`workout_point_${key}`)));
    details.append(h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("workout_points") }, h("table", {},
      h("caption", { class: "hidden" }, t("workout_points")), h("thead", {}, h("tr", {}, head)),
      h("tbody", {}, rows.map((point) => h("tr", {}, h("th", { scope: "row" }, date(point.time * 1000, "second", zone)),
        cells(point).map((text) => h("td", { class: "number" }, text))))))));
  });
  return details;
}

const cells = (point) => [
  distanceText(point.metres), point.altitude === undefined ? "–" : heightText(point.altitude, "m"),
  point.speed === undefined || point.speed < 0 ? "–" : speedText(point.speed),
  number(point.latitude, 5, 5), number(point.longitude, 5, 5),
];
