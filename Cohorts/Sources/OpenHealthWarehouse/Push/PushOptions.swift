// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The options of a push.
public struct PushOptions: Sendable {
    /// The position in the store's order of changes from which everything is sent again; nil to send only new changes.
    public var since: Int64?
    /// The group of the participant; nil for no change.
    public var group: String?
    /// The details that are disclosed besides values. Details that an earlier push disclosed and this one doesn't are removed.
    public var disclosure: Set<CohortDisclosure>
    /// The home time zone, which determines the days of samples. It is kept for later pushes. If it is nil, the zone is the last one
    /// that was given, else that of the store at this push, else that of the last push, else that of the system.
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

/// Details that are disclosed in addition to the values, by name. By default, none are disclosed.
public enum CohortDisclosure: String, CaseIterable, Codable, Comparable, Sendable {
    /// The names of sources, such as "Ada's Watch".
    case sourceNames = "source-names"
    /// The names of devices.
    case deviceNames = "device-names"
    /// Metadata values that are strings or dates, and metadata with unknown keys.
    case metadata
    /// The complete date of birth instead of the year.
    case birthDate = "birth-date"

    /// Reads comma-separated names.
    /// - Parameter text: The names, such as `source-names,metadata`.
    /// - Throws: A ``WarehouseError``: `invalidArgument` if a name is unknown.
    public static func set(_ text: String) throws -> Set<CohortDisclosure> {
        try Set(
            text.split(separator: ",").map { part in
                let name = part.trimmingCharacters(in: .whitespaces)
                guard let disclosure = CohortDisclosure(rawValue: name) else {
                    throw WarehouseError(
                        .invalidArgument, "\(name.debugDescription) is not a kind of data to disclose",
                        remedy: "choose of \(allCases.map(\.rawValue).joined(separator: ", "))")
                }
                return disclosure
            })
    }

    /// Compares the names.
    public static func < (left: CohortDisclosure, right: CohortDisclosure) -> Bool { left.rawValue < right.rawValue }

    /// Returns whether an entry of a sample's metadata is sent without disclosure, which is the case if the vocabulary defines
    /// numbers (including enumerations), Boolean values or quantities for the key, and the value is one.
    ///
    /// Strings are never sent without disclosure, because an app can write anything. The same applies to dates and time zones,
    /// which can identify places and people.
    package static func isHarmless(_ key: String, _ value: HKMetadataValue) -> Bool {
        switch (HealthMetadataKeys.valueKind(key), value) {
        case (.number, .integer), (.number, .double), (.bool, .bool), (.quantity, .quantity): true
        case (.bool, .integer(let number)): number == 0 || number == 1
        case (.number, .bool): true
        default: false
        }
    }

    /// Returns whether samples of a type are sent: the type is known, or is a HealthKit type that is newer than the vocabulary.
    /// Other identifiers are free text.
    package static func isPlainType(_ identifier: String, _ description: HealthTypeDescription?) -> Bool {
        if description != nil { return true }
        let isName = identifier.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20)
        }
        return identifier.hasPrefix("HK") && identifier.contains("TypeIdentifier") && identifier.utf8.count <= 100
            && isName
    }
}

/// The progress of a push.
public struct PushProgress: Hashable, Sendable {
    /// The next step.
    public enum Step: String, CaseIterable, Sendable {
        /// Finding the participant's shard and its state.
        case looking
        /// Recording the start of the push in the store and on the shard.
        case beginning
        /// Sending samples.
        case samples
        /// Sending the deletions of samples.
        case deletions
        /// Comparing days with those of the shard, and sending those that differ.
        case days
        /// Removing replaced rows, if they must not be kept.
        case removing
        /// Waiting until all servers of the shard are complete.
        case settling
        /// Recording the completion on the shard.
        case finishing
        /// Recording the completion in the store.
        case remembering
    }

    /// The next step.
    public var step: Step
    /// The number of samples that have arrived.
    public var samples: Int
    /// The total number of samples; some of them can have been deleted since they were saved.
    public var samplesInAll: Int
    /// The number of bytes that have been sent.
    public var bytes: Int
}

/// The result of a push.
public struct PushReceipt: Codable, Hashable, Sendable {
    /// The numbers of details that weren't sent, because their disclosure wasn't requested.
    public struct KeptHome: Codable, Hashable, Sendable {
        /// The number of source names.
        public var sourceNames = 0
        /// The number of device names.
        public var deviceNames = 0
        /// The number of metadata entries.
        public var metadataEntries = 0
        /// The number of dates of birth: 1 or 0.
        public var birthDates = 0
        /// The number of values that are strings.
        public var textValues = 0
        /// The number of samples of unknown types.
        public var samplesOfUnknownTypes = 0
    }

    /// The pseudonym.
    public var participant: String
    /// The name of the shard.
    public var shard: String
    /// The position in the store's order of changes up to which the cohort is up to date.
    public var anchor: Int64
    /// The number of samples that were sent.
    public var samples = 0
    /// The number of deletions that were sent.
    public var deletions = 0
    /// The number of days whose figures of quantities or categories were sent, because they differed or were missing. A day with
    /// several types counts once.
    public var days = 0
    /// The number of samples of quantities and categories in the store that aren't in the values of any day: those that start
    /// before 1970 or after 2105, and those of quantities that start on a day that doesn't consist of whole quarters of an hour,
    /// as in Liberia until 1972.
    public var samplesOnNoDay = 0
    /// Whether the participant's description was written again, for example because of a new group or position.
    public var described = false
    /// The number of blocks that were sent.
    public var blocks = 0
    /// The number of bytes of all blocks.
    public var bytes = 0
    /// The duration, in seconds.
    public var seconds = 0.0
    /// Whether the push continued an interrupted one.
    public var resumed = false
    /// Whether everything was sent again, because the cohort had data that this store has no record of.
    public var restarted = false
    /// The servers of the shard that didn't respond. They are updated by the others after they have returned.
    public var missingServers: [String] = []
    /// The details that were not sent.
    public var keptHome = KeptHome()
}
