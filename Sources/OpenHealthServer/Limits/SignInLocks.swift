// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Counts failed sign-ins by client, and locks out a client for longer with each failure.
final class SignInLocks: Sendable {
    /// The number of failures before the first lock.
    static let maximumFailures = 5
    /// The duration of the first lock, in seconds; each further failure doubles it, up to an hour.
    static let firstSeconds = 30.0
    private static let maximumSeconds = 3600.0
    /// The time without a failure after which the count of a client is reset, in seconds.
    private static let forgetSeconds = 86_400.0
    /// The maximum number of clients that are kept; beyond it, the client with the oldest last failure is removed.
    static let maximumClients = 20_000

    private struct Entry {
        var failures = 0
        var last: Date
        var end: Date?
    }

    private let entries = Mutex<[SignInClient: Entry]>([:])

    /// Returns the number of seconds for which a client is still locked out, or nil if it is not.
    func seconds(_ client: SignInClient, at now: Date) -> Int? {
        let end = entries.withLock { entries in
            guard let entry = entries[client], let end = entry.end else { return Date?.none }
            // If the clock was set back, the lock begins again.
            if now < entry.last {
                entries[client]?.end = now + end.timeIntervalSince(entry.last)
                entries[client]?.last = now
            }
            return entries[client]?.end
        }
        guard let end, end > now else { return nil }
        return Int(min(Self.maximumSeconds, end.timeIntervalSince(now)).rounded(.up))  // checked: clamped
    }

    /// Returns the number of failures of a client.
    func failures(_ client: SignInClient) -> Int { entries.withLock { $0[client]?.failures ?? 0 } }

    /// Counts a failure.
    func noteFailure(_ client: SignInClient, at now: Date) {
        entries.withLock { entries in
            if entries.count >= Self.maximumClients, entries[client] == nil { Self.clean(&entries, now) }
            var entry = entries[client] ?? Entry(last: now)
            if now.timeIntervalSince(entry.last).magnitude > Self.forgetSeconds { entry = Entry(last: now) }
            entry.failures += 1
            entry.last = now
            entry.end = Self.lockSeconds(failures: entry.failures).map { now + $0 }
            entries[client] = entry
        }
    }

    /// Removes the failures of a client that has signed in.
    func clear(_ client: SignInClient) {
        entries.withLock { $0[client] = nil }
    }

    private static func clean(_ entries: inout [SignInClient: Entry], _ now: Date) {
        entries = entries.filter { now.timeIntervalSince($0.value.last).magnitude <= forgetSeconds }
        guard entries.count >= maximumClients, let oldest = entries.min(by: { $0.value.last < $1.value.last }) else {
            return
        }
        entries[oldest.key] = nil
    }

    /// Returns the number of seconds for which a client is locked out after a number of failures.
    static func lockSeconds(failures: Int) -> Double? {
        guard failures >= maximumFailures else { return nil }
        return min(maximumSeconds, firstSeconds * pow(2, Double(failures - maximumFailures)))
    }
}

/// The client of a failed sign-in, by which failures are counted.
enum SignInClient: Hashable, Sendable {
    /// An address without a known browser.
    case address(ClientAddress)
    /// A browser in which the owner has signed in before, identified by the SHA-256 hash of its cookie. It is counted separately
    /// for each address, so that a program that has read the cookie on another port cannot lock out the browser at other
    /// addresses.
    case device(Data, ClientAddress)

    /// Whether the owner has signed in from the client before.
    var isKnown: Bool { if case .device = self { true } else { false } }

    /// Whether the client is this machine, whose addresses count as one.
    var isLoopback: Bool {
        switch self {
        case .address(let address), .device(_, let address): address.isLoopback
        }
    }
}
