// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The part of an object's archive that one class writes: property-list values by name.
///
/// Each class encodes its archive as data under its own name. Foundation's `NSKeyedUnarchiver` on Linux traps when an archive
/// contains an object of an unexpected class; with data only, a damaged or malicious archive is decoded as `nil`.
package struct HKArchive: ExpressibleByDictionaryLiteral {
    /// The values by name, all of property-list types.
    package private(set) var values: [String: Any]

    /// Creates an empty archive.
    package init() {
        values = [:]
    }

    /// Creates an archive from its values by name.
    package init(dictionaryLiteral elements: (String, (any HKArchivable)?)...) {
        self.init()
        for (name, value) in elements { set(value, name) }
    }

    /// Creates an archive from a property-list dictionary.
    package init(values: [String: Any]) {
        self.values = values
    }

    /// Creates an archive from its data, or returns `nil` if the data is invalid.
    init?(data: Data) {
        guard let list = try? PropertyListSerialization.propertyList(from: data, options: [], format: nil),
            let values = list as? [String: Any]
        else { return nil }
        self.values = values
    }

    /// The archive as data.
    var data: Data {
        // A dictionary of property-list values always has a binary form; empty data is decoded as `nil`.
        (try? PropertyListSerialization.data(fromPropertyList: values, format: .binary, options: 0)) ?? Data()
    }

    // MARK: - Plain values

    /// Sets a value; `nil` removes it.
    package mutating func set(_ value: (any HKArchivable)?, _ name: String) { values[name] = value?.archived }

    package func string(_ name: String) -> String? { values[name] as? String }
    package func integer(_ name: String) -> Int? { values[name] as? Int }
    /// Returns a number. Programs in JavaScript write 1.0 as 1.
    package func double(_ name: String) -> Double? { values[name] as? Double ?? integer(name).map(Double.init) }
    package func bool(_ name: String) -> Bool? { values[name] as? Bool }
    package func data(_ name: String) -> Data? { values[name] as? Data }
    package func strings(_ name: String) -> [String]? { values[name] as? [String] }
    package func integers(_ name: String) -> [Int]? { values[name] as? [Int] }
    package func uuid(_ name: String) -> UUID? { string(name).flatMap(UUID.init(uuidString:)) }
    package func date(_ name: String) -> Date? { double(name).map(Date.init(timeIntervalSinceReferenceDate:)) }

    package func raw<Raw: RawRepresentable<Int>>(_ name: String, as type: Raw.Type) -> Raw? {
        integer(name).flatMap(Raw.init(rawValue:))
    }

    package func raw<Raw: RawRepresentable<UInt>>(_ name: String, as type: Raw.Type) -> Raw? {
        integer(name).flatMap { Raw(rawValue: UInt(bitPattern: $0)) }
    }

    package func raw<Raw: RawRepresentable<String>>(_ name: String, as type: Raw.Type) -> Raw? {
        string(name).flatMap(Raw.init(rawValue:))
    }

    // MARK: - Archives within archives

    package func archive(_ name: String) -> HKArchive? {
        (values[name] as? [String: Any]).map(HKArchive.init(values:))
    }

    package func archives(_ name: String) -> [HKArchive]? {
        (values[name] as? [[String: Any]])?.map(HKArchive.init(values:))
    }
}

extension HKArchive {
    /// Returns an object, or `nil` if there is none or it cannot be decoded.
    package func object<Object: NSObject & NSSecureCoding>(_ name: String, as type: Object.Type) -> Object? {
        archive(name).flatMap { Object(coder: HKArchiveCoder(reading: $0)) }
    }

    /// Returns objects, or `nil` if one of them cannot be decoded.
    package func objects<Object: NSObject & NSSecureCoding>(_ name: String, as type: Object.Type) -> [Object]? {
        guard let archives = archives(name) else { return nil }
        let objects = archives.compactMap { Object(coder: HKArchiveCoder(reading: $0)) }
        return objects.count == archives.count ? objects : nil
    }

    /// Creates the archive of an object of a known class.
    package init(object: any NSObject & NSSecureCoding) {
        let coder = HKArchiveCoder()
        object.encode(with: coder)
        self = coder.archive
    }

    // MARK: - Samples of any class

    /// Returns the archives of samples of different classes.
    package static func list(of samples: [HKSample]) -> [HKArchive] {
        samples.map { sample in
            var archive = HKArchive(object: sample)
            archive.set(className(of: sample), "class")
            return archive
        }
    }

    /// Returns samples, or `nil` if one of them cannot be decoded.
    package func samples(_ name: String) -> [HKSample]? {
        guard let archives = archives(name) else { return nil }
        let samples = archives.compactMap { archive -> HKSample? in
            guard let kind = archive.string("class").flatMap({ Self.sampleClasses[$0] }) else { return nil }
            return kind.init(coder: HKArchiveCoder(reading: archive))
        }
        return samples.count == archives.count ? samples : nil
    }

    /// The classes of samples in other objects; no other classes are instantiated from an archive.
    private static let sampleClasses: [String: HKSample.Type] = Dictionary(
        uniqueKeysWithValues: [
            HKQuantitySample.self, HKCumulativeQuantitySample.self, HKCumulativeQuantitySeriesSample.self,
            HKDiscreteQuantitySample.self, HKCategorySample.self, HKCorrelation.self, HKWorkout.self,
            HKSeriesSample.self, HKWorkoutRoute.self, HKHeartbeatSeriesSample.self, HKElectrocardiogram.self,
            HKAudiogramSample.self, HKClinicalRecord.self, HKVerifiableClinicalRecord.self, HKVisionPrescription.self,
            HKGlassesPrescription.self, HKContactsPrescription.self, HKStateOfMind.self, HKGAD7Assessment.self,
            HKPHQ9Assessment.self, HKMedicationDoseEvent.self, HKDocumentSample.self, HKCDADocumentSample.self,
        ].map { (String(describing: $0), $0) })

