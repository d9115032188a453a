// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

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
