// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthTestSupport
import Testing

@testable import OpenHealthFormats

@Suite struct FHIRObservationTests {
    private let start = Date(timeIntervalSince1970: 1_773_473_400)

    private func sample(
        of type: FHIRType, seconds: TimeInterval = 0, metadata: [String: Any]? = nil, device: HKDevice? = nil
    ) throws -> HKSample {
        let end = start.addingTimeInterval(seconds)
        let sampleType = try #require(HKObjectType.named(type.identifier) as? HKSampleType)
        guard let device else { return sampleType.sample(start: start, end: end, metadata: metadata) }
        let quantity = try #require(sampleType as? HKQuantityType)
        return HKQuantitySample(
            type: quantity, quantity: HKQuantity(unit: quantity.canonicalUnit, doubleValue: 0.5), start: start,
            end: end, device: device, metadata: metadata)
    }

    private func pressure() throws -> HKCorrelation {
        let readings = [(HKQuantityTypeIdentifier.bloodPressureSystolic, 121.0), (.bloodPressureDiastolic, 79.5)]
        let samples = readings.map { identifier, value in
            HKQuantitySample(
                type: HKQuantityType(identifier),
                quantity: HKQuantity(unit: .millimeterOfMercury(), doubleValue: value), start: start, end: start)
        }
        return HKCorrelation(
            type: HKCorrelationType(.bloodPressure), start: start, end: start, objects: Set<HKSample>(samples))
    }

    private func json(_ sample: HKSample) throws -> JSONValue { try #require(FHIRObservation.resource(sample)) }

    @Test func everyTypeIsAnObservation() throws {
        for type in FHIRTypes.table {
            let observation = try json(sample(of: type))
            let codings = observation["code"]?["coding"]?.array ?? []
            #expect(codings.last?["system"]?.string == FHIRTypes.typeSystem)
            #expect(codings.last?["code"]?.string == type.identifier)
            #expect(codings.dropLast().map { $0["code"]?.string } == type.loinc.map(\.code))
            #expect(observation["effectiveDateTime"]?.string == "2026-03-14T07:30:00Z")
            #expect(observation["subject"]?["reference"]?.string == "Patient/person")
            #expect(observation["category"]?.array?.first?["coding"]?.array?.first?["code"]?.string == type.category)
            let value = observation["valueQuantity"] ?? observation["valueCodeableConcept"] ?? observation["component"]
            #expect(value != nil, "\(type.identifier)")
            #expect(observation["valueQuantity"]?["code"]?.string == type.ucum)
        }
    }

    @Test func theEarliestOfSeveralReadingsIsTheComponent() throws {
        let readings = (0..<6).map { minute in
            HKQuantitySample(
                type: HKQuantityType(.bloodPressureSystolic),
                quantity: HKQuantity(unit: .millimeterOfMercury(), doubleValue: 120 + Double(minute)),
                start: start + Double(minute) * 60, end: start + Double(minute) * 60)
        }
        // The order of a set differs from one to the next.
        for first in Array(repeating: readings.indices, count: 4).joined() {
            let correlation = HKCorrelation(
                type: HKCorrelationType(.bloodPressure), start: start, end: start + 300,
                objects: Set<HKSample>(Array(readings[first...] + readings[..<first])))
            #expect(try json(correlation)["component"]?.array?.first?["valueQuantity"]?["value"]?.double == 120)
        }
    }

    @Test func samplesOfOtherTypesAreNotObservations() {
        let food = HKCorrelation(
            type: HKCorrelationType(.food), start: start, end: start,
            objects: [
                HKQuantitySample(
                    type: HKQuantityType(.dietarySugar), quantity: HKQuantity(unit: .gram(), doubleValue: 3),
                    start: start, end: start)
            ])
        #expect(FHIRObservation.resource(food) == nil)
    }

    @Test func valuesAreGivenInTheUnitOfTheTable() throws {
        func value(_ identifier: HKQuantityTypeIdentifier, _ number: Double, _ unit: String) throws -> String {
            let sample = HKQuantitySample(
                type: HKQuantityType(identifier), quantity: HKQuantity(unit: HKUnit(from: unit), doubleValue: number),
                start: start, end: start)
            let quantity = try #require(try json(sample)["valueQuantity"])
            return quantity.text
        }
        let system = #""system":"http://unitsofmeasure.org""#
        #expect(try value(.oxygenSaturation, 0.97, "%") == #"{"value":97,"unit":"%",\#(system),"code":"%"}"#)
        #expect(try value(.height, 1.75, "m") == #"{"value":175,"unit":"cm",\#(system),"code":"cm"}"#)
        #expect(try value(.bodyMass, 72.5, "kg") == #"{"value":72.5,"unit":"kg",\#(system),"code":"kg"}"#)
        #expect(try value(.bodyMassIndex, 23.4, "count") == #"{"value":23.4,"unit":"kg/m2",\#(system),"code":"kg/m2"}"#)
        #expect(try value(.heartRate, 61, "count/min") == #"{"value":61,"unit":"count/min",\#(system),"code":"/min"}"#)
        #expect(try value(.heartRate, 1.5, "count/s") == #"{"value":90,"unit":"count/min",\#(system),"code":"/min"}"#)
    }

    @Test func aBloodPressureHasTwoComponents() throws {
        let components = try #require(try json(pressure())["component"]?.array)
        #expect(components.map { $0["code"]?["coding"]?.array?.first?["code"]?.string } == ["8480-6", "8462-4"])
        #expect(components.map { $0["valueQuantity"]?["value"]?.double } == [121, 79.5])
        #expect(try json(pressure())["code"]?["coding"]?.array?.first?["code"]?.string == "85354-9")
    }

    @Test func casesHaveNamesAndUnknownOnesNumbers() throws {
        let type = HKCategoryType(.sleepAnalysis)
        let known = HKCategorySample(
            type: type, value: HKCategoryValueSleepAnalysis.asleepREM.rawValue, start: start, end: start)
        let coding = try json(known)["valueCodeableConcept"]?["coding"]?.array?.first
        #expect(coding?["code"]?.string == "HKCategoryValueSleepAnalysisAsleepREM")
        #expect(coding?["display"]?.string == "Asleep REM")
        let unknown = HKCategorySample(
            categoryType: type, value: 4711, startDate: start, endDate: start, fields: known.fields)
        #expect(try json(unknown)["valueInteger"]?.double == 4711)
    }

    @Test func periodsHaveTheZoneOfTheSample() throws {
        let type = try #require(FHIRTypes.named(HKQuantityTypeIdentifier.stepCount.rawValue))
        let observation = try json(
            sample(of: type, seconds: 90.5, metadata: [HKMetadataKeyTimeZone: "Europe/Berlin"]))
        let period = try #require(observation["effectivePeriod"])
        #expect(period["start"]?.string == "2026-03-14T08:30:00+01:00")
        #expect(period["end"]?.string == "2026-03-14T08:31:30.5+01:00")
        let zone = period["_start"]?["extension"]?.array?.first
        #expect(zone?["valueCode"]?.string == "Europe/Berlin")
        #expect(!(observation["extension"]?.text.contains("HKTimeZone") ?? false))
    }

    @Test func metadataIsKept() throws {
        let type = try #require(FHIRTypes.named(HKQuantityTypeIdentifier.bodyTemperature.rawValue))
        let observation = try json(
            sample(
                of: type,
                metadata: [
                    HKMetadataKeyWasUserEntered: true, HKMetadataKeyExternalUUID: "x-1",
                    HKMetadataKeyBodyTemperatureSensorLocation: HKBodyTemperatureSensorLocation.ear.rawValue,
                    "note": "</script>\u{202e}", "number": 3, "fraction": 0.1, "empty": "",
                    "date": Date(timeIntervalSince1970: 0), "quantity": HKQuantity(unit: .percent(), doubleValue: 0.2),
                ]))
        #expect(observation["performer"]?.text == #"[{"reference":"Patient/person"}]"#)
        #expect(observation["identifier"]?.array?.first?["value"]?.string == "x-1")
        #expect(
            observation["bodySite"]?["coding"]?.array?.first?["code"]?.string == "HKBodyTemperatureSensorLocationEar")
        let entries = (observation["extension"]?.array ?? []).filter {
            $0["url"]?.string == "urn:openhealthkit:metadata"
        }.compactMap { $0["extension"]?.array }
        let values = Dictionary(
            uniqueKeysWithValues: entries.map { parts in
                (parts[0]["valueString"]?.string ?? "", parts[1])
            })
        #expect(Set(values.keys) == ["note", "number", "fraction", "date", "quantity"])
        #expect(values["note"]?["valueString"]?.string == "</script>\u{202e}")
        #expect(values["number"]?["valueInteger"]?.double == 3)
        #expect(values["fraction"]?["valueDecimal"]?.double == 0.1)
        #expect(values["date"]?["valueDateTime"]?.string == "1970-01-01T00:00:00Z")
        #expect(values["quantity"]?["valueQuantity"]?["value"]?.double == 20)
    }

