// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Precondition failures of the type classes; see Violations.swift.

/// Traps because a type identifier is unknown or of another kind.
package func violationUnknownType(_ identifier: String, expected kind: HealthTypeDescription.Kind) -> Never {
    contractViolation(
        "\"\(identifier)\" is not the identifier of a \(kind.rawValue) type. "
            + "For text that people type, use HealthTypes.matching(_:), which returns nil.")
}

/// Traps because the type does not have the requested duration limit.
package func violationUnrestrictedDuration(_ type: HKSampleType, _ bound: String) -> Never {
    contractViolation("\(type.identifier) has no \(bound) duration; ask whether it is restricted first.")
}
