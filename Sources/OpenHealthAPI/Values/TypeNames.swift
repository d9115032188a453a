// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension HealthTypes {
    /// The longest name for which an error has suggestions, in UTF-8 bytes.
    private static let longestName = 60

    /// Returns the part of an error that suggests the names nearest to another one, with a space before it; empty if none is near.
    static func hint(for text: String, among names: [String]) -> String {
        let near = text.utf8.count > longestName ? [] : suggestions(for: text, among: names)
        return near.isEmpty ? "" : " Did you mean \(near.joined(separator: " or "))?"
    }
}

/// Types on the wire: written by their identifiers, and parsed from any of their names.
package enum TypeNames {
    /// Returns the type with a name.
    /// - Parameter place: The location of the string, as in ``Problem/Fault``.
    package static func objectType(_ text: String, at place: String) throws(Problem) -> HKObjectType {
        let type = HKObjectType.named(text) ?? HealthTypes.matching(text).flatMap { HKObjectType.named($0.identifier) }
        guard let type else {
            let near = text.utf8.count > 100 ? [] : HealthTypes.suggestions(for: text)
            let hint =
                near.isEmpty ? "GET /v1/catalogue lists the types." : "Did you mean \(near.joined(separator: " or "))?"
            let detail = "Unknown type. \(hint)"
            throw Problem(.invalidArgument, "\(place): \(detail)", faults: [Problem.Fault(place, detail)])
        }
        return type
    }

    /// Returns the sample type with a name.
    package static func sampleType(_ text: String, at place: String) throws(Problem) -> HKSampleType {
        guard let type = try objectType(text, at: place) as? HKSampleType else {
            let detail = "Not a sample type."
            throw Problem(.invalidArgument, "\(place): \(detail)", faults: [Problem.Fault(place, detail)])
        }
        return type
    }
}

extension JSONReader {
    /// Returns the type with the name.
    package func objectType() throws(Problem) -> HKObjectType {
        try TypeNames.objectType(try string(), at: pointer)
    }

    /// Returns the sample type with the name.
    package func sampleType() throws(Problem) -> HKSampleType {
        try TypeNames.sampleType(try string(), at: pointer)
    }

    /// Returns the quantity type with the name.
    package func quantityType() throws(Problem) -> HKQuantityType {
        guard let type = try objectType() as? HKQuantityType else {
            throw problem("Not a quantity type.", kind: .invalidArgument)
        }
        return type
    }
}

/// The types that an app requests to save and to read.
package struct TypeLists: JSONRepresentable, Equatable {
    /// The types to save.
    package var share: Set<HKSampleType>
    /// The types to read.
    package var read: Set<HKObjectType>

    package init(share: Set<HKSampleType> = [], read: Set<HKObjectType> = []) {
        self.share = share
        self.read = read
    }

    package static let format = JSONFormat<TypeLists>.object(
        named: "TypeLists", about: "Types to save and types to read; at least one.",
        .optional("share", \.share, .sampleTypes, default: Set()),
        .optional("read", \.read, .objectTypes, default: Set())
    ) { TypeLists(share: $0, read: $1) }
}

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

/// The names of calendars on the wire.
package enum CalendarName {
    /// The calendars with a name. The two Islamic civil calendars and the two Ethiopian ones are different calendars.
    package static let all: [(name: String, identifier: Calendar.Identifier)] = [
        ("gregorian", .gregorian), ("iso8601", .iso8601), ("buddhist", .buddhist), ("chinese", .chinese),
        ("coptic", .coptic), ("ethiopicAmeteMihret", .ethiopicAmeteMihret), ("ethiopicAmeteAlem", .ethiopicAmeteAlem),
        ("hebrew", .hebrew), ("indian", .indian), ("islamic", .islamic), ("islamicCivil", .islamicCivil),
        ("islamicTabular", .islamicTabular), ("islamicUmmAlQura", .islamicUmmAlQura), ("japanese", .japanese),
        ("persian", .persian), ("republicOfChina", .republicOfChina),
    ]

    /// Returns the name of a calendar, or nil if it has none.
    package static func name(_ identifier: Calendar.Identifier) -> String? {
        all.first { $0.identifier == identifier }?.name
    }

    /// The message about an unknown calendar.
    static let unknown = "Unknown calendar. Valid calendars: \(all.map(\.name).joined(separator: ", "))."

    /// Returns the time zone with an identifier.
    package static func timeZone(_ json: JSONReader) throws(Problem) -> TimeZone {
        guard let zone = TimeZone(identifier: try json.string()) else {
            throw json.problem(
                "Expected the identifier of a time zone, such as Europe/Berlin.", kind: .invalidArgument)
        }
        return zone
    }
}

/// The names of options of statistics on the wire, which are those in Swift.
package enum StatisticsOptionNames {
    /// Every option and its name.
    package static let all: [(name: String, option: HKStatisticsOptions)] = [
        ("separateBySource", .separateBySource), ("discreteAverage", .discreteAverage), ("discreteMin", .discreteMin),
        ("discreteMax", .discreteMax), ("cumulativeSum", .cumulativeSum), ("mostRecent", .mostRecent),
        ("duration", .duration),
    ]

    /// Returns the names of options.
    package static func names(_ options: HKStatisticsOptions) -> [String] {
        all.filter { options.contains($0.option) }.map(\.name)
    }

    /// Returns the options with the given names.
    package static func options(_ names: [JSONReader]) throws(Problem) -> HKStatisticsOptions {
        var options: HKStatisticsOptions = []
        for name in names {
            let text = try name.string()
            guard let entry = all.first(where: { $0.name == text }) else {
                throw name.problem("Unknown option. Valid options: \(all.map(\.name).joined(separator: ", ")).")
            }
            options.insert(entry.option)
        }
        return options
    }

    /// Returns the options for all values of a type, without the separation by source.
    package static func allFigures(of type: HKQuantityType) -> HKStatisticsOptions {
        type.aggregationStyle == .cumulative
            ? [.cumulativeSum, .mostRecent, .duration]
            : [.discreteAverage, .discreteMin, .discreteMax, .mostRecent, .duration]
    }
}
