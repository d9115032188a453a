// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the compiler cannot check subclasses of NSObject; all stored properties are constants.
/// A type whose samples are documents.
public final class HKDocumentType: HKSampleType, @unchecked Sendable {
    override class var kinds: Set<HealthTypeDescription.Kind> { [.document] }

    /// Creates a type from its identifier.
    /// - Precondition: The identifier is known.
    public convenience init(_ identifier: HKDocumentTypeIdentifier) {
        self.init(facts: HKObjectType.facts(of: identifier.rawValue, .document))
    }
}
