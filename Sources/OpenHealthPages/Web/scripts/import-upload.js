// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { address, ApiError, credentials, get, OfflineError, request } from "./api.js";

/**
 * Sends an export. It goes from the disk as it is: a browser streams it and never has all of it in memory.
 * @param {File} file the export.
 * @param {{type: string, isPartial: boolean, signal: AbortSignal, progress: function(number, number)}} options its media type, whether to take
 *   what there is of one that is cut off, what ends the upload, and who is told how many bytes of how many are sent.
 * @returns {Promise<Object>} the import that has begun.
 * @throws {ApiError|OfflineError|DOMException}
 */
export function upload(file, { type, isPartial, signal, progress }) {
  const path = "/v1/imports";
  return new Promise((resolve, reject) => {
    // Of what browsers have, this alone tells how much is sent.
    const query = new XMLHttpRequest();
    query.open("POST", address(path, { partial: isPartial ? "true" : undefined }));
    query.responseType = "json";
    query.setRequestHeader("Content-Type", type);
    query.setRequestHeader("Accept", "application/json");
    for (const [name, value] of Object.entries(credentials(path))) query.setRequestHeader(name, value);
    query.upload.onprogress = (event) => progress(event.loaded, event.lengthComputable ? event.total : file.size);
    query.onload = () => (query.status < 300 ? resolve(query.response) : reject(new ApiError(query.status, query.response ?? {})));
    query.onerror = () => reject(new OfflineError());
    query.onabort = () => reject(new DOMException("", "AbortError"));
    signal.addEventListener("abort", () => query.abort());
    query.send(file);
  });
}

/**
 * Follows an import to its end, also over connections that break.
 * @param {string} id the import.
 * @param {function(Object)} progress is told how far it is.
 * @returns {Promise<Object>} the import as it ended.
 */
export async function follow(id, progress) {
  for (let pause = 500; ; pause = Math.min(pause * 2, 5000)) {
    try {
      const response = await request("GET", `/v1/imports/${id}/events`, { accept: "text/event-stream" });
      for await (const job of events(response.body)) {
        if (job.status !== "importing") return job;
        progress(job);
        pause = 500;
      }
    } catch (error) {
      if (error.name === "ApiError") throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
    try {
      const job = await get(`/v1/imports/${id}`);
      if (job.status !== "importing") return job;
    } catch (error) {
      if (error.name === "ApiError") throw error;
    }
  }
}

/** What the events of a stream carry. */
async function* events(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      text += value;
      for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
        const data = text.slice(0, end).split("\n").filter((line) => line.startsWith("data: ")).map((line) => line.slice(6)).join("\n");
        text = text.slice(end + 2);
        if (data) yield JSON.parse(data);
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}
