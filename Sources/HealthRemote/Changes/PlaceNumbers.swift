// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthModel

/// Numbers for the places in the order of changes that a daemon names.
///
/// A daemon's anchors are encrypted: which of two is the later one cannot be seen. So each gets a number in the order in which
/// the daemon gives them, by which they can be compared.
final class PlaceNumbers: Sendable {
    fileprivate struct State {
        var numbers: [Int64: Int64] = [:]
        var anchors: [Int64: Int64] = [:]
        /// The number of the next anchor.
        var next: Int64 = 1
        /// The number of the next anchor from before the first.
        var nextEarlier: Int64 = -1
        /// The first number that is remembered.
        var first: Int64 = 1
    }

    private let state = Guarded(State())
    /// How many places are remembered.
    private static let most: Int64 = 100_000

    /// The number of an anchor that the daemon has just given, which is later than those that it gave before.
    func number(ofLatest anchor: Int64) -> Int64 {
        state.withLock { state in
            if let number = state.numbers[anchor] { return number }
            defer { state.next += 1 }
            state.keep(anchor, as: state.next)
            while state.next - state.first >= Self.most {
                if let old = state.anchors.removeValue(forKey: state.first) { state.numbers[old] = nil }
                state.first += 1
            }
            return state.next
        }
    }

    /// The number of an anchor that the daemon gave some time ago, to this program or another; 0 for that before every change.
    func number(ofEarlier anchor: Int64) -> Int64 {
        state.withLock { state in
            if let number = state.numbers[anchor] { return number }
            defer { state.nextEarlier -= 1 }
            state.keep(anchor, as: state.nextEarlier)
            return state.nextEarlier
        }
    }

    /// The anchor with a number; 0, which stands for the place before every change, for a number that was not given.
    func anchor(_ number: Int64) -> Int64 {
        state.withLock { $0.anchors[number] ?? 0 }
    }
}

extension PlaceNumbers.State {
    fileprivate mutating func keep(_ anchor: Int64, as number: Int64) {
        numbers[anchor] = number
        anchors[number] = anchor
    }
}
