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
        case from, to, isStartStrict, isEndStrict
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        if from != -.infinity { try container.encode(PredicateNumber(from), forKey: .from) }
        if to != .infinity { try container.encode(PredicateNumber(to), forKey: .to) }
        try container.encode(isStartStrict, forKey: .isStartStrict)
        try container.encode(isEndStrict, forKey: .isEndStrict)
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self.init(
            from: try container.decodeIfPresent(PredicateNumber.self, forKey: .from)?.value ?? -.infinity,
            to: try container.decodeIfPresent(PredicateNumber.self, forKey: .to)?.value ?? .infinity,
            isStartStrict: try container.decodeIfPresent(Bool.self, forKey: .isStartStrict) ?? false,
            isEndStrict: try container.decodeIfPresent(Bool.self, forKey: .isEndStrict) ?? false)
    }
}
