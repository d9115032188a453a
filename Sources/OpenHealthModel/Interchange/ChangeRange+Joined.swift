// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension ChangeRange {
    /// This range and the one that follows it.
    package func joined(with next: ChangeRange) -> ChangeRange {
        ChangeRange(
            after: min(after, next.after), through: next.through, types: types.union(next.types),
            topics: topics.union(next.topics))
    }
}
