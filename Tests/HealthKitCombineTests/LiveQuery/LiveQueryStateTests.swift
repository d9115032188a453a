// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthTestSupport
import OpenCombineShim
import Testing

@testable import HealthKitCombine

/// Tests of the rules of live queries with events from the tests.
@Suite struct LiveQueryStateTests {
    /// A query and its slow reference, which receive the same events.
    private struct Pair {
        var state: LiveQueryState<Int>
        var slow: SlowLiveQuery
        var results = 0
        private var members: [LiveQueryMember<Int>] = []

        init(isAsked: Bool, isShared: Bool) {
            state = LiveQueryState(isAsked: isAsked, isShared: isShared)
            slow = SlowLiveQuery(isAsked: isAsked, isShared: isShared)
        }

        /// Performs the pending actions, and compares them.
        mutating func settle(_ context: Comment) {
            let begins = slow.shouldBegin
            let hasBegun = state.begin()
            #expect(hasBegun == begins, context)
            if begins { slow.log.append(.begun) }
            let expected = slow.deliveries
            var told: [SlowLiveQuery.Event] = []
            while let delivery = state.nextDelivery() {
                switch delivery {
                case .result(let result, let member): told.append(.sent(number(member), result))
                case .completion(.failure, let member): told.append(.completed(number(member)))
                case .completion(.finished, _): Issue.record("Nobody said that it was finished.")
                }
            }
            #expect(told.sorted { "\($0)" < "\($1)" } == expected.sorted { "\($0)" < "\($1)" }, context)
            slow.log += told
            let asks = slow.shouldAsk
            let isAsking = state.beginAsking()
            #expect(isAsking == asks, context)
            if asks { slow.log.append(.asked) }
        }

        /// Returns the number of a member in the reference.
        private func number(_ member: LiveQueryMember<Int>) -> Int {
            (members.firstIndex { $0 === member } ?? -1) + 1
        }

        mutating func happen(_ event: SlowLiveQuery.Event) {
            switch event {
            case .join:
                members.append(LiveQueryMember(nil))
                let isIn = state.join(members[members.count - 1])
                #expect(isIn == !slow.isOver)
            case .settle(let number): state.settle(members[number - 1])
            case .request(let number, let count): state.request(.max(count), for: members[number - 1])
            case .returned(let number, let count): state.delivered(to: members[number - 1], wants: .max(count))
            case .leave(let number):
                let isLast = slow.members == [number] && !slow.isFailed
                let ends = state.leave(members[number - 1])
                #expect(ends == isLast)
            case .listens: state.listens()
            case .change: state.change()
            case .result(let result): state.accept(result)
            case .failed: state.complete(.failure(Broken()))
            case .begun, .asked, .sent, .completed: break
            }
            slow.log.append(event)
        }

        /// Returns a random event that is possible now.
        mutating func something(_ random: inout SeededGenerator) -> SlowLiveQuery.Event? {
            let members = slow.members
            let joined = slow.log.count { if case .join = $0 { true } else { false } }
            let member = members.isEmpty ? 0 : members[random.below(members.count)]
            switch random.below(100) {
            case 0..<10:
                return !slow.isOver && (slow.isShared ? joined < 6 : joined == 0) ? .join(joined + 1) : nil
            case 10..<35:
                return member > 0 ? .request(member, random.below(4)) : nil
            case 35..<50:
                if member == 0 { return nil }
                if !slow.log.contains(.settle(member)) { return .settle(member) }
                return slow.isInCall(member) ? .returned(member, random.below(3)) : nil
            case 50..<70: return .change
            case 70..<73: return slow.isBegun ? .listens : nil
            case 73..<95:
                guard slow.isAsked ? slow.isAsking : slow.isBegun && !slow.isOver else { return nil }
                results += 1
                return .result(results)
            case 95..<98: return member > 0 ? .leave(member) : nil
            default: return random.below(10) == 0 && !slow.isOver ? .failed : nil
            }
        }
    }

    private struct Broken: Error {}

