// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the compiler cannot check subclasses of NSObject; all stored properties are constants.
/// The type of daily activity summaries; see ``HKObjectType/activitySummaryType()``.
public final class HKActivitySummaryType: HKObjectType, @unchecked Sendable {
    override class var kinds: Set<HealthTypeDescription.Kind> { [.activitySummary] }
}
