// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// A draft of a mail with a file: a message of RFC 5322 with parts of RFC 2045, all in ASCII and short lines. MailDraft of the
// Swift module OpenHealthFormats has the same format.

const bytesOf = (text) => new TextEncoder().encode(text);

/** Encodes bytes in base64, without line breaks. */
function base64(bytes) {
  let text = "";
  // String.fromCharCode accepts a limited number of arguments; with a multiple of three, the pieces can be joined.
  for (let start = 0; start < bytes.length; start += 24576) text += btoa(String.fromCharCode(...bytes.subarray(start, start + 24576)));
  return text;
}

/** Encodes bytes in base64 with lines of 76 characters. */
const base64Lines = (bytes) => base64(bytes).replace(/.{1,76}/g, "$&\r\n");

/**
 * The maximum number of bytes in an encoded word of RFC 2047: 75 characters minus "=?UTF-8?B?" and "?=", in whole groups of
 * base64.
 */
const wordBytes = Math.floor((75 - 12) / 4) * 3;

/**
 * Returns a header with a string in any script: unchanged if it is plain and short, otherwise in encoded words, each of whole
 * characters and on its own line.
 * @param {string} name the name of the header.
 * @param {string} text the value; its line breaks become spaces, so that it cannot add a header.
 */
export function textHeader(name, text) {
  const line = text.replace(/[\u0000-\u001f\u007f]+/g, " ").trim();
  const isPlain = /^[\x20-\x7e]*$/.test(line) && !line.includes("=?") && !/ {2}/.test(line) && name.length + line.length + 2 <= 76;
  if (isPlain) return `${name}: ${line}\r\n`;
  const words = [];
  let word = "";
  for (const character of line) {
    const available = words.length ? wordBytes : Math.floor((76 - name.length - 2 - 12) / 4) * 3;
    if (bytesOf(word + character).length > Math.min(available, wordBytes)) {
      words.push(word);
      word = "";
    }
    word += character;
  }
  words.push(word);
  return `${name}: ${words.map((part) => `=?UTF-8?B?${base64(bytesOf(part))}?=`).join("\r\n ")}\r\n`;
}

const days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const two = (value) => String(value).padStart(2, "0");

/** Formats a date for mail: Sat, 07 Mar 2026 09:05:00 +0100. */
export function mailDate(date, offsetMinutes) {
  const local = new Date(date.getTime() + offsetMinutes * 60000);
  const offset = Math.abs(offsetMinutes);
  return `${days[local.getUTCDay()]}, ${two(local.getUTCDate())} ${months[local.getUTCMonth()]} ${local.getUTCFullYear()} `
    + `${two(local.getUTCHours())}:${two(local.getUTCMinutes())}:${two(local.getUTCSeconds())} `
    + `${offsetMinutes < 0 ? "-" : "+"}${two(Math.floor(offset / 60))}${two(offset % 60)}`;
}

/**
 * Returns a draft of a mail with one file.
 * @param {{subject: string, text: string, date: Date, offset: number, file: {name: string, type: string, content: string}}} mail
 *   the content; the name of the file is ASCII without quotation marks, and offset is the date's offset from UTC in minutes.
 * @returns {string} the message, in ASCII.
 */
export function mailDraft({ subject, text, date, offset, file }) {
  // Base64 does not contain "_", so no line of a part can be mistaken for the boundary.
  const boundary = `=_part_${crypto.randomUUID().replaceAll("-", "")}`;
  const body = `${text.replace(/\r\n|\r|\n/g, "\n").replace(/\n*$/, "\n").replaceAll("\n", "\r\n")}`;
  const part = (type, more, content) =>
    `--${boundary}\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: base64\r\n${more}\r\n${base64Lines(bytesOf(content))}\r\n`;
  return `X-Unsent: 1\r\n${textHeader("Subject", subject)}Date: ${mailDate(date, offset)}\r\nMIME-Version: 1.0\r\n`
    + `Content-Type: multipart/mixed;\r\n boundary="${boundary}"\r\n\r\n`
    + part("text/plain; charset=utf-8", "", body)
    + part(file.type, `Content-Disposition: attachment;\r\n filename="${file.name}"\r\n`, file.content)
    + `--${boundary}--\r\n`;
}
