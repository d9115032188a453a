// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

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
