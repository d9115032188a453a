// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the compiler cannot check subclasses of NSObject; all stored properties are constants.
/// The type of medication doses; see ``HKObjectType/medicationDoseEventType()``.
public final class HKMedicationDoseEventType: HKSampleType, @unchecked Sendable {
    override class var kinds: Set<HealthTypeDescription.Kind> { [.medicationDoseEvent] }
}
