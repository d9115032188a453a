// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the compiler cannot check subclasses of NSObject; all stored properties are constants.
/// The type of electrocardiograms; see ``HKObjectType/electrocardiogramType()``.
public final class HKElectrocardiogramType: HKSampleType, @unchecked Sendable {
    override class var kinds: Set<HealthTypeDescription.Kind> { [.electrocardiogram] }
}
