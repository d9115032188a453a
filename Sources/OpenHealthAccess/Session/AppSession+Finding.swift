// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStore

extension AppSession {
    /// Returns a function that finds the visible sample with a UUID. If there are several, it prefers the app's own.
    ///
    /// Samples that are not visible to the app are ignored: The results of saving, deleting and linking do not depend on
    /// whether such samples exist.
    func finder(_ reader: RecordReader) throws -> (UUID) throws -> RawSample? {
        let sees = try sight(reader)
        return { [self] uuid in
            try SampleLookup.find(uuid, reader, isOwn: { try owns($0, reader) }, sees: sees)
        }
    }

    /// Returns the sample with a UUID that the app has saved, or nil if there is no such sample.
    func ownSample(_ uuid: UUID, _ reader: RecordReader) throws -> RawSample? {
        try SampleLookup.find(uuid, reader, isOwn: { try owns($0, reader) }, sees: { _ in false })
    }
}
