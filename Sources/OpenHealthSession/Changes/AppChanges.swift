// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The changes after an anchor that an app can see.
package struct AppChanges: Sendable {
    /// The samples that were saved and still exist, in the order of changes.
    package var added: [HKSample]
    /// The deleted objects, in the order of changes.
    package var deleted: [HKDeletedObject]
    /// The position up to which changes are included.
    package var anchor: HKQueryAnchor
    /// Whether further changes were omitted because of a limit.
    package var hasMore: Bool

    package init(added: [HKSample], deleted: [HKDeletedObject], anchor: HKQueryAnchor, hasMore: Bool) {
        self.added = added
        self.deleted = deleted
        self.anchor = anchor
        self.hasMore = hasMore
    }
}
