// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

extension HealthDatabase {
    /// Everything that is particular to a sample: titled groups of names and values, as written. Nothing where the
    /// sample has nothing more than its record says, or there is no such sample.
    /// - Throws: a ``StoreError``.
    public func details(uuid: UUID) throws -> [(String, [MetadataPair])] {
        try read { db in
            let reader = RecordReader(db)
            guard let sample = try SampleLookup.find(uuid, reader) else { return [] }
            return try DetailReader(reader).details(sample).filter { !$0.1.isEmpty }
        }
    }
}
