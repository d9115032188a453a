// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession

extension LocalSession {
    package func samplePages(_ query: SampleQuery) -> any SamplePaging {
        LocalPages(session: self, pages: SamplePages(access, query))
    }

    package func samples(_ query: SampleQuery) async throws -> [HKSample] {
        try await perform { try $0.samples(query) }
    }

    package func samples(_ queries: [SampleQuery]) async throws -> [[HKSample]] {
        try await perform { try $0.samples(queries) }
    }

    package func sources(_ part: SampleQuery.Part) async throws -> Set<HKSource> {
        try await perform { try $0.sources(part) }
    }

    package func correlations(_ part: SampleQuery.Part, members: [HKSampleType: PredicateNode]) async throws
        -> [HKCorrelation]
    {
        try await perform { try $0.correlations(part, members: members) }
    }

    package func ownObject(_ uuid: UUID) async throws -> HKSample? {
        try await perform { try $0.ownObject(uuid) }
    }
}

/// The pages of a query on a local database.
private struct LocalPages: SamplePaging {
    let session: LocalSession
    var pages: SamplePages

    mutating func next(_ size: Int) async throws -> [HKSample]? {
        let before = pages
        let (page, after) = try await session.perform { _ in
            var pages = before
            let page = try pages.next(size)
            return (page, pages)
        }
        pages = after
        return page
    }
}
