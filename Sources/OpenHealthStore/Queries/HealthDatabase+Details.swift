// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

extension HealthDatabase {
    /// Returns the details of a sample: titled groups of names and values, as written. The array is empty if the sample has no
    /// details beyond its record, or doesn't exist.
    /// - Throws: A ``StoreError``.
    public func details(uuid: UUID) throws -> [(String, [MetadataPair])] {
        try read { db in
            let reader = RecordReader(db)
            guard let sample = try SampleLookup.find(uuid, reader) else { return [] }
            return try DetailReader(reader).details(sample).filter { !$0.1.isEmpty }
        }
    }
}