    @Test(arguments: [(true, false), (true, true), (false, false), (false, true)])
    func agreesWithTheSlowReference(isAsked: Bool, isShared: Bool) {
        var (values, completions) = (0, 0)
        for seed in 0..<(isShared ? 300 : 1_000) {
            var random = SeededGenerator(seed: UInt64(seed))
            var pair = Pair(isAsked: isAsked, isShared: isShared)
            for _ in 0..<80 {
                guard let event = pair.something(&random) else { continue }
                // A result after the end is ignored; the reference does not support it.
                if case .result = event, pair.slow.isOver { continue }
                pair.happen(event)
                pair.settle("seed \(seed)")
            }
            values += pair.slow.log.count { if case .sent = $0 { true } else { false } }
            completions += pair.slow.log.count { if case .completed = $0 { true } else { false } }
        }
        #expect(values > 500, "There were no histories worth the name.")
        #expect(completions > 10)
    }

    /// Calls are delayed as by threads; the test checks the properties that hold in every order.
    @Test(arguments: [true, false]) func agreesWithLateThreads(isAsked: Bool) {
        for seed in 0..<500 {
            var random = SeededGenerator(seed: UInt64(seed) + 1_000)
            var state = LiveQueryState<Int>(isAsked: isAsked, isShared: true)
            var demand: [Int: Int] = [:]
            var last: [Int: Int] = [:]
            var busy: Set<Int> = []
            var (world, asking, begun, newest) = (0, Int?.none, false, Int?.none)
            let members = (0..<5).map { _ in LiveQueryMember<Int>(nil) }
            func deliver() {
                guard case .result(let result, let receiver)? = state.nextDelivery() else { return }
                let member = members.firstIndex { $0 === receiver } ?? 0
                #expect(!busy.contains(member), "seed \(seed): two calls at a time")
                #expect(result > last[member, default: -1], "seed \(seed): older or the same")
                #expect(demand[member, default: 0] > 0, "seed \(seed): not wanted")
                demand[member, default: 0] -= 1
                last[member] = result
                busy.insert(member)
            }
            func ask() {
                guard state.beginAsking() else { return }
                #expect(asking == nil, "seed \(seed): two readings at a time")
                asking = world
            }
            for member in members[1...] where state.join(member) { state.settle(member) }
            for _ in 0..<200 {
                let member = 1 + random.below(4)
                switch random.below(6) {
                case 0:
                    let count = random.below(3)
                    demand[member, default: 0] += count
                    state.request(.max(count), for: members[member])
                    if state.begin() {
                        begun = true
                        state.listens()
                    }
                    ask()
                case 1:
                    world += 1
                    if isAsked {
                        state.change()
                    } else if begun {
                        state.accept(world)
                        newest = world
                    }
                    ask()
                case 2:
                    if busy.remove(member) != nil { state.delivered(to: members[member], wants: .none) }
                    ask()
                case 3:
                    if let version = asking {
                        asking = nil
                        state.accept(version * 1_000 + random.below(2))
                    }
                    ask()
                default: deliver()
                }
            }
            // When no work remains, every member that wants a value has received the last change.
            while state.hasDeliveries || !busy.isEmpty || asking != nil {
                deliver()
                for member in busy { state.delivered(to: members[member], wants: .none) }
                busy = []
                ask()
                if let version = asking {
                    asking = nil
                    state.accept(version * 1_000 + 5)
                    ask()
                }
            }
            for member in 1...4 where begun && demand[member, default: 0] > 0 {
                if isAsked {
                    #expect(last[member].map { $0 / 1_000 } == world, "seed \(seed)")
                } else {
                    #expect(last[member] == newest, "seed \(seed)")
                }
            }
        }
    }

    @Test func outdatedResultsAreNotSentToLaterSubscribers() {
        var state = LiveQueryState<Int>(isAsked: true, isShared: true)
        let (first, second) = (LiveQueryMember<Int>(nil), LiveQueryMember<Int>(nil))
        var steps = [state.join(first)]
        state.settle(first)
        state.request(.max(1), for: first)
        steps.append(state.begin())
        state.listens()
        steps.append(state.beginAsking())
        state.accept(1)
        guard case .result(1, let receiver)? = state.nextDelivery() else {
            Issue.record("The first answer was not sent.")
            return
        }
        #expect(receiver === first)
        state.delivered(to: first, wants: .none)
        state.change()
        // Without demand, no result is requested.
        steps.append(state.beginAsking())
        steps.append(state.join(second))
        state.settle(second)
        state.request(.unlimited, for: second)
        #expect(!state.hasDeliveries)
        steps.append(state.beginAsking())
        #expect(steps == [true, true, true, false, true, true])
    }
}
