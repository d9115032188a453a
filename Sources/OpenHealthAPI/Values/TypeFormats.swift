// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

extension JSONFormat where Value: HKObjectType {
    /// Returns the format of the identifier of a type.
    static func identifier(_ decode: @escaping @Sendable (JSONReader) throws(Problem) -> Value) -> JSONFormat {
        JSONFormat(.named("TypeName"), encode: { .string($0.identifier) }, decode: decode)
    }
}

extension JSONFormat where Value == HKSampleType {
    /// The format of the identifier of a sample type.
    package static var sampleType: JSONFormat { identifier { (json) throws(Problem) in try json.sampleType() } }
}

extension JSONFormat where Value == HKObjectType {
    /// The format of the identifier of a type.
    package static var objectType: JSONFormat { identifier { (json) throws(Problem) in try json.objectType() } }
}

extension JSONFormat where Value == HKQuantityType {
    /// The format of the identifier of a quantity type.
    package static var quantityType: JSONFormat { identifier { (json) throws(Problem) in try json.quantityType() } }
}

extension JSONFormat {
    /// Returns the format of the identifiers of types, which are written in order.
    private static func types<Element: HKObjectType>(
        _ decode: @escaping @Sendable (JSONReader) throws(Problem) -> Element
    ) -> JSONFormat where Value == Set<Element> {
        JSONFormat(.array(of: .string(length: 1...200), most: 1000)) { types in
            .array(types.map(\.identifier).sorted().map(JSONValue.string))
        } decode: { (json) throws(Problem) in
            var types: Set<Element> = []
            for element in try json.array(most: 1000) { types.insert(try decode(element)) }
            return types
        }
    }

    /// Returns the format of an object whose keys are the identifiers of types.
    static func byType<Kind: HKObjectType, Element>(
        _ element: JSONFormat<Element>, _ type: @escaping @Sendable (String, String) throws(Problem) -> Kind
    ) -> JSONFormat where Value == [Kind: Element] {
        let (encode, decode) = (element.encode, element.decode)
        return JSONFormat(.map(of: element.reference)) { values in
            var entries: [(key: String, value: JSONValue)] = []
            for (type, value) in values.sorted(by: { $0.key.identifier < $1.key.identifier }) {
                guard let json = encode(value) else { return nil }
                entries.append((type.identifier, json))
            }
            return .object(entries)
        } decode: { (json) throws(Problem) in
            var values: [Kind: Element] = [:]
            for (key, value) in try json.entries() { values[try type(key, value.pointer)] = try decode(value) }
            return values
        }
    }
}

extension JSONFormat where Value == Set<HKSampleType> {
    /// The format of the identifiers of sample types.
    package static var sampleTypes: JSONFormat { types { (json) throws(Problem) in try json.sampleType() } }
}

extension JSONFormat where Value == Set<HKObjectType> {
    /// The format of the identifiers of types.
    package static var objectTypes: JSONFormat { types { (json) throws(Problem) in try json.objectType() } }
}

extension JSONFormat where Value == HKUnit {
    /// The format of a unit in HealthKit's notation.
    package static var unit: JSONFormat {
        .text(.named("Unit"), \.unitString) { (json) throws(Problem) in try json.unit() }
    }
}

extension JSONFormat where Value == HKUpdateFrequency {
    /// The format of the name of a frequency.
    package static var frequency: JSONFormat {
        .one(of: HKUpdateFrequency.allCases.map { (FrequencyName.text($0), $0) }).described(
            "The highest frequency of deliveries: at once, or one in an hour, a day or a week at most.")
    }
}

extension JSONFormat where Value == PredicateNode {
    /// The format of a predicate.
    package static var predicate: JSONFormat {
        JSONFormat(.named("Predicate")) {
            PredicateJSON($0).json
        } decode: { (json) throws(Problem) in
            try PredicateJSON(json).node
        }
    }
}

/// The names of the frequencies of background delivery on the wire.
package enum FrequencyName {
    /// The names, the most frequent first.
    static let all = HKUpdateFrequency.allCases.map(text)

    /// Returns the name of a frequency.
    package static func text(_ frequency: HKUpdateFrequency) -> String {
        switch frequency {
        case .immediate: "immediate"
        case .hourly: "hourly"
        case .daily: "daily"
        case .weekly: "weekly"
        }
    }
}

extension JSONReader {
    /// Returns the position of an anchor in the order of changes.
    package func place() throws(Problem) -> Int64 {
        let text = try string()
        guard (1...19).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }),
            let place = Int64(text)
        else { throw problem("This is not an anchor. Send one that the server has returned.") }
        return place
    }
}
