// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { find } from "./dom.js";

find("#print")?.addEventListener("click", () => window.print());
