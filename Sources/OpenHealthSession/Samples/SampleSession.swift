// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// Methods that read samples.
///
/// Methods throw an `HKError`, or `CancellationError` if the task was cancelled.
package protocol SampleSession: Sendable {
    /// Returns the samples that match a query and that the app may read.
    func samples(_ query: SampleQuery) async throws -> [HKSample]
    /// Returns the samples of several queries from one snapshot.
    func samples(_ queries: [SampleQuery]) async throws -> [[HKSample]]
    /// Returns the samples of a query in pages, each read when it is needed.
    func samplePages(_ query: SampleQuery) -> any SamplePaging
    /// Returns the sources of the matching samples that the app may read.
    func sources(_ part: SampleQuery.Part) async throws -> Set<HKSource>
    /// Returns correlations. For each type in `members`, at least one member of that type matches the predicate.
    func correlations(_ part: SampleQuery.Part, members: [HKSampleType: PredicateNode]) async throws -> [HKCorrelation]
    /// Returns an object that the app has saved; `nil` if it does not exist.
    func ownObject(_ uuid: UUID) async throws -> HKSample?
}
