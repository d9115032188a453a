// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel

extension FuzzTarget {
    /// Decodes a sample like the daemon and saves it.
    static func feedSample(_ bytes: [UInt8]) {
        guard let json = bytes.withUnsafeBufferPointer({ JSONValue(utf8: $0) }),
            let new = try? NewSampleJSON(JSONReader(json))
        else { return }
        SavingFuzzer.feed(new)
    }

    /// Decodes the archive of an object in the format of stores, encodes it in the wire format, and saves it like an app.
    ///
    /// Stores contain objects that earlier versions accepted, so encoding must work for every archive that can be decoded.
    static func feedArchivedObject(_ bytes: [UInt8]) {
        guard let json = bytes.withUnsafeBufferPointer({ JSONValue(utf8: $0) }), var parts = ArchiveJSON.read(json)
        else { return }
        let fields = HKObjectFields(newWith: nil, metadata: [:])
        var object = HKArchive()
        object.set(fields.uuid, "uuid")
        object.set(fields.sourceRevision, "sourceRevision")
        object.set(fields.metadata, "metadata")
        parts.set(object, "HKObject")
        var archive = HKArchive()
        archive.set([parts], "sample")
        guard let sample = archive.samples("sample")?.first else { return }
        let written = SampleJSON(sample).json
        precondition(JSONValue(written.text) != nil, "a sample is not encoded as JSON")
        let reader = JSONReader(written)
        if let new = try? NewSampleJSON(reader) { SavingFuzzer.feed(new) }
        // Saves the sample like a program on the same machine, without the checks of the wire format.
        SavingFuzzer.feed(NewSampleJSON(sample))
    }
}
