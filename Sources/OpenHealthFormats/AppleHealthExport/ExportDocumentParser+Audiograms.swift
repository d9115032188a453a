// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

extension ExportDocumentParser {
    /// Reads the start tag of an audiogram.
    mutating func startAudiogram(closed: Bool) throws {
        start(try audiogramFacts(), closed: closed, as: Frame.audiogram) { $0.deliver($1) }
    }

    /// Returns the attributes of an audiogram; returns nil and reports a diagnostic if they are invalid.
    private mutating func audiogramFacts() throws -> AudiogramData? {
        let written = text("type") ?? ""
        let type = written.isEmpty ? "HKDataTypeIdentifierAudiogram" : written
        return try sampleFacts("Audiogram", of: type, .audiogram).map { AudiogramData(type: type, sample: $0) }
    }

    /// Reads a start tag inside an audiogram.
    mutating func startInAudiogram(_ audiogram: Pending<AudiogramData>, closed: Bool) throws {
        if scanner.name.equals("SensitivityPoint") {
            audiogram.value.points.append(allAttributes())
            push(.leaf, unless: closed)
        } else {
            try startMetadata(in: "Audiogram", closed: closed) { audiogram.value.sample.metadata.append($0) }
        }
    }

    /// Adds a complete audiogram to the batch.
    mutating func deliver(_ audiogram: AudiogramData) {
        batch.items.append(.audiogram(audiogram))
        itemWeight += 16
    }
}
