// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the compiler cannot check subclasses of NSObject; all stored properties are constants.
/// A type whose samples contain a value of an enumeration.
public final class HKCategoryType: HKSampleType, @unchecked Sendable {
    override class var kinds: Set<HealthTypeDescription.Kind> { [.category] }

    /// Creates a type from its identifier.
    /// - Precondition: The identifier is known.
    public convenience init(_ identifier: HKCategoryTypeIdentifier) {
        self.init(facts: HKObjectType.facts(of: identifier.rawValue, .category))
    }
}
