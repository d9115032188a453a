// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A predicate: the JSON of a `PredicateNode`, or a string in the format of `NSPredicate` without arguments.
package struct PredicateJSON: Sendable {
    package var node: PredicateNode

    /// The maximum number of bytes of a predicate.
    package static let most = 256 << 10

    package init(_ node: PredicateNode) {
        self.node = node
    }

    package init(_ json: JSONReader) throws(Problem) {
        if case .string(let text) = json.value {
            node = try Self.parsed(text, json)
        } else {
            node = try Self.decoded(json)
        }
        try check(json)
    }

    /// Parses the value of a parameter: an object, or a string in the format of `NSPredicate`.
    package init(parameter text: String, at place: String) throws(Problem) {
        if text.first == "{", let value = JSONValue(text) {
            node = try Self.decoded(JSONReader(value, pointer: place))
        } else {
            node = try Self.parsed(text, JSONReader(.null, pointer: place))
        }
        try check(JSONReader(.null, pointer: place))
    }

    /// Rejects a predicate that exceeds the limits, before the store is used.
    private func check(_ json: JSONReader) throws(Problem) {
        if let fault = node.queryFault { throw json.problem(fault.description) }
    }

    private static func decoded(_ json: JSONReader) throws(Problem) -> PredicateNode {
        let bytes = json.value.bytes
        guard case .object = json.value, bytes.count <= most else {
            throw json.problem("Expected an object or a string of at most \(most) bytes.")
        }
        do {
            return try JSONDecoder().decode(PredicateNode.self, from: Data(bytes))
        } catch DecodingError.dataCorrupted(let context), DecodingError.keyNotFound(_, let context),
            DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context)
        {
            // The path of deeply nested JSON would dominate the response, so it is omitted.
            guard context.codingPath.count <= PredicateLimits.codingDepth else {
                throw json.problem(PredicateFault.tooDeep.description)
            }
            let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
            let place = JSONReader(.null, pointer: ([json.pointer] + path).joined(separator: "/"))
            throw place.problem("This part of a predicate is not valid.", kind: .invalidArgument)
        } catch {
            throw json.problem("Invalid predicate.", kind: .invalidArgument)
        }
    }

    private static func parsed(_ text: String, _ json: JSONReader) throws(Problem) -> PredicateNode {
        guard text.utf8.count <= most else { throw json.problem("The predicate is too long.") }
        do throws(HKPredicateFormatError) {
            return PredicateNode(try NSPredicate.validated(format: text))
        } catch {
            let place = "Invalid predicate, at character \(error.position): "
            if error.isNeutral { throw json.problem(place + error.message + ".") }
            // The message contains words of the string, which may be values.
            let remedy =
                error.remedy ?? "expected key paths of samples compared with values, joined by AND, OR and NOT"
            throw json.problem(place + remedy + ".", kind: .invalidArgument)
        }
    }

    /// The predicate; nil for a predicate with a block, which cannot be encoded.
    package var json: JSONValue? {
        guard !node.hasBlock, let data = try? JSONEncoder.sortedKeys.encode(node) else { return nil }
        return data.withUnsafeBytes { JSONValue(utf8: $0.bindMemory(to: UInt8.self)) }
    }
}
