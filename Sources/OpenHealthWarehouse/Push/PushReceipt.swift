// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

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
    /// The number of days of quantities and categories that were sent, because they differed or were missing.
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
