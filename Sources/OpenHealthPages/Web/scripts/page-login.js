// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { forget } from "./session.js";

// This page is shown after the sign-out, or after the browser was closed: the last dashboard cannot be shown again.
globalThis.caches?.delete("health-kept");
if (new URLSearchParams(location.search).has("left")) {
  // Typed text is deleted, too: the drafts of forms are kept by the tab.
  forget();
  sessionStorage.clear();
}
