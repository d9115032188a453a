// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// `@unchecked Sendable` because the compiler cannot see that NSObject is safe to share; all that is stored is constant.
/// The type of moods and emotions; see ``HKObjectType/stateOfMindType()``.
public final class HKStateOfMindType: HKSampleType, @unchecked Sendable {
    override class var kinds: Set<HealthTypeDescription.Kind> { [.stateOfMind] }
}
