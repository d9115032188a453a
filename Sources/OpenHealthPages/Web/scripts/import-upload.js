// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { address, ApiError, credentials, get, OfflineError, request } from "./api.js";

/**
 * Sends an export. The browser streams the file from disk without loading all of it into memory.
 * @param {File} file the export.
 * @param {{type: string, isPartial: boolean, signal: AbortSignal, progress: function(number, number)}} options its media type,
 *   whether to accept the readable part of a truncated file, a signal that cancels the upload, and a callback with the numbers of
 *   sent and of all bytes.
 * @returns {Promise<Object>} the started import.
 * @throws {ApiError|OfflineError|DOMException}
 */
export function upload(file, { type, isPartial, signal, progress }) {
  const path = "/v1/imports";
  return new Promise((resolve, reject) => {
    // In browsers, only this API reports the progress of an upload.
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
 * Follows an import until it ends, also over interrupted connections.
 * @param {string} id the import.
 * @param {function(Object)} progress is called with the state of the import.
 * @returns {Promise<Object>} the import when it has ended.
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

/** Yields the data of the events of a stream. */
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
