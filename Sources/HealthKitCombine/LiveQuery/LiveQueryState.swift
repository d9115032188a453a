// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim

/// The state of a live query and its next steps, without locks, threads or calls to other objects.
///
/// The methods process events; after each, the owner calls ``beginAsking()`` and ``nextDelivery()`` and performs the steps.
struct LiveQueryState<Output> {
    typealias Member = LiveQueryMember<Output>

    /// A call to a subscriber.
    enum Delivery {
        /// Sends a value; ``delivered(to:wants:)`` must follow.
        case result(Output, to: Member)
        /// Sends the completion; the subscriber is removed.
        case completion(Subscribers.Completion<any Error>, to: Member)
    }

    private enum Phase {
        /// There has been no demand so far.
        case new
        /// The source has begun, but may still miss changes.
        case beginning
        case running
        case ended
    }

    private let isAsked: Bool
    private let isShared: Bool
    private var phase = Phase.new
    /// The subscribers in the order of their subscription.
    private var members: [Member] = []
    /// The newest result, if it may still be needed.
    private var newest: Output?
    /// Whether something has changed since the last result was requested.
    private var isOutdated: Bool
    private var isAsking = false
    private var completion: Subscribers.Completion<any Error>?
    /// The subscribers with a possible delivery, in order.
    private var queue: [Member] = []
    private var queueStart = 0
    private var dueCount = 0

    /// - Parameters:
    ///   - isAsked: Whether results have to be requested from the source.
    ///   - isShared: Whether there can be several subscribers over time, so that a result is kept for later ones.
    init(isAsked: Bool, isShared: Bool) {
        self.isAsked = isAsked
        self.isShared = isShared
        isOutdated = isAsked
    }

    // MARK: Subscribers

    /// Adds a subscriber, which receives nothing before ``settle(_:)``.
    /// - Returns: False if the query has ended.
    mutating func join(_ member: Member) -> Bool {
        if phase == .ended { return false }
        member.isHere = true
        members.append(member)
        return true
    }

    /// Notes that the subscriber has its subscription, so that values can be sent.
    mutating func settle(_ member: Member) {
        member.isBusy = false
        consider(member)
    }

    /// Adds demand of a subscriber.
    mutating func request(_ demand: Subscribers.Demand, for member: Member) {
        member.demand += demand
        consider(member)
    }

    /// Notes that the call that sent a value has returned.
    mutating func delivered(to member: Member, wants demand: Subscribers.Demand) {
        member.demand += demand
        member.isBusy = false
        consider(member)
    }

    /// Removes a subscriber that has canceled.
    /// - Returns: Whether it was the last subscriber, so that the source has to end.
    mutating func leave(_ member: Member) -> Bool {
        guard remove(member) else { return false }
        if member.isDue {
            dueCount -= 1
            forgetIfNotNeeded()
        }
        guard members.isEmpty, phase != .ended else { return false }
        end()
        return true
    }

    // MARK: The source

    /// Returns whether the source must begin now, on the first demand.
    mutating func begin() -> Bool {
        guard phase == .new, members.contains(where: { $0.demand > .none }) else { return false }
        phase = isAsked ? .beginning : .running
        return true
    }

    /// Notes that the source reports all further changes.
    mutating func listens() {
        if phase == .beginning { phase = .running }
    }

    /// Marks the result as outdated.
    mutating func change() {
        isOutdated = isAsked && phase != .ended
        forgetIfNotNeeded()
    }

    /// Returns whether a result must be requested now: there is a change and demand, and no request is under way.
    mutating func beginAsking() -> Bool {
        guard isOutdated, !isAsking, phase == .running else { return false }
        guard members.contains(where: { !$0.isBusy && $0.demand > .none }) else { return false }
        isOutdated = false
        isAsking = true
        return true
    }

    /// Stores a result.
    mutating func accept(_ output: Output) {
        guard phase == .running else { return }
        isAsking = false
        newest = output
        for member in members {
            member.isOwed = true
            // The result is sent even if it is outdated by now: with a change during each read there would be no value at all.
            makeDue(member)
        }
        forgetIfNotNeeded()
    }

    /// Notes that there are no further results.
    mutating func complete(_ completion: Subscribers.Completion<any Error>) {
        guard phase != .ended else { return }
        end()
        self.completion = completion
        for member in members { consider(member) }
    }

    // MARK: Calls

    /// Whether there is a call to make to a subscriber.
    var hasDeliveries: Bool { queueStart < queue.count }

    /// Returns the next call to a subscriber, which is marked as busy until the call has returned.
    mutating func nextDelivery() -> Delivery? {
        while queueStart < queue.count {
            let member = queue[queueStart]
            queueStart += 1
            if queueStart == queue.count {
                queue.removeAll(keepingCapacity: true)
                queueStart = 0
            }
            guard member.isHere, !member.isBusy else { continue }
            if let completion {
                _ = remove(member)
                return .completion(completion, to: member)
            }
            guard member.isDue, let newest else { continue }
            member.isDue = false
            member.isOwed = false
            member.isBusy = true
            dueCount -= 1
            forgetIfNotNeeded()
            return .result(newest, to: member)
        }
        return nil
    }

    // MARK: Steps

    /// Determines whether there is a call to make to a subscriber.
    private mutating func consider(_ member: Member) {
        if completion != nil {
            if member.isHere && !member.isBusy { queue.append(member) }
        } else if !isOutdated && !isAsking {
            makeDue(member)
        }
    }

    /// Schedules the newest result for a subscriber that has not received it, if it has demand and is not being called.
    private mutating func makeDue(_ member: Member) {
        guard newest != nil, member.isHere, member.isOwed, !member.isBusy, !member.isDue, member.demand > .none
        else { return }
        member.isDue = true
        member.demand -= 1
        dueCount += 1
        queue.append(member)
    }

    private mutating func remove(_ member: Member) -> Bool {
        guard member.isHere, let place = members.firstIndex(where: { $0 === member }) else { return false }
        member.isHere = false
        members.remove(at: place)
        return true
    }

    private mutating func forgetIfNotNeeded() {
        guard dueCount == 0 else { return }
        if isOutdated || isAsking || (!isShared && members.allSatisfy({ !$0.isOwed })) { newest = nil }
    }

    private mutating func end() {
        phase = .ended
        newest = nil
        isOutdated = false
        isAsking = false
        dueCount = 0
    }
}
