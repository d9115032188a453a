// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthFormats
import OpenHealthModel

/// A parser of untrusted bytes, with the conditions that must hold for any input.
///
/// The fuzzer and the regression tests, which run every input that has failed before, both use this type, so that they test the
/// same code.
public enum FuzzTarget: String, CaseIterable, Sendable {
    /// The grammar of unit strings.
    case units
    /// The XML document of an export.
    case exportXML = "export-xml"
    /// The archive of an export.
    case zip
    /// The route of a workout, or the tracks of another program.
    case gpx
    /// A FIT file of a device.
    case fit
    /// A TCX file of a device.
    case tcx
    /// A document in JSON of the export of an account with Garmin.
    case garminAccount = "garmin-account"
    /// The table of activities of the export of an account with Strava.
    case stravaAccount = "strava-account"
    /// The CSV file of an electrocardiogram.
    case ecg = "ecg-csv"
    /// Form data of the server's pages.
    case forms
    /// A predicate as a string, which is parsed, evaluated with objects and a store, and encoded.
    case predicateText = "predicate-text"
    /// A predicate as JSON.
    case predicateJSON = "predicate-json"
    /// A pattern of MATCHES on the first line, followed by a string.
    case pattern
    /// A sample in a request of an app to a daemon.
    case jsonSample = "json-sample"
    /// The archive of an object in the format of stores and the wire.
    case archivedObject = "archived-object"
    /// A push of Health Auto Export, which is stored.
    case healthAutoExport = "health-auto-export"
    /// A push of samples of HealthKit, as HealthBridge sends them, which is stored.
    case healthKit = "health-kit"
    /// A push of HC Webhook, with records of Health Connect, which is stored.
    case healthConnect = "health-connect"
    /// A push of an uploader of Nightscout, which is stored.
    case nightscout
    /// A push of Open Wearables, which is stored.
    case openWearables = "open-wearables"
    /// An export, in the format that the first byte chooses, of samples with extreme values that the other bytes choose.
    case exportFormats = "export-formats"

    /// Parses the bytes up to their end or the first error. What a target stores is stored and checked.
    ///
    /// Errors are expected for most inputs and ignored. Traps if parsing fails unexpectedly or if two results contradict each
    /// other.
    public func feed(_ bytes: [UInt8]) { feed(bytes, storing: .each) }

    /// Parses the bytes as ``feed(_:)`` does, but stores only one of eight inputs, and checks the store after a hundred of them. If the check
    /// has findings, the input to blame is written to the standard error.
    ///
    /// A run of many inputs is much faster in this way. The bytes alone decide whether they are stored.
    public func feedOneOfMany(_ bytes: [UInt8]) { feed(bytes, storing: .some) }

    /// Checks what ``feedOneOfMany(_:)`` has stored since the last check.
    public static func checkStored() { FuzzStore.checkStored() }

    private func feed(_ bytes: [UInt8], storing: FuzzStoring) {
        switch self {
        case .units: Self.feedUnits(bytes)
        case .exportXML: Self.feedExport(bytes)
        case .zip: Self.feedArchive(bytes)
        case .gpx:
            Self.feedRoute(bytes)
            Self.feedActivityFile(bytes)
        case .fit, .tcx: Self.feedActivityFile(bytes)
        case .garminAccount:
            // Each document is read as one of each kind.
            for name in ["a_summarizedActivities", "UDSFile_a", "a_sleepData", "a_userBioMetrics"] {
                Self.feedDocument(bytes, "DI_CONNECT/\(name).json", of: rawValue)
            }
        case .stravaAccount: Self.feedDocument(bytes, "activities.csv", of: rawValue)
        case .ecg: Self.feedElectrocardiogram(bytes)
        case .forms: Self.feedForm(bytes)
        case .predicateText: Self.feedPredicateText(bytes)
        case .predicateJSON: Self.feedPredicateJSON(bytes)
        case .pattern: Self.feedPattern(bytes)
        case .jsonSample: Self.feedSample(bytes)
        case .archivedObject: Self.feedArchivedObject(bytes)
        case .healthAutoExport: Self.feedHealthAutoExport(bytes, storing)
        case .healthKit: Self.feedHealthKit(bytes, storing)
        case .healthConnect:
            Self.feedPush(bytes, storing) { try HealthConnectWebhookReader.batch($0, now: $1, into: $2) }
        case .nightscout: Self.feedNightscout(bytes, storing)
        case .openWearables: Self.feedPush(bytes, storing) { try OpenWearablesReader.batch($0, now: $1, into: $2) }
        case .exportFormats: Self.feedExport(ofStoreFrom: bytes, storing)
        }
    }

