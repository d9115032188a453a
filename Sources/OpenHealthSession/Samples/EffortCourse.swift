// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The position of a repeated query for the samples of effort of workouts.
package struct EffortCourse: Sendable {
    /// The place up to which they know the changes of relations.
    package var anchor: Int
    /// The workouts that they know to have relations.
    package var workouts: Set<UUID> = []

    package init(anchor: Int) {
        self.anchor = anchor
    }
}
