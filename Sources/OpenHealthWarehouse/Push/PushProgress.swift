// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// How far a push has come.
public struct PushProgress: Hashable, Sendable {
    /// The next step.
    public enum Step: String, CaseIterable, Sendable {
        /// Finding the participant's shard and what it has of them.
        case looking
        /// Writing down, in the store and on the shard, that a push begins.
        case beginning
        /// Sending samples.
        case samples
        /// Sending which samples have been deleted.
        case deletions
        /// Comparing days with those of the shard and sending those that differ.
        case days
        /// Removing what this push has replaced, where that must not stay.
        case removing
        /// Waiting until all servers of the shard hold everything.
        case settling
        /// Writing down on the shard that everything has come.
        case finishing
        /// Writing that down in the store.
        case remembering
    }

    /// The next step.
    public var step: Step
    /// Samples that have arrived.
    public var samples: Int
    /// Of how many; some of them may have been deleted since they were saved.
    public var samplesInAll: Int
    /// Bytes that have been sent.
    public var bytes: Int
}
