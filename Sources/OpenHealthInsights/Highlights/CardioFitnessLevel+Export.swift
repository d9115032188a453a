// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

extension CardioFitnessLevel.Sex {
    /// Creates the sex of a characteristic as exports write it, such as `HKBiologicalSexFemale`; nil for others.
    package init?(exported text: String?) {
        switch text.flatMap({ HealthEnums.rawValue(ofCase: $0) }).flatMap(HKBiologicalSex.init(rawValue:)) {
        case .female: self = .female
        case .male: self = .male
        default: return nil
        }
    }
}
