// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Signing out removes the drafts of forms, which the tab stores.
sessionStorage.clear();
