// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The numbers of a server's places in the order of changes.
///
/// A server's anchors are encrypted and cannot be compared. So each anchor gets a number, in the order in which the server returns
/// them, and the numbers are compared.
final class PlaceNumbers: Sendable {
    fileprivate struct State {
        var numbers: [Int64: Int64] = [:]
        var anchors: [Int64: Int64] = [:]
        /// The number of the next anchor.
        var next: Int64 = 1
        /// The number of the next anchor from before the first.
        var nextEarlier: Int64 = -1
        /// The first number that is kept.
        var first: Int64 = 1
    }

    private let state = Guarded(State())
    /// The maximum number of places that are kept.
    private static let most: Int64 = 100_000

    /// Returns the number of an anchor that the server has just returned, which is later than all anchors before it.
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

    /// Returns the number of an anchor that the server returned some time ago, to this program or another; 0 for the anchor before
    /// every change.
    func number(ofEarlier anchor: Int64) -> Int64 {
        state.withLock { state in
            if let number = state.numbers[anchor] { return number }
            defer { state.nextEarlier -= 1 }
            state.keep(anchor, as: state.nextEarlier)
            return state.nextEarlier
        }
    }

    /// Returns the anchor with a number, or 0, the anchor before every change, if no anchor has the number.
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
