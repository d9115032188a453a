// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

extension ExportDocumentParser {
    /// Reads the start tag of a clinical record.
    mutating func readClinicalRecord(closed: Bool) throws {
        defer { push(.leaf, unless: closed) }
        guard let received = date("receivedDate") else {
            try report(.rejected, "ClinicalRecord", "its receivedDate is missing or not \(Self.aDate)")
            return
        }
        batch.items.append(
            .clinicalRecord(
                ClinicalRecordFacts(
                    type: text("type") ?? "", identifier: text("identifier") ?? "",
                    sourceName: text("sourceName") ?? "", sourceURL: text("sourceURL") ?? "",
                    fhirVersion: text("fhirVersion") ?? "", receivedDate: received,
                    resourcePath: text("resourceFilePath") ?? "", resource: nil)))
        itemWeight += 64
        try reportUnknownAttributes("ClinicalRecord", besides: Self.clinicalAttributes)
    }

    private static let clinicalAttributes: Set<String> = [
        "type", "identifier", "sourceName", "sourceURL", "fhirVersion", "receivedDate", "resourceFilePath",
    ]
}
