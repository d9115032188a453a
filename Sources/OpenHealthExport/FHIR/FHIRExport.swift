// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import OpenHealthStore

/// Resources of FHIR R4, a line each, as in bulk data exports: a patient, observations and devices.
struct FHIRExport: ExportFormat {
    let name = "fhir"
    let summary = "FHIR R4 resources, one a line (bulk data)"
    let stream = ExportStreamForm.none("a file for each type of resource")
    let kinds = ExportedKinds(
        full: [.uuids, .bundleIdentifiers, .fractionsOfSeconds, .valuesBeyondRange],
        part: [
            .quantities, .categories, .correlations, .workouts, .electrocardiograms, .voltages, .metadata,
            .characteristics, .systemVersions,
        ])

    func write(_ context: ExportContext) throws {
        let contents = context.contents
        // The readings of a correlation are its components, and not observations of their own.
        let types = contents.types.sorted { ($0.kind == .correlation ? 0 : 1) < ($1.kind == .correlation ? 0 : 1) }
        func isHeld(_ type: StoreContents.SampleType) -> Bool {
            FHIRTypes.named(type.identifier) != nil || type.kind == .workout || type.kind == .electrocardiogram
        }
        guard types.contains(where: isHeld) else {
            for type in types { try context.omit(type) }
            return try context.omitOthers()
        }
        try context.lines("Patient.ndjson") { add in try add(patient(context)) }
        var devices = FHIRDeviceList()
        var members: Set<Int64> = []
        try context.lines("Observation.ndjson") { add in
            for type in types {
                guard isHeld(type) else {
                    try context.omit(type)
                    continue
                }
                try contents.forEach(type) { sample in
                    try context.advance()
                    if type.kind == .workout, try context.omitsCopy(sample) { return }
                    if members.contains(sample.id) { return context.receipt.count(type: type.identifier, .quantities) }
                    let kind = ExportKind(type)
                    guard let object = try contents.object(sample),
                        let resource = try resource(object, sample, context, { devices.id($0) })
                    else { return context.receipt.omit(kind) }
                    if type.kind == .correlation { members.formUnion(try contents.members(sample).map(\.id)) }
                    try add(resource)
                    context.receipt.count(type: type.identifier, kind)
                }
            }
        }
        if !devices.resources.isEmpty {
            try context.lines("Device.ndjson") { add in for device in devices.resources { try add(device) } }
        }
        try context.omitOthers(hasPerson: true)
    }

    /// Returns the observation of a sample; nil if there is none.
    private func resource(
        _ object: HKSample, _ sample: RawSample, _ context: ExportContext, _ deviceID: ((HKDevice) -> String?)?
    ) throws -> JSONValue? {
        let home = context.contents.timeZone
        switch object {
        case let workout as HKWorkout:
            try context.omitParts(of: context.contents.workout(sample), sample)
            return FHIRObservation.resource(workout: workout, home: home, deviceID: deviceID)
        case let electrocardiogram as HKElectrocardiogram:
            guard let data = try context.contents.electrocardiogram(sample),
                let factor = ["µV": 1.0, "μV": 1, "uV": 1, "mcV": 1, "mV": 1000, "V": 1_000_000][data.unit]
            else { return nil }
            context.receipt.count(.voltages, times: data.voltages.count)
            return FHIRObservation.resource(
                electrocardiogram: electrocardiogram, voltages: data.voltages.map { $0 * factor },
                rate: data.sampleRate, home: home, deviceID: deviceID)
        default: return FHIRObservation.resource(object, home: home, deviceID: deviceID)
        }
    }

    /// Returns the person, with the characteristics that FHIR has elements for.
    private func patient(_ context: ExportContext) throws -> JSONValue {
        var (sex, birth): (HKBiologicalSex?, DateComponents?) = (nil, nil)
        for pair in try context.contents.characteristics() {
            switch pair.key {
            case HKCharacteristicTypeIdentifier.biologicalSex.rawValue:
                sex = HealthEnums.rawValue(ofCase: pair.value).flatMap(HKBiologicalSex.init(rawValue:))
                if sex != nil, sex != .notSet { context.receipt.count(.characteristics) }
            case HKCharacteristicTypeIdentifier.dateOfBirth.rawValue:
                let parts = pair.value.split(separator: "-").compactMap { Int($0) }
                if parts.count == 3 {
                    birth = DateComponents(year: parts[0], month: parts[1], day: parts[2])
                    context.receipt.count(.characteristics)
                }
            default: context.receipt.omit(.characteristics)
            }
        }
        return FHIRPatient.resource(sex: sex, birthDate: birth, isIdentified: true)
    }
}

/// The devices of observations, each once.
private struct FHIRDeviceList {
    private(set) var resources: [JSONValue] = []
    private var ids: [String: String] = [:]

    /// Returns the id of a device; nil if it has no properties.
    mutating func id(_ device: HKDevice) -> String? {
        guard let resource = FHIRDevice.resource(device, id: "device") else { return nil }
        let text = resource.text
        if let id = ids[text] { return id }
        let id = "device-\(resources.count + 1)"
        ids[text] = id
        if let resource = FHIRDevice.resource(device, id: id) { resources.append(resource) }
        return id
    }
}
