// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The changes after an anchor that an app may see.
package struct AppChanges: Sendable {
    /// The samples that were saved and are still there, in the order of changes.
    package var added: [HKSample]
    /// The deleted objects, in the order of changes.
    package var deleted: [HKDeletedObject]
    /// The place up to which this goes.
    package var anchor: HKQueryAnchor
    /// Whether a limit left something out that has happened already.
    package var hasMore: Bool

    package init(added: [HKSample], deleted: [HKDeletedObject], anchor: HKQueryAnchor, hasMore: Bool) {
        self.added = added
        self.deleted = deleted
        self.anchor = anchor
        self.hasMore = hasMore
    }
}
