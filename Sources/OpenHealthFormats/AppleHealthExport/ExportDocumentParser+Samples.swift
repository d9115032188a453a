// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The shared parts of sample elements: dates, sources, types and metadata.
extension ExportDocumentParser {
    /// Returns the shared attributes of sample elements; returns nil and reports a diagnostic if they are invalid.
    /// - Parameter others: The element's additional attributes. Any other attribute becomes metadata with an `@` before its name;
    ///   nil if the element keeps such attributes elsewhere.
    mutating func sampleFacts(_ element: String, others: Set<String>?) throws -> SampleData? {
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
        if end >= Self.distantFuture { try report(.warning, element, Self.isUnfinished) }
        let created = date("creationDate")
        if created == nil, scanner.attribute("creationDate") != nil {
            try report(.warning, element, "its creationDate is not \(Self.aDate); it was kept without one")
        }
        let provenance = provenances.index(
            source: scanner.attribute("sourceName") ?? scanner.attribute("source"),
            version: scanner.attribute("sourceVersion"), device: scanner.attribute("device"), unit: nil,
            newProvenances: &batch.newProvenances, illegal: &tally.illegalBytes)
        var facts = SampleData(provenance: provenance, start: start, end: end, created: created ?? .nan)
        if let others { facts.metadata = unknownAttributes(besides: Self.sampleAttributes.union(others)) }
        return facts
    }

    /// Returns the shared attributes of an element with a type; returns nil and reports a diagnostic if they are invalid, or if the
    /// type is one of another kind.
    mutating func sampleFacts(
        _ element: String, of type: String, _ kind: HealthTypeDescription.Kind
    ) throws -> SampleData? {
        if let other = HealthTypes.otherKind(type, than: [kind]) {
            try report(.rejected, element, "its type \(type) is for \(other.plural), not for \(kind.plural)")
            return nil
        }
        return try sampleFacts(element, others: ["type"])
    }

    /// The beginning of the year 4001, in which samples end whose end is not known.
    static let distantFuture = 64_092_211_200.0

    static let isUnfinished = "it ends in the year 4001 or later, as if it had no end; it was kept"

    static let sampleAttributes: Set<String> = [
        "sourceName", "source", "sourceVersion", "device", "creationDate", "startDate", "endDate",
    ]

    /// Returns the attributes that are not known as metadata.
    mutating func unknownAttributes(besides known: Set<String>) -> [MetadataPair] {
        allAttributes(except: known).map { MetadataPair(key: "@" + $0.key, value: $0.value) }
    }

    /// Reads a start tag inside an element that can contain metadata and nothing else, besides the tags read before.
    /// - Parameter add: Receives the entry of a `MetadataEntry` tag.
    mutating func startMetadata(in element: String, closed: Bool, add: (MetadataPair) -> Void) throws {
        if scanner.name.equals("MetadataEntry") {
            add(metadataEntry(closed: closed))
        } else {
            try startUnexpected(in: element, closed: closed)
        }
    }

    /// Returns the entry of a `MetadataEntry` tag.
    mutating func metadataEntry(closed: Bool) -> MetadataPair {
        tally.metadataEntries += 1
        let pair = MetadataPair(key: text("key") ?? "", value: text("value") ?? "")
        push(.leaf, unless: closed)
        return pair
    }
}

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

extension ExportDocumentParser {
    /// Reads the start tag of a prescription.
    mutating func startVision(closed: Bool) throws {
        start(try prescriptionFacts(), closed: closed, as: Frame.vision) { $0.deliver($1) }
    }

    /// Returns the attributes of a prescription; returns nil and reports a diagnostic if they are invalid.
    private mutating func prescriptionFacts() throws -> VisionPrescriptionData? {
        guard let issued = date("dateIssued") else {
            try report(.rejected, "VisionPrescription", "its dateIssued is missing or not \(Self.aDate)")
            return nil
        }
        var facts = VisionPrescriptionData(type: text("type") ?? "", dateIssued: issued)
        facts.expirationDate = date("expirationDate")
        if facts.expirationDate == nil, scanner.attribute("expirationDate") != nil {
            try report(
                .warning, "VisionPrescription", "its expirationDate is not \(Self.aDate); it was kept without one")
        }
        facts.brand = text("brand")
        facts.other = allAttributes(except: ["type", "dateIssued", "expirationDate", "brand"])
        return facts
    }

    /// Reads a start tag inside a prescription.
    mutating func startInVision(_ prescription: Pending<VisionPrescriptionData>, closed: Bool) throws {
        if scanner.name.equals("RightEye") {
            prescription.value.rightEye = allAttributes()
        } else if scanner.name.equals("LeftEye") {
            prescription.value.leftEye = allAttributes()
        } else if scanner.name.equals("Attachment") {
            prescription.value.attachments.append(text("identifier") ?? "")
        } else if scanner.name.equals("MetadataEntry") {
            prescription.value.metadata.append(metadataEntry(closed: closed))
            return
        } else {
            try startUnexpected(in: "VisionPrescription", closed: closed)
            return
        }
        push(.leaf, unless: closed)
    }

    /// Adds a complete prescription to the batch.
    mutating func deliver(_ prescription: VisionPrescriptionData) {
        batch.items.append(.visionPrescription(prescription))
        itemWeight += 16
    }
}
