// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Ways in which a caller can break the contract of the type classes; see Violations.swift.

/// Stops the process because of an unknown identifier of a type, or one of another kind.
package func violationUnknownType(_ identifier: String, expected kind: HealthTypeDescription.Kind) -> Never {
    contractViolation(
        "\"\(identifier)\" is not the identifier of a \(kind.rawValue) type. "
            + "For text that people type, use HealthTypes.matching(_:), which returns nil.")
}

/// A limit of duration was asked for that the type does not have.
package func violationUnrestrictedDuration(_ type: HKSampleType, _ bound: String) -> Never {
    contractViolation("\(type.identifier) has no \(bound) duration; ask whether it is restricted first.")
}
