// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension ExportDocumentParser {
    /// The attributes that sample elements share; nil, and a report, where they cannot be right.
    /// - Parameter others: the element's further attributes. What is none of these either becomes metadata under its
    ///   name with an `@` before it; nil where the element keeps such attributes elsewhere.
    mutating func sampleFacts(_ element: String, others: Set<String>?) throws -> SampleFacts? {
        guard let start = date("startDate") else {
            try report(.rejected, element, "its startDate is missing or not \(Self.aDate)")
            return nil
        }
        guard let end = date("endDate") else {
            try report(.rejected, element, "its endDate is missing or not \(Self.aDate)")
            return nil
        }
        guard start <= end else {
            try report(.rejected, element, "it ends before it starts")
            return nil
        }
        let created = date("creationDate")
        if created == nil, scanner.attribute("creationDate") != nil {
            try report(.warning, element, "its creationDate is not \(Self.aDate); it was kept without one")
        }
        let provenance = provenances.index(
            source: scanner.attribute("sourceName") ?? scanner.attribute("source"),
            version: scanner.attribute("sourceVersion"), device: scanner.attribute("device"), unit: nil,
            newProvenances: &batch.newProvenances, illegal: &tally.illegalBytes)
        var facts = SampleFacts(provenance: provenance, start: start, end: end, created: created ?? .nan)
        if let others { facts.metadata = unknownAttributes(besides: Self.sampleAttributes.union(others)) }
        return facts
    }

    /// Returns whether an element may have a type: one of its kind, or one that the vocabulary does not have. Otherwise the
    /// element is reported.
    private mutating func fits(
        _ type: String, _ element: String, _ kind: HealthTypeDescription.Kind
    ) throws -> Bool {
        guard let other = HealthTypes.otherKind(type, than: [kind]) else { return true }
        try report(.rejected, element, "its type \(type) is for \(other.plural), not for \(kind.plural)")
        return false
    }

    static let sampleAttributes: Set<String> = [
        "sourceName", "source", "sourceVersion", "device", "creationDate", "startDate", "endDate",
    ]

    /// The attributes that are none of the known ones, as metadata.
    mutating func unknownAttributes(besides known: Set<String>) -> [MetadataPair] {
        allAttributes(except: known).map { MetadataPair(key: "@" + $0.key, value: $0.value) }
    }

    /// The entry of a `MetadataEntry` tag.
    mutating func metadataEntry(closed: Bool) -> MetadataPair {
        tally.metadataEntries += 1
        let pair = MetadataPair(key: text("key") ?? "", value: text("value") ?? "")
        if !closed { push(.leaf) }
        return pair
    }

    // MARK: Correlations

    mutating func startCorrelation(closed: Bool) throws {
        let type = text("type") ?? ""
        guard !type.isEmpty else {
            try report(.rejected, "Correlation", "it has no type; the records inside it were left out with it")
            if !closed { push(.skipped) }
            return
        }
        guard try fits(type, "Correlation", .correlation) else {
            if !closed { push(.skipped) }
            return
        }
        guard let sample = try sampleFacts("Correlation", others: ["type"]) else {
            if !closed { push(.skipped) }
            return
        }
        correlation = CorrelationFacts(type: type, sample: sample)
        if closed {
            finishCorrelation()
        } else {
            push(.correlation)
        }
    }

    mutating func startInCorrelation(closed: Bool) throws {
        if scanner.name.equals("Record") {
            try startRecord(closed: closed)
        } else if scanner.name.equals("MetadataEntry") {
            let entry = metadataEntry(closed: closed)
            correlation?.sample.metadata.append(entry)
        } else {
            try startUnexpected(in: "Correlation", closed: closed)
        }
    }

    mutating func finishCorrelation() {
        guard let finished = correlation else { return }
        batch.items.append(.correlation(finished))
        itemWeight += 4
        correlation = nil
    }

    // MARK: Summaries and clinical records

    mutating func readActivitySummary(closed: Bool) throws {
        if let day = text("dateComponents"), CivilDay.isValid(day) {
            let values = allAttributes(except: ["dateComponents"])
            batch.items.append(.activitySummary(ActivitySummaryFacts(day: day, values: values)))
            itemWeight += 4
        } else {
            try report(
                .rejected, "ActivitySummary",
                "its dateComponents is missing or not a day of the form yyyy-MM-dd from 1900 to 9999")
        }
        if !closed { push(.leaf) }
    }

    mutating func readClinicalRecord(closed: Bool) throws {
        defer { if !closed { push(.leaf) } }
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

    // MARK: Audiograms

    mutating func startAudiogram(closed: Bool) throws {
        let written = text("type") ?? ""
        let type = written.isEmpty ? "HKDataTypeIdentifierAudiogram" : written
        guard try fits(type, "Audiogram", .audiogram) else {
            if !closed { push(.skipped) }
            return
        }
        guard let sample = try sampleFacts("Audiogram", others: ["type"]) else {
            if !closed { push(.skipped) }
            return
        }
        audiogram = AudiogramFacts(type: type, sample: sample)
        if closed {
            finishAudiogram()
        } else {
            push(.audiogram)
        }
    }

    mutating func startInAudiogram(closed: Bool) throws {
        if scanner.name.equals("SensitivityPoint") {
            let point = allAttributes()
            audiogram?.points.append(point)
            if !closed { push(.leaf) }
        } else if scanner.name.equals("MetadataEntry") {
            let entry = metadataEntry(closed: closed)
            audiogram?.sample.metadata.append(entry)
        } else {
            try startUnexpected(in: "Audiogram", closed: closed)
        }
    }

    mutating func finishAudiogram() {
        guard let finished = audiogram else { return }
        batch.items.append(.audiogram(finished))
        itemWeight += 16
        audiogram = nil
    }

    // MARK: Prescriptions

    mutating func startVision(closed: Bool) throws {
        guard let issued = date("dateIssued") else {
            try report(.rejected, "VisionPrescription", "its dateIssued is missing or not \(Self.aDate)")
            if !closed { push(.skipped) }
            return
        }
        var facts = VisionPrescriptionFacts(type: text("type") ?? "", dateIssued: issued)
        facts.expirationDate = date("expirationDate")
        if facts.expirationDate == nil, scanner.attribute("expirationDate") != nil {
            try report(
                .warning, "VisionPrescription", "its expirationDate is not \(Self.aDate); it was kept without one")
        }
        facts.brand = text("brand")
        facts.other = allAttributes(except: ["type", "dateIssued", "expirationDate", "brand"])
        vision = facts
        if closed {
            finishVision()
        } else {
            push(.vision)
        }
    }

    mutating func startInVision(closed: Bool) throws {
        if scanner.name.equals("RightEye") {
            let eye = allAttributes()
            vision?.rightEye = eye
        } else if scanner.name.equals("LeftEye") {
            let eye = allAttributes()
            vision?.leftEye = eye
        } else if scanner.name.equals("Attachment") {
            let identifier = text("identifier") ?? ""
            vision?.attachments.append(identifier)
        } else if scanner.name.equals("MetadataEntry") {
            let entry = metadataEntry(closed: closed)
            vision?.metadata.append(entry)
            return
        } else {
            try startUnexpected(in: "VisionPrescription", closed: closed)
            return
        }
        if !closed { push(.leaf) }
    }

    mutating func finishVision() {
        guard let finished = vision else { return }
        batch.items.append(.visionPrescription(finished))
        itemWeight += 16
        vision = nil
    }
}
