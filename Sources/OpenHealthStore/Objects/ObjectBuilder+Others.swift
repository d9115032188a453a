// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

extension ObjectBuilder {
    package func electrocardiogram(_ sample: RawSample, _ fields: HKObjectFields) throws -> HKElectrocardiogram {
        guard
            let row = try Row.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT measurements, sample_rate, classification_value, average_heart_rate, symptoms_status,
                               classification IS NULL AS has_no_classification
                        FROM electrocardiogram WHERE id = ?
                        """),
                arguments: [sample.id])
        else { throw StoreError.inconsistent("the electrocardiogram at place \(sample.id) has no details") }
        return HKElectrocardiogram(
            numberOfVoltageMeasurements: try row.value(of: "measurements"),
            samplingFrequency: HKQuantity(unit: .hertz(), doubleValue: try row.value(of: "sample_rate")),
            classification: try (row.value(Int?.self, of: "classification_value")).flatMap(
                HKElectrocardiogram.Classification.init(rawValue:))
                ?? (row.value(Bool.self, of: "has_no_classification") ? .notSet : .unrecognized),
            averageHeartRate: (try row.value(Double?.self, of: "average_heart_rate")).map {
                HKQuantity(unit: .count().unitDivided(by: .minute()), doubleValue: $0)
            },
            symptomsStatus: (try row.value(Int?.self, of: "symptoms_status")).flatMap(
                HKElectrocardiogram.SymptomsStatus.init(rawValue:)) ?? .notSet,
            startDate: Date(timeIntervalSince1970: sample.start), endDate: Date(timeIntervalSince1970: sample.end),
            fields: fields)
    }

    // MARK: Audiograms

    /// Returns the tones of a hearing test. Tones that can't be read are omitted.
    func sensitivityPoints(_ audiogram: Int64) throws -> [HKAudiogramSensitivityPoint] {
        try points(of: audiogram).compactMap { pairs in
            let values = Dictionary(pairs.map { ($0.key, $0.value) }) { $1 }
            guard let frequency = StoredUnit.quantity(values["frequencyValue"], values["frequencyUnit"]) else {
                return nil
            }
            let tests = [("leftEar", HKAudiogramSensitivityTestSide.left), ("rightEar", .right)].compactMap {
                Self.test(values, prefix: $0, side: $1)
            }
            return try? HKAudiogramSensitivityPoint(frequency: frequency, tests: tests)
        }
    }

    private static func test(
        _ values: [String: String], prefix: String, side: HKAudiogramSensitivityTestSide
    ) -> HKAudiogramSensitivityTest? {
        guard let sensitivity = StoredUnit.quantity(values[prefix + "Value"], values[prefix + "Unit"] ?? "dBHL") else {
            return nil
        }
        return try? HKAudiogramSensitivityTest(
            sensitivity: sensitivity, type: .air, masked: values[prefix + "Masked"].map(StoredTone.isMasked) ?? false,
            side: side,
            clampingRange: try? HKAudiogramSensitivityPointClampingRange(
                lowerBound: values[prefix + "ClampingRangeLowerBound"].flatMap(Double.init),
                upperBound: values[prefix + "ClampingRangeUpperBound"].flatMap(Double.init)))
    }

    /// Returns the attributes of the tones of a hearing test, in order.
    package func points(of audiogram: Int64) throws -> [[MetadataPair]] {
        try String.fetchAll(
            db.cachedStatement(sql: "SELECT attributes FROM audiogram_point WHERE audiogram = ? ORDER BY position"),
            arguments: [audiogram]
        ).map(MetadataPairs.read)
    }

    // MARK: Prescriptions

    func prescription(_ sample: RawSample, _ fields: HKObjectFields) throws -> HKVisionPrescription {
        guard
            let row = try Row.fetchOne(
                db.cachedStatement(
                    sql: "SELECT type, expiration, brand, right_eye, left_eye FROM vision_prescription WHERE id = ?"),
                arguments: [sample.id])
        else { throw StoreError.inconsistent("the prescription at place \(sample.id) has no details") }
        let issued = Date(timeIntervalSince1970: sample.start)
        let expires = (try row.value(Double?.self, of: "expiration")).map(Date.init(timeIntervalSince1970:))
        let eyes = [try row.value(String?.self, of: "right_eye"), try row.value(String?.self, of: "left_eye")].map {
            json in
            Dictionary((json.map(MetadataPairs.read) ?? []).map { ($0.key, $0.value) }) { $1 }
        }
        let type = (try row.value(String.self, of: "type")).lowercased()
        if type.contains("contact") || type == "2" {
            let lenses = eyes.map(Self.contactLens)
            return HKContactsPrescription(
                rightEye: lenses[0], leftEye: lenses[1], brand: try row.value(of: "brand") ?? "", dateIssued: issued,
                expirationDate: expires, fields: fields)
        }
        let lenses = [(eyes[0], HKVisionEye.right), (eyes[1], .left)].map { Self.glass($0, eye: $1) }
        return HKGlassesPrescription(
            rightEye: lenses[0], leftEye: lenses[1], dateIssued: issued, expirationDate: expires, fields: fields)
    }

    private static func quantity(_ eye: [String: String], _ name: String, _ unit: String) -> HKQuantity? {
        StoredUnit.quantity(eye[name], eye[name + "Unit"] ?? unit)
    }

    private static func glass(_ eye: [String: String], eye side: HKVisionEye) -> HKGlassesLensSpecification? {
        guard let sphere = quantity(eye, "sphere", "D") else { return nil }
        var prism: HKVisionPrism?
        if let amount = quantity(eye, "prismAmount", "pD"), let angle = quantity(eye, "prismAngle", "deg") {
            prism = try? HKVisionPrism.validated(amount: amount, angle: angle, eye: side)
        }
        return try? HKGlassesLensSpecification.validated(
            sphere: sphere, cylinder: quantity(eye, "cylinder", "D"), axis: quantity(eye, "axis", "deg"),
            addPower: quantity(eye, "add", "D"), vertexDistance: quantity(eye, "vertex", "mm"), prism: prism,
            farPupillaryDistance: quantity(eye, "farPD", "mm"), nearPupillaryDistance: quantity(eye, "nearPD", "mm"))
    }

    private static func contactLens(_ eye: [String: String]) -> HKContactsLensSpecification? {
        guard let sphere = quantity(eye, "sphere", "D") else { return nil }
        return try? HKContactsLensSpecification.validated(
            sphere: sphere, cylinder: quantity(eye, "cylinder", "D"), axis: quantity(eye, "axis", "deg"),
            addPower: quantity(eye, "add", "D"), baseCurve: quantity(eye, "baseCurve", "mm"),
            diameter: quantity(eye, "diameter", "mm"))
    }

    // MARK: Clinical records

    func clinicalRecord(
        _ sample: RawSample, _ type: HKClinicalType, _ fields: HKObjectFields
    ) throws -> HKClinicalRecord {
        guard
            let row = try Row.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT fhir_type, identifier, source_url, fhir_version, resource FROM clinical_record
                        WHERE id = ?
                        """),
                arguments: [sample.id])
        else { throw StoreError.inconsistent("the clinical record at place \(sample.id) has no details") }
        let fhirType: String = try row.value(of: "fhir_type")
        let data = try row.value(Data?.self, of: "resource")
        let version = (try row.value(String?.self, of: "fhir_version")).flatMap {
            try? HKFHIRVersion(fromVersionString: $0)
        }
        let resource = try data.map { data in
            HKFHIRResource(
                fhirVersion: version ?? .primaryR4(), resourceType: HKFHIRResourceType(rawValue: fhirType),
                identifier: try row.value(of: "identifier"), data: data,
                sourceURL: (try row.value(String?.self, of: "source_url")).flatMap(URL.init(string:)))
        }
        return HKClinicalRecord(
            clinicalType: type, displayName: data.flatMap(ClinicalName.name) ?? fhirType, fhirResource: resource,
            startDate: Date(timeIntervalSince1970: sample.start), endDate: Date(timeIntervalSince1970: sample.end),
            fields: fields)
    }
}

/// The display name of a clinical record, from its FHIR document.
enum ClinicalName {
    /// The fields that contain the subject of a resource, for all kinds of resources.
    private static let fields = [
        "code", "vaccineCode", "medicationCodeableConcept", "medicationReference", "substance", "type", "category",
    ]

    /// Returns the text of the first such field, or the name of its first code, or nil if the document has neither.
    static func name(_ resource: Data) -> String? {
        guard let object = try? JSONSerialization.jsonObject(with: resource) as? [String: Any] else { return nil }
        for field in fields {
            let concept = object[field] as? [String: Any] ?? (object[field] as? [[String: Any]])?.first
            let codings = concept?["coding"] as? [[String: Any]]
            let names = [concept?["text"], concept?["display"], codings?.lazy.compactMap { $0["display"] }.first]
            if let name = names.lazy.compactMap({ $0 as? String }).first(where: { !$0.isEmpty }) { return name }
        }
        return nil
    }
}

/// The attributes of the tones of a hearing test.
package enum StoredTone {
    /// Returns whether the text of an attribute says that the other ear was masked.
    package static func isMasked(_ text: String) -> Bool { ["YES", "TRUE", "1"].contains(text.uppercased()) }
}
