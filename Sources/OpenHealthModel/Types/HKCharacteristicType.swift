// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// `@unchecked Sendable` because the compiler cannot see that NSObject is safe to share; all that is stored is constant.
/// A type of fact about the person that seldom changes, such as the date of birth.
public final class HKCharacteristicType: HKObjectType, @unchecked Sendable {
    override class var kinds: Set<HealthTypeDescription.Kind> { [.characteristic] }

    /// Creates the type with an identifier.
    /// - Precondition: the identifier is known; stops the process otherwise.
    public convenience init(_ identifier: HKCharacteristicTypeIdentifier) {
        self.init(facts: HKObjectType.facts(of: identifier.rawValue, .characteristic))
    }
}
