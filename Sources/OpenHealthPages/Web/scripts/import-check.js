// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/** The maximum length of an archive's end-of-directory record: the record and the longest comment, in bytes. */
const tail = 22 + 65535;

/** The suffixes and media types of files that can be imported, for the file dialog. */
export const accepted = ".zip,.xml,.fit,.tcx,.gpx,.gz,application/zip,text/xml,application/xml,application/gzip,application/gpx+xml";

/** The elements with which documents begin that have no declaration. */
const roots = /^<(\?xml|!DOCTYPE|!--|HealthData|gpx|TrainingCenterDatabase)/;

/**
 * Checks a file before it is sent: a few bytes at its ends show whether it can be an export or a file of activities. The rest is not read.
 * @param {File} file the chosen or dropped file.
 * @returns {Promise<{type: string, fault: (string|null)}>} the media type, and the error: "emptyFile", "notAnExport", "truncated"
 *   (an archive without its end), "notReadable" or null.
 */
export async function inspect(file) {
  try {
    if (file.size === 0) return { type: "", fault: "emptyFile" };
    const head = new Uint8Array(await file.slice(0, 1024).arrayBuffer());
    if (head[0] === 0x50 && head[1] === 0x4b && head[2] === 3 && head[3] === 4) {
      const end = new Uint8Array(await file.slice(Math.max(0, file.size - tail)).arrayBuffer());
      return { type: "application/zip", fault: hasDirectoryEnd(end) ? null : "truncated" };
    }
    if (isGzip(head) || isFIT(head)) return { type: "application/octet-stream", fault: null };
    const text = new TextDecoder(encoding(head)).decode(head).replace(/^\ufeff/, "").trimStart();
    return roots.test(text) ? { type: "text/xml", fault: null } : { type: "", fault: "notAnExport" };
  } catch {
    // A folder, or a file that was removed or that the browser may not read.
    return { type: "", fault: "notReadable" };
  }
}

const isGzip = (head) => head[0] === 0x1f && head[1] === 0x8b && head[2] === 8;

/** Returns whether a file begins with the header of FIT, which has its name at the ninth byte. */
const isFIT = (head) => head[0] >= 12 && [0x2e, 0x46, 0x49, 0x54].every((byte, index) => head[8 + index] === byte);

/** Returns the encoding of a document by its byte order mark. */
function encoding(head) {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  return head[0] === 0xfe && head[1] === 0xff ? "utf-16be" : "utf-8";
}

function hasDirectoryEnd(bytes) {
  for (let at = bytes.length - 22; at >= 0; at -= 1) {
    if (bytes[at] === 0x50 && bytes[at + 1] === 0x4b && bytes[at + 2] === 5 && bytes[at + 3] === 6) return true;
  }
  return false;
}