    private static func feedUnits(_ bytes: [UInt8]) {
        guard let unit = try? HKUnit(validating: String(decoding: bytes, as: UTF8.self)) else { return }
        let again = try? HKUnit(validating: unit.unitString)
        precondition(again == unit, "a unit's own string does not give the unit back")
    }

    private static func feedExport(_ bytes: [UInt8]) {
        for isPartial in [false, true] {
            do {
                drain(
                    try AppleHealthExportReader(
                        data: bytes, name: "export.xml", options: .init(strict: false, partial: isPartial)))
            } catch {
                continue
            }
        }
    }

    private static func feedArchive(_ bytes: [UInt8]) {
        FuzzFile.with(bytes) { file in
            if let reader = try? AppleHealthExportReader(url: file) { drain(reader) }
            if let reader = try? HealthImport(url: file) { drain(reader) }
        }
    }

    private static func feedActivityFile(_ bytes: [UInt8]) {
        for isStrict in [false, true] {
            guard let reader = try? HealthImport(data: bytes, name: "activity", options: .init(strict: isStrict)) else {
                return
            }
            drain(reader)
        }
    }

    private static func feedDocument(_ bytes: [UInt8], _ path: String, of account: String) {
        for isStrict in [false, true] {
            let options = AppleHealthExportReader.Options(strict: isStrict)
            guard let reader = try? HealthImport(document: bytes, path: path, account: account, options: options) else {
                preconditionFailure("\(account) is no account")
            }
            drain(reader)
        }
    }

    private static func drain(_ reader: any SampleBatchSource) {
        var reader = reader
        while let batch = try? reader.nextBatch() {
            precondition(
                batch.rows.allSatisfy { $0.start.isFinite && $0.start <= $0.end },
                "a sample that ends before it starts was accepted")
        }
    }

    private static func feedRoute(_ bytes: [UInt8]) {
        var source = MemoryByteSource(bytes)
        guard let (points, _) = try? GPXReader.points(from: &source, file: "route.gpx") else { return }
        precondition(
            points.allSatisfy { $0.latitude.isFinite && $0.longitude.isFinite },
            "a point without coordinates was accepted")
    }

    private static func feedElectrocardiogram(_ bytes: [UInt8]) {
        guard let facts = try? ElectrocardiogramCSVReader.read(Data(bytes), file: "ecg.csv") else { return }
        precondition(facts.voltages.allSatisfy(\.isFinite), "a voltage that is not a number was accepted")
    }

    private static func feedForm(_ bytes: [UInt8]) {
        guard let form = try? FormFields(bytes) else { return }
        // A form with every byte escaped has the same meaning.
        let text = form.fields.map { "\(escaped($0.name))=\(escaped($0.value))" }.joined(separator: "&")
        guard let again = try? FormFields(text.utf8) else {
            preconditionFailure("a parsed form cannot be encoded")
        }
        precondition(again.fields.elementsEqual(form.fields, by: ==), "an encoded form has another meaning")
        for field in form.fields {
            precondition(form[field.name] == form.values(field.name).first, "the first value of a field differs")
        }
    }

    private static func escaped(_ text: String) -> String {
        text.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
