// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension FuzzTarget {
    static func feedPredicateText(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let predicate = try? NSPredicate.validated(format: text) else { return }
        FuzzPredicates.shared.ask(PredicateNode(predicate), bytes.count)
    }

    static func feedPredicateJSON(_ bytes: [UInt8]) {
        guard let node = try? JSONDecoder().decode(PredicateNode.self, from: Data(bytes)) else { return }
        FuzzPredicates.shared.ask(node, bytes.count)
    }

    /// Matches a string with a pattern. The first line of the input is the pattern, the other lines are the string.
    static func feedPattern(_ bytes: [UInt8]) {
        let parts = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
        let text = parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : ""
        let pattern = String(decoding: parts[0], as: UTF8.self)
        for ignoresCase in [false, true] {
            guard let compiled = try? TextPattern(pattern, ignoresCase: ignoresCase) else { continue }
            precondition(compiled.states <= TextPattern.maximumStates, "a pattern has too many states")
            let steps = compiled.run(text).steps
            precondition(
                steps <= 2 * compiled.states * (text.unicodeScalars.count + 2), "a pattern takes too many steps")
        }
    }
}