    /// Returns the name of the class of a sample; an app's own subclass is archived as the class that apps can extend.
    private static func className(of sample: HKSample) -> String {
        let name = String(describing: Swift.type(of: sample))
        return sampleClasses[name] == Swift.type(of: sample) ? name : String(describing: HKQuantitySample.self)
    }
}

extension HKArchive {
    // MARK: - Quantities and types

    package func quantity(_ name: String) -> HKQuantity? {
        archive(name)?.asQuantity
    }

    private var asQuantity: HKQuantity? {
        guard let text = string("unit"), let unit = try? HKUnit(validating: text), let value = double("value") else {
            return nil
        }
        return HKQuantity(unit: unit, doubleValue: value)
    }

    package func unit(_ name: String) -> HKUnit? { string(name).flatMap { try? HKUnit(validating: $0) } }

    package func type<Kind: HKObjectType>(_ name: String, as kind: Kind.Type) -> Kind? {
        string(name).flatMap { HKObjectType.named($0) } as? Kind
    }

    // MARK: - Dates

    package func interval(_ name: String) -> DateInterval? {
        guard let archive = archive(name), let start = archive.date("start"),
            let duration = archive.double("duration"), duration >= 0
        else { return nil }
        return DateInterval(start: start, duration: duration)
    }

    package func day(_ name: String) -> DateComponents? {
        guard let archive = archive(name) else { return nil }
        return DateComponents(
            era: archive.integer("era"), year: archive.integer("year"), month: archive.integer("month"),
            day: archive.integer("day"))
    }

    // MARK: - Metadata

    /// Returns the metadata, or `nil` if a value cannot be decoded.
    package func metadata(_ name: String) -> [String: HKMetadataValue]? {
        guard let archive = archive(name) else { return nil }
        var result: [String: HKMetadataValue] = [:]
        for key in archive.values.keys {
            guard let value = archive.archive(key)?.metadataValue else { return nil }
            result[key] = value
        }
        return result
    }

    private var metadataValue: HKMetadataValue? {
        switch values.keys.first {
        case "string": string("string").map(HKMetadataValue.string)
        case "integer": integer("integer").map(HKMetadataValue.integer)
        case "double": double("double").map(HKMetadataValue.double)
        case "bool": bool("bool").map(HKMetadataValue.bool)
        case "date": date("date").map(HKMetadataValue.date)
        case "quantity": quantity("quantity").map(HKMetadataValue.quantity)
        default: nil
        }
    }
}

extension HKArchive {
    static func list(of statistics: [HKQuantityType: HKStatistics]) -> [HKStatistics] {
        statistics.values.sorted { $0.quantityType.identifier < $1.quantityType.identifier }
    }

    func statistics(_ name: String) -> [HKQuantityType: HKStatistics]? {
        guard let list = objects(name, as: HKStatistics.self) else { return nil }
        return Dictionary(list.map { ($0.quantityType, $0) }) { first, _ in first }
    }

    static func list(of zoneGroups: [HKQuantityType: HKWorkoutZoneGroup]) -> [HKArchive] {
        let groups = zoneGroups.values.sorted {
            $0.configuration.quantityType.identifier < $1.configuration.quantityType.identifier
        }
        return groups.map(HKArchive.init(zoneGroup:))
    }

    func zoneGroups(_ name: String) -> [HKQuantityType: HKWorkoutZoneGroup]? {
        guard let list = archives(name)?.compactMap(\.zoneGroup) else { return nil }
        return Dictionary(list.map { ($0.configuration.quantityType, $0) }) { first, _ in first }
    }

    private init(zoneGroup: HKWorkoutZoneGroup) {
        let configuration = zoneGroup.configuration
        self = [
            "type": configuration.quantityType, "source": configuration.source.name,
            "zones": configuration.zones.map(HKArchive.init(zone:)),
            "durations": zoneGroup.zoneDurations.map { entry in
                var archive = HKArchive(zone: entry.zone)
                archive.set(entry.duration, "duration")
                return archive
            },
        ]
    }

    private init(zone: HKWorkoutZone) {
        self = ["index": zone.index, "minimum": zone.minimum, "maximum": zone.maximum]
    }

    private var zone: HKWorkoutZone? {
        integer("index").map {
            HKWorkoutZone(index: $0, minimum: quantity("minimum"), maximum: quantity("maximum"))
        }
    }

    private var zoneGroup: HKWorkoutZoneGroup? {
        guard let type = type("type", as: HKQuantityType.self),
            let source = string("source").flatMap(HKWorkoutZoneConfiguration.Source.init(name:)),
            let zones = archives("zones")?.compactMap(\.zone), let durations = archives("durations")
        else { return nil }
        return HKWorkoutZoneGroup(
            configuration: HKWorkoutZoneConfiguration(source: source, quantityType: type, zones: zones),
            zoneDurations: durations.compactMap { entry in
                guard let zone = entry.zone, let duration = entry.double("duration") else { return nil }
                return HKWorkoutZoneDuration(zone: zone, duration: duration)
            })
    }
}
