// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim

/// A simple reference implementation of a live query, which computes the rules from all past events each time.
struct SlowLiveQuery {
    enum Event: Equatable {
        case join(Int), settle(Int), request(Int, Int), returned(Int, Int), leave(Int)
        case begun, listens, change, asked, result(Int), failed
        case sent(Int, Int), completed(Int)
    }

    let isAsked: Bool
    let isShared: Bool
    var log: [Event] = []

    var isFailed: Bool { log.contains(.failed) }
    var isBegun: Bool { log.contains(.begun) }
    var listens: Bool { isAsked ? log.contains(.listens) : isBegun }

    /// The current subscribers, in the order of joining.
    var members: [Int] {
        log.compactMap { event in
            guard case .join(let member) = event else { return nil }
            return log.contains(.leave(member)) || log.contains(.completed(member)) ? nil : member
        }
    }

    /// Whether no more events can follow, because it failed or all subscribers have left.
    var isOver: Bool {
        isFailed || (log.contains { if case .leave = $0 { true } else { false } } && members.isEmpty)
    }

    /// Returns whether a call to a subscriber is in progress.
    func isInCall(_ member: Int) -> Bool {
        guard log.contains(.settle(member)) else { return true }
        let sent = log.count { if case .sent(member, _) = $0 { true } else { false } }
        let returned = log.count { if case .returned(member, _) = $0 { true } else { false } }
        return sent > returned
    }

    /// Returns the number of values that a subscriber still wants.
    func demand(_ member: Int) -> Int {
        log.reduce(0) { sum, event in
            switch event {
            case .request(member, let count), .returned(member, let count): sum + count
            case .sent(member, _): sum - 1
            default: sum
            }
        }
    }

    var isAsking: Bool {
        guard let asked = log.lastIndex(of: .asked) else { return false }
        return !log[asked...].contains { if case .result = $0 { true } else { false } }
    }

    /// Whether a change occurred since the last request, or there was no request yet.
    var isOutdated: Bool {
        guard isAsked else { return false }
        guard let asked = log.lastIndex(of: .asked) else { return true }
        return log[asked...].contains(.change)
    }

    var shouldBegin: Bool { !isOver && !isBegun && members.contains { demand($0) > 0 } }

    var shouldAsk: Bool {
        isAsked && !isOver && listens && !isAsking && isOutdated
            && members.contains { !isInCall($0) && demand($0) > 0 }
    }

    /// The events to deliver to the subscribers now.
    var deliveries: [Event] {
        if isFailed { return members.filter { !isInCall($0) }.map { .completed($0) } }
        guard !isOver, let place = log.lastIndex(where: { if case .result = $0 { true } else { false } }),
            case .result(let result) = log[place]
        else { return [] }
        // A new result is delivered even if there was a change since the request.
        let isNews = place == log.count - 1
        if !isNews && (isOutdated || isAsking) { return [] }
        return members.filter { member in
            !isInCall(member) && demand(member) > 0 && !log.contains(.sent(member, result))
        }.map { .sent($0, result) }
    }
}
