// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The maximum lengths of texts that come in from imports, pushes and saves. Texts of real sources have a few dozen bytes.
package enum TextLimit {
    /// The maximum length of a name, in bytes of UTF-8: of a source, a version, a property of a device, a unit, a type, or a metadata
    /// key.
    package static let name = 4096
    /// The maximum length of a metadata value, in bytes of UTF-8. The quotas of apps are lower.
    package static let value = 1 << 20
    /// The maximum length of a reason in a response, in characters.
    static let reason = 400
    /// The maximum length of a name that can be known, in bytes of UTF-8: of a type, a unit, an activity, or a value.
    package static let known = 256

    /// Returns the beginning of a text that is part of a response.
    static func shortened(_ text: String) -> String {
        text.utf8.count <= reason ? text : text.limited(to: reason - 1) + "…"
    }
}

extension StringProtocol {
    /// Whether the text is short enough to be a known name. Longer ones are not compared with the known ones, because
    /// changing their case takes time for each character.
    package var canBeKnown: Bool { utf8.count <= TextLimit.known }

    /// Returns the beginning of the text with at most some characters, and at most four times as many bytes of UTF-8.
    ///
    /// One character can have any number of combining marks, so that a limit of characters alone is no limit.
    package func limited(to characters: Int) -> String {
        let bytes = characters * 4
        guard utf8.count > bytes else { return String(prefix(characters)) }
        var beginning = String.UnicodeScalarView()
        var size = 0
        for scalar in unicodeScalars {
            size += UTF8.width(scalar)
            guard size <= bytes else { break }
            beginning.append(scalar)
        }
        return String(String(beginning).prefix(characters))
    }
}

extension ProvenanceData {
    /// The property with a longer text than ``TextLimit/name``, such as `name of the source`; nil if nothing has.
    package var longText: String? {
        let names: [(String, String?)] = [
            ("name of the source", sourceName), ("bundle identifier of the source", bundleIdentifier),
            ("version of the source", sourceVersion), ("product type", productType),
            ("version of the operating system", operatingSystemVersion), ("unit", unit),
        ]
        if let name = names.first(where: { ($0.1?.utf8.count ?? 0) > TextLimit.name }) { return name.0 }
        return device?.hasLongText == true ? "device" : nil
    }
}

extension DeviceData {
    fileprivate var hasLongText: Bool {
        [name, manufacturer, model, hardware, firmware, software, localIdentifier, udiDeviceIdentifier].contains {
            ($0?.utf8.count ?? 0) > TextLimit.name
        } || other.longText != nil
    }
}

extension [MetadataPair] {
    /// The property with a longer text than the limits, such as `key of the metadata`; nil if nothing has.
    package var longText: String? {
        for pair in self {
            if pair.key.utf8.count > TextLimit.name { return "key of the metadata" }
            if pair.value.utf8.count > TextLimit.value { return "value of the metadata" }
        }
        return nil
    }
}

extension PushedBatch {
    /// The number of bytes of metadata of each record and item that has some. Objects count separately.
    package var metadataSizes: [Int] {
        let sizes = samples.newMetadata.map(\.size)
        let rows = samples.rows.lazy.filter { $0.metadata >= 0 }.map {
            sizes[Int($0.metadata - samples.oldestMetadata)]
        }
        return Array(rows) + samples.items.map(\.metadataSize)
    }

    /// Removes the records, items and objects with more metadata than a limit, and refuses them.
    /// - Parameters:
    ///   - limit: The maximum number of bytes of metadata of a sample.
    ///   - remedy: The remedy.
    package mutating func refuseMetadata(over limit: Int, remedy: String) {
        let sizes = samples.newMetadata.map(\.size)
        guard
            sizes.contains(where: { $0 > limit }) || samples.items.contains(where: { $0.metadataSize > limit })
                || objects.contains(where: { $0.sample.metadataSize > limit })
        else { return }
        let old = self
        var pointers: [String] = []
        keep { index in
            let metadata = old.samples.rows[index].metadata
            guard metadata >= 0, sizes[Int(metadata - old.samples.oldestMetadata)] > limit else { return true }
            let place = old.places[Int(old.rowPlaces[index])]
            pointers.append(old.rowIndices[Int32(index)].map { "\(place)/\($0)" } ?? place)
            return false
        } item: { index, item in
            guard item.metadataSize > limit else { return item }
            pointers.append(old.itemPlaces[index])
            return nil
        }
        objects.removeAll { object in
            guard object.sample.metadataSize > limit else { return false }
            pointers.append(object.place)
            return true
        }
        for pointer in pointers {
            refusals.add(
                PushRefusal(
                    pointer: pointer, reason: "its texts and other metadata have more than \(limit) bytes",
                    remedy: remedy))
        }
    }
}

extension ImportedItem {
    /// The metadata of the sample of a correlation or workout; empty for other items.
    package var sampleMetadata: [MetadataPair] {
        switch self {
        case .correlation(let correlation): correlation.sample.metadata
        case .workout(let workout): workout.sample.metadata
        default: []
        }
    }

    /// The number of bytes of metadata of a correlation or workout.
    fileprivate var metadataSize: Int {
        guard case .workout(let workout) = self else { return sampleMetadata.size }
        return workout.events.reduce(sampleMetadata.size) { $0 + $1.metadata.size }
    }
}

extension [MetadataPair] {
    /// The number of bytes of the keys and values.
    package var size: Int { reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count } }
}
