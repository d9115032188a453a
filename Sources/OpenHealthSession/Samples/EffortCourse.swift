// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The position of a repeated query for the effort samples of workouts.
package struct EffortCourse: Sendable {
    /// The position up to which changes of relations have been read.
    package var anchor: Int
    /// The workouts that are known to have relations.
    package var workouts: Set<UUID> = []

    package init(anchor: Int) {
        self.anchor = anchor
    }
}
