// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

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
