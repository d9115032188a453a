// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// Writes the details of saved objects to the tables that imports use, too, so that listings and other programs treat them alike.
struct ObjectDetails {
    let db: Database
    let inserts: DetailInserts

    init(_ db: Database) throws {
        self.db = db
        inserts = try DetailInserts(db)
    }

    /// Adds the details of a sample.
    func add(_ sample: HKSample, id: Int64) throws {
        switch sample {
        case let workout as HKWorkout:
            try inserts.add(try WorkoutData(workout), id: id, activity: Int(workout.workoutActivityType.rawValue))
        case let audiogram as HKAudiogramSample:
            for (position, point) in audiogram.sensitivityPoints.enumerated() {
                try db.cachedStatement(
                    sql: "INSERT INTO audiogram_point (audiogram, position, attributes) VALUES (?, ?, ?)"
                ).execute(
                    arguments: [id, position, MetadataJSON.object(Self.attributes(point))])
            }
        case let prescription as HKVisionPrescription: try add(prescription, id: id)
        case let record as HKClinicalRecord: try add(record, id: id)
        default: break
        }
        if let detail = try SampleDetail.write(sample) {
            try db.cachedStatement(sql: "INSERT INTO sample_detail (id, detail) VALUES (?, ?)").execute(
                arguments: [id, detail])
        }
    }

    private static func attributes(_ point: HKAudiogramSensitivityPoint) -> [MetadataPair] {
        var pairs = [
            MetadataPair(key: "frequencyValue", value: MetadataText.plain(point.frequency.originalValue)),
            MetadataPair(key: "frequencyUnit", value: point.frequency.originalUnit.unitString),
        ]
        for test in point.tests {
            let ear = test.side == .left ? "leftEar" : "rightEar"
            pairs.append(MetadataPair(key: ear + "Value", value: MetadataText.plain(test.sensitivity.originalValue)))
            pairs.append(MetadataPair(key: ear + "Unit", value: test.sensitivity.originalUnit.unitString))
            pairs.append(MetadataPair(key: ear + "Masked", value: test.masked ? "YES" : "NO"))
            let bounds = [("Lower", test.clampingRange?.lowerBound), ("Upper", test.clampingRange?.upperBound)]
            for (name, bound) in bounds {
                guard let bound else { continue }
                pairs.append(
                    MetadataPair(
                        key: ear + "ClampingRange\(name)Bound", value: MetadataText.plain(bound.originalValue)))
            }
        }
        return pairs
    }

    private func add(_ prescription: HKVisionPrescription, id: Int64) throws {
        var eyes: [[MetadataPair]] = [[], []]
        var brand: String?
        switch prescription {
        case let glasses as HKGlassesPrescription:
            eyes = [glasses.rightEye, glasses.leftEye].map { lens in
                Self.pairs([
                    ("sphere", lens?.sphere), ("cylinder", lens?.cylinder), ("axis", lens?.axis),
                    ("add", lens?.addPower), ("vertex", lens?.vertexDistance), ("prismAmount", lens?.prism?.amount),
                    ("prismAngle", lens?.prism?.angle), ("farPD", lens?.farPupillaryDistance),
                    ("nearPD", lens?.nearPupillaryDistance),
                ])
            }
        case let contacts as HKContactsPrescription:
            brand = contacts.brand
            eyes = [contacts.rightEye, contacts.leftEye].map { lens in
                Self.pairs([
                    ("sphere", lens?.sphere), ("cylinder", lens?.cylinder), ("axis", lens?.axis),
                    ("add", lens?.addPower), ("baseCurve", lens?.baseCurve), ("diameter", lens?.diameter),
                ])
            }
        default: break
        }
        let raw = Int(prescription.prescriptionType.rawValue)
        try db.execute(
            sql: """
                INSERT INTO vision_prescription (id, start, type, expiration, brand, right_eye, left_eye)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                id, prescription.dateIssued.timeIntervalSince1970,
                HealthEnums.caseName(ofEnum: "HKVisionPrescriptionType", rawValue: raw) ?? "\(raw)",
                prescription.expirationDate?.timeIntervalSince1970, brand,
                eyes[0].isEmpty ? nil : MetadataJSON.object(eyes[0]),
                eyes[1].isEmpty ? nil : MetadataJSON.object(eyes[1]),
            ])
    }

    private static func pairs(_ quantities: [(String, HKQuantity?)]) -> [MetadataPair] {
        quantities.flatMap { name, quantity in quantity.map { MetadataPair.pairs(name, $0) } ?? [] }
    }

    private func add(_ record: HKClinicalRecord, id: Int64) throws {
        let resource = record.fhirResource
        try db.execute(
            sql: """
                INSERT INTO clinical_record (id, start, fhir_type, identifier, source_url, fhir_version, path, resource)
                VALUES (?, ?, ?, ?, ?, ?, NULL, ?)
                """,
            arguments: [
                id, record.startDate.timeIntervalSince1970, resource?.resourceType.rawValue ?? "",
                resource?.identifier ?? "", resource?.sourceURL?.absoluteString,
                resource?.fhirVersion.stringRepresentation, resource?.data,
            ])
    }
}
