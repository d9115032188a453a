// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Browsers have service workers for addresses with TLS, and for the machine itself.
navigator.serviceWorker?.register("/service-worker.js").catch(() => {
  // The pages work without it, as long as the server can be reached.
});
