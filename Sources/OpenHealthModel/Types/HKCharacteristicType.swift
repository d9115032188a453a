// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the compiler cannot check subclasses of NSObject; all stored properties are constants.
/// A type of information about the person that seldom changes, such as the date of birth.
public final class HKCharacteristicType: HKObjectType, @unchecked Sendable {
    override class var kinds: Set<HealthTypeDescription.Kind> { [.characteristic] }

    /// Creates a type from its identifier.
    /// - Precondition: The identifier is known.
    public convenience init(_ identifier: HKCharacteristicTypeIdentifier) {
        self.init(facts: HKObjectType.facts(of: identifier.rawValue, .characteristic))
    }
}
