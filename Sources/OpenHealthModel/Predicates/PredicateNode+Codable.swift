// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Encoded as an object with one key, the name of the case. Blocks cannot be encoded because they are code.
extension PredicateNode: Codable {
    private enum Key: String, CodingKey, CaseIterable {
        case constant, and, or, not, interval, compare, related, activity
    }

    private enum UnwrittenKey: String, CodingKey {
        case block, refused
    }

    private struct Comparison: Codable {
        var field: PredicateField
        var `operator`: PredicateOperator
        var value: PredicateValue
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .constant(let truth): try container.encode(truth, forKey: .constant)
        case .and(let parts): try container.encode(parts, forKey: .and)
        case .or(let parts): try container.encode(parts, forKey: .or)
        case .not(let part): try container.encode(part, forKey: .not)
        case .interval(let interval): try container.encode(interval, forKey: .interval)
        case .compare(let field, let comparison, let value):
            try container.encode(Comparison(field: field, operator: comparison, value: value), forKey: .compare)
        case .related(let relation): try container.encode(relation, forKey: .related)
        case .activity(let part): try container.encode(part, forKey: .activity)
        case .block(let block):
            throw EncodingError.invalidValue(
                block,
                .init(
                    codingPath: encoder.codingPath + [UnwrittenKey.block],
                    debugDescription: "A predicate made from a block is code and cannot be encoded; "
                        + "make it with the methods of HKQuery or NSPredicate(format:)."))
        case .refused(let fault):
            throw EncodingError.invalidValue(
                fault,
                .init(
                    codingPath: encoder.codingPath + [UnwrittenKey.refused], debugDescription: fault.description))
        }
    }

    package init(from decoder: any Decoder) throws {
        try PredicateMeasure.checkDepth(of: decoder)
        let container = try decoder.container(keyedBy: Key.self)
        guard let key = container.allKeys.first, container.allKeys.count == 1 else {
            let names = Key.allCases.map(\.rawValue).joined(separator: ", ")
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "A predicate has one of the keys \(names)."))
        }
        switch key {
        case .constant: self = .constant(try container.decode(Bool.self, forKey: key))
        case .and: self = .and(try container.decode([PredicateNode].self, forKey: key))
        case .or: self = .or(try container.decode([PredicateNode].self, forKey: key))
        case .not: self = .not(try container.decode(PredicateNode.self, forKey: key))
        case .interval: self = .interval(try container.decode(PredicateInterval.self, forKey: key))
        case .compare:
            let comparison = try container.decode(Comparison.self, forKey: key)
            self = .compare(comparison.field, comparison.operator, comparison.value)
        case .related: self = .related(try container.decode(PredicateRelation.self, forKey: key))
        case .activity: self = .activity(try container.decode(PredicateNode.self, forKey: key))
        }
    }
}

extension PredicateMeasure {
    /// Throws an error if a decoder is deeper than any predicate within the limits.
    static func checkDepth(of decoder: any Decoder) throws {
        guard decoder.codingPath.count <= PredicateLimits.codingDepth else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: PredicateFault.tooDeep.description))
        }
    }
}

// Infinite bounds are not encoded.
extension PredicateInterval: Codable {
    private enum Key: String, CodingKey {
        case from, to, isStartStrict, isEndStrict, includesEndAtStart
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        if from != -.infinity { try container.encode(PredicateNumber(from), forKey: .from) }
        if to != .infinity { try container.encode(PredicateNumber(to), forKey: .to) }
        try container.encode(isStartStrict, forKey: .isStartStrict)
        try container.encode(isEndStrict, forKey: .isEndStrict)
        if includesEndAtStart { try container.encode(true, forKey: .includesEndAtStart) }
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self.init(
            from: try container.decodeIfPresent(PredicateNumber.self, forKey: .from)?.value ?? -.infinity,
            to: try container.decodeIfPresent(PredicateNumber.self, forKey: .to)?.value ?? .infinity,
            isStartStrict: try container.decodeIfPresent(Bool.self, forKey: .isStartStrict) ?? false,
            isEndStrict: try container.decodeIfPresent(Bool.self, forKey: .isEndStrict) ?? false,
            includesEndAtStart: try container.decodeIfPresent(Bool.self, forKey: .includesEndAtStart) ?? false)
    }
}

// Encoded as an object with one key, the name of the case; dates are seconds since 2001, and numbers that JSON cannot
// represent are strings.
extension PredicateValue: Codable {
    private enum Key: String, CodingKey, CaseIterable {
        case null, bool, number, text, folded, date, quantity, uuid, source, revision, device, day, list
    }

    private struct FoldedForm: Codable {
        var text: String
        var folding: Int
    }

    private struct QuantityForm: Codable {
        var value: PredicateNumber
        var unit: String
    }

    private struct SourceForm: Codable {
        var name: String
        var bundleIdentifier: String

        init(_ source: HKSource) {
            (name, bundleIdentifier) = (source.name, source.bundleIdentifier)
        }

        var source: HKSource { HKSource(name: name, bundleIdentifier: bundleIdentifier) }
    }

