// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { get } from "./api.js";
import { h, fill, find } from "./dom.js";
import { t } from "./strings.js";
import { guarded } from "./problems.js";
import { follow } from "./live.js";
import { factsOf, shortName, typeName } from "./names.js";
import { activityName } from "./value-names.js";
import { loadMedications } from "./medications.js";
import { loadUnits } from "./units.js";
import { isOwn, unitTypes } from "./sample-text.js";
import { card, mainCard, metadataCard, originCard, samplesCard } from "./sample-facts.js";
import { metadataTypes } from "./sample-metadata.js";
import { isCorrectable } from "./add-correct.js";
import { deleteOwn } from "./deleting.js";

const app = find("#app");
const { uuid } = document.body.dataset;
let endFollowing;

guarded(app, show);

async function show() {
  const sample = await read();
  if (!sample) return showGone();
  const types = [sample, ...(sample.objects ?? [])].map((one) => one.type);
  await Promise.all([loadUnits([...types, ...unitTypes(sample.type), ...metadataTypes]), loadMedications(sample.type)]);
  const name = sample.activityType ? activityName(sample.activityType) : typeName(sample.type);
  find("h1").textContent = name;
  document.title = `${name} – OpenHealthKit`;
  const parts = h("div", {});
  fill(app, parts, originCard(sample), metadataCard(sample), isOwn(sample) && h("p", { class: "actions" },
    isCorrectable(sample) && h("a", { class: "button", href: `/add/${shortName(sample.type)}?correct=${sample.uuid}` }, t("add_correct")),
    h("button", { type: "button", class: "danger", onclick: () => remove(sample) }, t("samples_delete_this"))));
  endFollowing?.();
  // A sample that is deleted elsewhere disappears here, too.
  endFollowing = follow([sample.type], async () => { if (!(await read())) showGone(); });
  await showParts(parts, sample);
}

async function read() {
  try {
    return await get(`/v1/samples/${uuid}`);
  } catch (error) {
    if (error.status === 404) return null;
    throw error;
  }
}

/** Shows the parts for a kind of sample; those that few samples need are loaded on demand. */
async function showParts(parts, sample) {
  switch (factsOf(sample.type)?.kind) {
    case "workout": return (await import("./sample-workout.js")).showWorkout(parts, sample);
    case "electrocardiogram": return (await import("./sample-ecg.js")).showElectrocardiogram(parts, sample);
    case "audiogram": return (await import("./sample-audiogram.js")).showAudiogram(parts, sample);
    case "series": return (await import("./sample-series.js")).showSeries(parts, sample);
    case "quantity":
      fill(parts, mainCard(sample));
      return (await isSeries(sample)) ? (await import("./sample-series.js")).showReadings(parts, sample) : undefined;
    case "correlation":
      return fill(parts, mainCard(sample), samplesCard(t("sample_members"), sample.objects));
    default: {
      const { detailPairs } = await import("./sample-other.js");
      return fill(parts, mainCard(sample, detailPairs(sample)));
    }
  }
}

/** Returns whether a sample consists of several readings; an instant does not. */
async function isSeries(sample) {
  if (!sample.detail && sample.startDate === sample.endDate) return false;
  return (await get(`/v1/samples/${sample.uuid}/readings`, { limit: 2 })).readings.length > 1;
}

/** Shows a message in place of a sample that was deleted or that these pages may not read, which look the same. */
function showGone() {
  endFollowing?.();
  endFollowing = undefined;
  fill(app, h("div", { class: "problem", data: { kind: "noData" } }, h("h2", {}, t("sample_gone")), h("p", {}, t("sample_gone_why")),
    h("a", { class: "button", href: "/types" }, t("frame_types"))));
}

function remove(sample) {
  endFollowing?.();
  return deleteOwn([sample], {
    gone: () => {
      const type = shortName(sample.type);
      fill(app, card(null, h("p", { tabindex: "-1", class: "gone" }, t.plural("samples_deleted", 1, { count: 1 })),
        h("a", { class: "button", href: `/types/${type}/samples` }, t("sample_all"))));
      find(".gone").focus();
    },
    back: async () => {
      await guarded(app, show);
      find("main").focus();
    },
  });
}
