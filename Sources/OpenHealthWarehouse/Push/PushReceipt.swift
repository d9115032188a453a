// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The result of a push.
public struct PushReceipt: Codable, Hashable, Sendable {
    /// The details that were not sent, because their disclosure was not requested.
    public struct KeptHome: Codable, Hashable, Sendable {
        /// Names of sources.
        public var sourceNames = 0
        /// Names of devices.
        public var deviceNames = 0
        /// Entries of metadata.
        public var metadataEntries = 0
        /// Dates of birth: 1 or 0.
        public var birthDates = 0
        /// Values that are texts.
        public var textValues = 0
        /// Samples of unknown types.
        public var samplesOfUnknownTypes = 0
    }

    /// The pseudonym.
    public var participant: String
    /// The name of the shard.
    public var shard: String
    /// The place in the store's order of changes up to which the cohort has everything now.
    public var anchor: Int64
    /// Samples sent.
    public var samples = 0
    /// Deletions sent.
    public var deletions = 0
    /// Days of quantities and categories sent, because they differed or were missing.
    public var days = 0
    /// Samples of quantities and categories, of all that the store has, that are in no day's figures: those that begin before 1970
    /// or after 2105, and of quantities those that begin on a day that quarters of an hour do not make up, as in Liberia until 1972.
    public var samplesOnNoDay = 0
    /// Whether what is known of the participant was written anew: their group, say, or up to where the cohort has their store.
    public var described = false
    /// Blocks sent.
    public var blocks = 0
    /// Bytes of all blocks.
    public var bytes = 0
    /// The duration, in seconds.
    public var seconds = 0.0
    /// Whether it went on with a push that had been interrupted.
    public var resumed = false
    /// Whether everything was sent again, because the cohort had what this store does not know of.
    public var restarted = false
    /// Servers of the shard that did not answer; the others bring them up to date when they are back.
    public var missingServers: [String] = []
    /// The details that were not sent.
    public var keptHome = KeptHome()
}
