// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Who has signed out leaves nothing behind of what was typed: the drafts of forms are kept by the tab.
sessionStorage.clear();
