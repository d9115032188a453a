// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension PredicateNode {
    /// An equivalent predicate with nested lists of conditions flattened and constants removed.
    package var simplified: PredicateNode {
        switch self {
        case .and(let parts): Self.joined(parts, neutral: true)
        case .or(let parts): Self.joined(parts, neutral: false)
        case .not(let part):
            switch part.simplified {
            case .constant(let truth): .constant(!truth)
            case .not(let inner): inner
            case let other: .not(other)
            }
        case .activity(let part):
            // Simplified only once; otherwise, the time would double with each level of nested activities.
            switch part.simplified {
            case .constant(false): .constant(false)
            case let other: .activity(other)
            }
        case .compare(_, .in, .list([])): .constant(false)
        case .constant, .interval, .compare, .related, .block, .refused: self
        }
    }

    private static func joined(_ parts: [PredicateNode], neutral: Bool) -> PredicateNode {
        var result: [PredicateNode] = []
        for part in parts.map(\.simplified) {
            switch part {
            case .constant(neutral): continue
            case .constant: return part
            case .and(let inner) where neutral: result += inner
            case .or(let inner) where !neutral: result += inner
            default: result.append(part)
            }
        }
        return switch result.count {
        case 0: .constant(neutral)
        case 1: result[0]
        default: neutral ? .and(result) : .or(result)
        }
    }
}
