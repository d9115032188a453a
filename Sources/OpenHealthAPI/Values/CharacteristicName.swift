// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The names that characteristics have on the wire.
package enum CharacteristicName {
    /// Every characteristic and its name.
    package static let all: [(name: String, type: HKCharacteristicType)] = HealthTypes.all
        .compactMap { facts in
            (HKObjectType.named(facts.identifier) as? HKCharacteristicType).map { (facts.swiftName, $0) }
        }

    /// The characteristic with a name or an identifier; nil where there is none.
    package static func type(_ name: String) -> HKCharacteristicType? {
        all.first { $0.name == name || $0.type.identifier == name }?.type
    }

    /// The name of a characteristic.
    package static func name(_ type: HKCharacteristicType) -> String? {
        all.first { $0.type == type }?.name
    }
}