    private struct RevisionForm: Codable {
        var source: SourceForm
        var version: String?
        var productType: String?
        var system: [Int]
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .null: try container.encode(true, forKey: .null)
        case .bool(let truth): try container.encode(truth, forKey: .bool)
        case .number(let number): try container.encode(PredicateNumber(number), forKey: .number)
        case .text(let text): try container.encode(text, forKey: .text)
        case .folded(let text, let folding):
            try container.encode(FoldedForm(text: text, folding: folding.rawValue), forKey: .folded)
        case .date(let date): try container.encode(PredicateNumber(date.timeIntervalSinceReferenceDate), forKey: .date)
        case .quantity(let quantity):
            let value = PredicateNumber(quantity.originalValue)
            try container.encode(
                QuantityForm(value: value, unit: quantity.originalUnit.unitString), forKey: .quantity)
        case .uuid(let uuid): try container.encode(uuid, forKey: .uuid)
        case .source(let source): try container.encode(SourceForm(source), forKey: .source)
        case .revision(let revision):
            let system = revision.operatingSystemVersion
            try container.encode(
                RevisionForm(
                    source: SourceForm(revision.source), version: revision.version, productType: revision.productType,
                    system: [system.majorVersion, system.minorVersion, system.patchVersion]), forKey: .revision)
        case .device(let device): try container.encode(device.properties, forKey: .device)
        case .day(let day): try container.encode(day.predicateParts, forKey: .day)
        case .list(let values): try container.encode(values, forKey: .list)
        }
    }

    package init(from decoder: any Decoder) throws {
        try PredicateMeasure.checkDepth(of: decoder)
        let container = try decoder.container(keyedBy: Key.self)
        func wrong(_ key: Key, _ text: String) -> DecodingError {
            .dataCorruptedError(forKey: key, in: container, debugDescription: text)
        }
        guard let key = container.allKeys.first, container.allKeys.count == 1 else {
            let names = Key.allCases.map(\.rawValue).joined(separator: ", ")
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "A value has one of the keys \(names)."))
        }
        switch key {
        case .null: self = .null
        case .bool: self = .bool(try container.decode(Bool.self, forKey: key))
        case .number: self = .number(try container.decode(PredicateNumber.self, forKey: key).value)
        case .text: self = .text(try container.decode(String.self, forKey: key))
        case .folded:
            let form = try container.decode(FoldedForm.self, forKey: key)
            self = .folded(form.text, PredicateFolding(rawValue: form.folding))
        case .date:
            let seconds = try container.decode(PredicateNumber.self, forKey: key).value
            self = .date(Date(timeIntervalSinceReferenceDate: seconds))
        case .quantity:
            let form = try container.decode(QuantityForm.self, forKey: key)
            guard let unit = try? HKUnit(validating: form.unit) else { throw wrong(key, "Unknown unit.") }
            self = .quantity(HKQuantity(unit: unit, doubleValue: form.value.value))
        case .uuid: self = .uuid(try container.decode(UUID.self, forKey: key))
        case .source: self = .source(try container.decode(SourceForm.self, forKey: key).source)
        case .revision:
            let form = try container.decode(RevisionForm.self, forKey: key)
            guard form.system.count == 3 else { throw wrong(key, "The version of a system has three numbers.") }
            let system = OperatingSystemVersion(
                majorVersion: form.system[0], minorVersion: form.system[1], patchVersion: form.system[2])
            self = .revision(
                HKSourceRevision(
                    source: form.source.source, version: form.version, productType: form.productType,
                    operatingSystemVersion: system))
        case .device:
            let parts = try container.decode([String?].self, forKey: key)
            guard parts.count == 8 else { throw wrong(key, "A device has eight properties.") }
            self = .device(
                HKDevice(
                    name: parts[0], manufacturer: parts[1], model: parts[2], hardwareVersion: parts[3],
                    firmwareVersion: parts[4], softwareVersion: parts[5], localIdentifier: parts[6],
                    udiDeviceIdentifier: parts[7]))
        case .day:
            let parts = try container.decode([Int].self, forKey: key)
            guard parts.count == 4 else { throw wrong(key, "A day has an era, a year, a month and a day.") }
            self = .day(DateComponents(era: parts[0], year: parts[1], month: parts[2], day: parts[3]))
        case .list: self = .list(try container.decode([PredicateValue].self, forKey: key))
        }
    }
}

/// A number that can be infinite or NaN, which JSON cannot represent.
struct PredicateNumber: Codable {
    let value: Double

    init(_ value: Double) {
        self.value = value
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if value.isFinite { try container.encode(value) } else { try container.encode("\(value)") }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Double.self) {
            value = number
        } else if let number = Double(try container.decode(String.self)) {
            value = number
        } else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "This is not a number.")
        }
    }
}

// Encoded as a string: the name of the case, followed by a colon and the key or identifier if it has one.
extension PredicateField: Codable {
    private static let named = Dictionary(uniqueKeysWithValues: plain.map { ("\($0)", $0) })
    private static let keyed: [String: @Sendable (String) -> PredicateField] = [
        "deviceProperty": { .deviceProperty($0) }, "metadata": { .metadata($0) },
        "statisticsSum": { .statisticsSum($0) }, "statisticsMinimum": { .statisticsMinimum($0) },
        "statisticsMaximum": { .statisticsMaximum($0) }, "statisticsAverage": { .statisticsAverage($0) },
    ]

    private var code: String {
        switch self {
        case .deviceProperty(let key): "deviceProperty:\(key)"
        case .metadata(let key): "metadata:\(key)"
        case .statisticsSum(let type): "statisticsSum:\(type)"
        case .statisticsMinimum(let type): "statisticsMinimum:\(type)"
        case .statisticsMaximum(let type): "statisticsMaximum:\(type)"
        case .statisticsAverage(let type): "statisticsAverage:\(type)"
        default: "\(self)"
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(code)
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let code = try container.decode(String.self)
        let parts = code.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        if let field = Self.named[code] {
            self = field
        } else if parts.count == 2, let make = Self.keyed[parts[0]] {
            self = make(parts[1])
        } else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "No property of objects is called \(code).")
        }
    }
}
