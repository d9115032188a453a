// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// `@unchecked Sendable` because the compiler cannot see that NSObject is safe to share; all that is stored is constant.
/// A type whose samples are documents.
public final class HKDocumentType: HKSampleType, @unchecked Sendable {
    override class var kinds: Set<HealthTypeDescription.Kind> { [.document] }

    /// Creates the type with an identifier.
    /// - Precondition: the identifier is known; stops the process otherwise.
    public convenience init(_ identifier: HKDocumentTypeIdentifier) {
        self.init(facts: HKObjectType.facts(of: identifier.rawValue, .document))
    }
}
