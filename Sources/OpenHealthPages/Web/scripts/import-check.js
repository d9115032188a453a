// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/** The maximum length of an archive's end-of-directory record: the record and the longest comment, in bytes. */
const tail = 22 + 65535;

/**
 * Checks a file before it is sent: a few bytes at its ends show whether it can be an export. The rest is not read.
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
    const text = new TextDecoder("utf-8").decode(head).replace(/^\ufeff/, "").trimStart();
    return /^<(\?xml|!DOCTYPE|!--|HealthData)/.test(text) ? { type: "text/xml", fault: null } : { type: "", fault: "notAnExport" };
  } catch {
    // A folder, or a file that was removed or that the browser may not read.
    return { type: "", fault: "notReadable" };
  }
}

function hasDirectoryEnd(bytes) {
  for (let at = bytes.length - 22; at >= 0; at -= 1) {
    if (bytes[at] === 0x50 && bytes[at + 1] === 0x4b && bytes[at + 2] === 5 && bytes[at + 3] === 6) return true;
  }
  return false;
}
