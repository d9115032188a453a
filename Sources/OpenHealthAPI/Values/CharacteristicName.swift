// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The names of characteristics on the wire.
package enum CharacteristicName {
    /// Every characteristic and its name.
    package static let all: [(name: String, type: HKCharacteristicType)] = HealthTypes.all
        .compactMap { facts in
            (HKObjectType.named(facts.identifier) as? HKCharacteristicType).map { (facts.swiftName, $0) }
        }

    /// Returns the characteristic with a name or an identifier, or nil if there is no such characteristic.
    package static func type(_ name: String) -> HKCharacteristicType? {
        all.first { $0.name == name || $0.type.identifier == name }?.type
    }

    /// Returns the name of a characteristic.
    package static func name(_ type: HKCharacteristicType) -> String? {
        all.first { $0.type == type }?.name
    }
}
