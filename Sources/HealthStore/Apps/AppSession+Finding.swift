// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HealthModel

extension AppSession {
    /// Returns what finds the sample with a UUID among those that the app sees. Of several, it finds the app's own.
    ///
    /// Samples that the app does not see are not compared with: saving, deleting and linking are the same whether they are
    /// there or not.
    func finder(_ reader: RecordReader) throws -> (UUID) throws -> RawSample? {
        let sees = try sight(reader)
        return { [self] uuid in
            try SampleLookup.find(uuid, reader, isOwn: { try owns($0, reader) }, sees: sees)
        }
    }

    /// The sample with a UUID that the app has saved; nil if there is none.
    func ownSample(_ uuid: UUID, _ reader: RecordReader) throws -> RawSample? {
        try SampleLookup.find(uuid, reader, isOwn: { try owns($0, reader) }, sees: { _ in false })
    }
}
