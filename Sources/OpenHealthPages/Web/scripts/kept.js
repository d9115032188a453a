// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/**
 * The dashboard as it was shown last. `page` is its HTML and `responses` are the server's responses by address, or
 * promises of them. `moment` is the time
 * of the responses if they are shown in place of the server's; undefined if the server answers.
 */
export const kept = { page: undefined, responses: new Map(), moment: undefined };

/** The present moment, or that of the figures if they are those of an earlier time. */
export const present = () => kept.moment ?? new Date();
