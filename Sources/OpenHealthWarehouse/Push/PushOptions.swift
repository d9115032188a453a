// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The options of a push.
public struct PushOptions: Sendable {
    /// The position in the store's order of changes from which everything is sent again; nil to send only new changes.
    public var since: Int64?
    /// The group of the participant; nil for no change.
    public var group: String?
    /// The details that are disclosed besides values. Details that an earlier push disclosed and this one doesn't are removed.
    public var disclosure: Set<CohortDisclosure>
    /// The home time zone, which determines the days of samples; nil for the time zone of earlier pushes, else that of the store,
    /// else that of the system.
    public var timeZone: TimeZone?
    /// Whether a withdrawn participant is admitted again.
    public var admitsAgain: Bool
    /// The maximum number of positions in a block, which results in about ten megabytes.
    package var blockLength: Int64 = 65_536

    /// Creates options; see the properties.
    public init(
        since: Int64? = nil, group: String? = nil, disclosure: Set<CohortDisclosure> = [], timeZone: TimeZone? = nil,
        admitsAgain: Bool = false
    ) {
        self.since = since
        self.group = group
        self.disclosure = disclosure
        self.timeZone = timeZone
        self.admitsAgain = admitsAgain
    }

    /// The maximum length of the name of a group, in bytes.
    static let maximumGroupLength = 64

    /// Checks the options without connecting to a cluster.
    func check() throws {
        if let since, since < 0 {
            throw WarehouseError(
                .invalidArgument, "there is no change with the number \(since)", remedy: "give 0 or a number above it")
        }
        guard let group else { return }
        guard group.utf8.count <= Self.maximumGroupLength,
            group.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0 != "\u{7F}" })
        else {
            throw WarehouseError(
                .invalidArgument, "the name of the group is too long or has control characters",
                remedy: "use \(Self.maximumGroupLength) bytes at most")
        }
    }
}