    @Test(arguments: [
        ("Ana’s Apple\u{a0}Watch", "Ana's Apple Watch", nil), ("Scale & Co", "Scale & Co", nil),
        ("Ana’s Apple\u{a0}Watch", "com.apple.health.1F", "com.apple.health.1F"),
    ])
    func sourcesWithoutABundleIdentifierHaveNone(name: String, stored: String, written: String?) {
        let revision = HKSourceRevision(
            source: HKSource(name: name, bundleIdentifier: stored), version: nil, productType: nil,
            operatingSystemVersion: HKSourceRevisionAnyOperatingSystem)
        let parts = FHIRSource.extension(revision)["extension"]?.array ?? []
        #expect(parts.first?["valueString"]?.string == name)
        #expect(parts.first { $0["url"]?.string == "bundleIdentifier" }?["valueString"]?.string == written)
    }

    @Test func devicesAreContained() throws {
        let type = try #require(FHIRTypes.named(HKQuantityTypeIdentifier.heartRate.rawValue))
        let device = HKDevice(
            name: "Watch", manufacturer: "Maker", model: nil, hardwareVersion: "7", firmwareVersion: nil,
            softwareVersion: "11.2", localIdentifier: nil, udiDeviceIdentifier: nil)
        let observation = try json(sample(of: type, device: device))
        let contained = try #require(observation["contained"]?.array?.first)
        #expect(observation["device"]?["reference"]?.string == "#" + (contained["id"]?.string ?? ""))
        #expect(contained["manufacturer"]?.string == "Maker")
        #expect(contained["version"]?.array?.map { $0["value"]?.string } == ["7", "11.2"])
        #expect(try json(sample(of: type))["device"] == nil)
    }

    @Test func aPatientHasTheKnownCharacteristics() {
        #expect(FHIRPatient.resource(sex: nil, birthDate: nil).text == #"{"resourceType":"Patient","id":"person"}"#)
        let known = FHIRPatient.resource(sex: .female, birthDate: DateComponents(year: 987, month: 1, day: 2))
        #expect(known["gender"]?.string == "female")
        #expect(known["birthDate"]?.string == "0987-01-02")
        #expect(FHIRPatient.resource(sex: .notSet, birthDate: nil)["gender"] == nil)
    }
}
