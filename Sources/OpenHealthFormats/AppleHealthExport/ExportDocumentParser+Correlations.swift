// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

extension ExportDocumentParser {
    /// Reads the start tag of a correlation.
    mutating func startCorrelation(closed: Bool) throws {
        start(try correlationFacts(), closed: closed, as: Frame.correlation) { $0.deliver($1) }
    }

    /// Returns the attributes of a correlation; returns nil and reports a diagnostic if they are invalid.
    private mutating func correlationFacts() throws -> CorrelationData? {
        let type = text("type") ?? ""
        guard !type.isEmpty else {
            try report(.rejected, "Correlation", "it has no type; the records inside it were left out with it")
            return nil
        }
        return try sampleFacts("Correlation", of: type, .correlation).map { CorrelationData(type: type, sample: $0) }
    }

    /// Reads a start tag inside a correlation.
    mutating func startInCorrelation(_ correlation: Pending<CorrelationData>, closed: Bool) throws {
        if scanner.name.equals("Record") {
            try startRecord(in: .correlation(correlation), closed: closed)
        } else {
            try startMetadata(in: "Correlation", closed: closed) { correlation.value.sample.metadata.append($0) }
        }
    }

    /// Adds a complete correlation to the batch.
    mutating func deliver(_ correlation: CorrelationData) {
        batch.items.append(.correlation(correlation))
        itemWeight += 4
    }
}
