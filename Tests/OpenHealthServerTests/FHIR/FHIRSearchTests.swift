// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore
import OpenHealthTestSupport
import TestTimeLimits
import Testing

@testable import OpenHealthServer

@Suite(.timeLimit(.usual)) struct FHIRSearchTests {
    private static let start = Date(timeIntervalSince1970: 1_773_473_400)
    private static let heartRate = HKQuantityTypeIdentifier.heartRate.rawValue
    private static let observations = "/fhir/Observation"

    private static func heartRates(_ count: Int, from first: Date = start) -> [HKSample] {
        let unit = HKUnit.count().unitDivided(by: .minute())
        return (0..<count).map { index -> HKSample in
            // Three samples start at the same time, so pages end between samples with the same start date.
            let start = first.addingTimeInterval(Double(index / 3))
            let quantity = HKQuantity(unit: unit, doubleValue: Double(60 + index % 40))
            return HKQuantitySample(type: HKQuantityType(.heartRate), quantity: quantity, start: start, end: start)
        }
    }

    private static func id(_ sample: HKSample) -> String { sample.uuid.uuidString.lowercased() }

    @Test func everyTypeIsFoundByItsCodesAndReadByID() async throws {
        try await FHIRServer.run { server in
            let types = FHIRTypes.table.compactMap { HKObjectType.named($0.identifier) as? HKSampleType }.filter {
                $0.facts.isShareable
            }
            let samples = types.map { $0.sample(start: Self.start) }
            try server.save(samples)
            let app = try server.app("reader", reads: types.map(\.identifier))
            for (type, sample) in zip(types, samples) {
                let found = try await app.get(Self.observations + "?code=urn:openhealthkit:type|\(type.identifier)")
                #expect(found.status == 200 && found.type == "application/fhir+json")
                #expect(found.ids.contains(Self.id(sample)), "\(type.identifier)")
                for (code, _) in FHIRTypes.named(type.identifier)?.loinc ?? [] {
                    let same = try await app.get(Self.observations + "?code=http://loinc.org|\(code)")
                    #expect(same.ids == found.ids)
                    #expect(try await app.get(Self.observations + "?code=\(code)").ids == found.ids)
                }
                let one = try await app.get(Self.observations + "/" + Self.id(sample))
                #expect(one.status == 200 && one.text == found.resources.first { $0["id"] == one.json?["id"] }?.text)
            }
        }
    }

    @Test func pagesAreCompleteWhileDataArrives() async throws {
        try await FHIRServer.run { server in
            let samples = Self.heartRates(100)
            try server.save(samples)
            let app = try server.app("reader", reads: [Self.heartRate])
            for order in ["date", "-date"] {
                var (found, pages): ([String], Int) = ([], 0)
                var next: String? = Self.observations + "?code=8867-4&_sort=\(order)&_count=7"
                while let url = next {
                    let page = try await app.get(url)
                    #expect(page.status == 200 && page.ids.count <= 7)
                    found += page.ids
                    next = page.link("next")
                    pages += 1
                    try server.save(
                        Self.heartRates(1, from: Self.start.addingTimeInterval(Double(pages) - 20))
                            + Self.heartRates(1, from: Self.start.addingTimeInterval(Double(pages) + 5)))
                }
                #expect(Set(found).count == found.count)
                #expect(Set(found).isSuperset(of: samples.map(Self.id)))
                #expect(pages >= 15)
            }
        }
    }

    @Test func deniedAndMissingAreAlike() async throws {
        try await FHIRServer.run { server in
            let type = HKQuantityTypeIdentifier.bodyMass.rawValue
            let app = try server.app("curious", reads: [Self.heartRate], denied: [type])
            let sample = HKQuantityType(.bodyMass).sample(start: Self.start)
            let paths =
                [
                    "?code=29463-7", "?code=29463-7&_count=0", "?category=vital-signs", "", "?date=ge2020",
                    "/\(Self.id(sample))", "?_id=\(Self.id(sample))",
                ].map { Self.observations + $0 } + ["/fhir/Patient/person/$everything", "/fhir/scopes"]
            var before: [String] = []
            for path in paths { before.append(try await app.get(path).text) }
            try server.save([sample])
            for (path, text) in zip(paths, before) {
                let after = try await app.get(path)
                #expect(after.text == text, "\(path)")
            }
            let notAsked = try await app.get(Self.observations + "?code=8302-2")
            #expect(notAsked.status == 403 && notAsked.type == "application/fhir+json")
            #expect(notAsked.json?["resourceType"]?.string == "OperationOutcome")
        }
    }

    @Test func datesCategoriesAndIdsNarrowASearch() async throws {
        try await FHIRServer.run { server in
            let samples = Self.heartRates(9)
            let weight = HKQuantityType(.bodyMass).sample(start: Self.start)
            let steps = HKQuantityType(.stepCount).sample(start: Self.start)
            try server.save(samples + [weight, steps])
            let app = try server.app(
                "reader", reads: ["HKQuantityTypeIdentifierStepCount", Self.heartRate, weight.sampleType.identifier])
            func count(_ query: String) async throws -> Int {
                let response = try await app.get(Self.observations + "?" + query)
                #expect(response.status == 200, "\(query)")
                return response.ids.count
            }
            #expect(try await count("") == 11)
            #expect(try await count("category=activity") == 1)
            #expect(try await count("category=vital-signs,activity") == 11)
            #expect(try await count("category=vital-signs&code=8867-4,29463-7") == 10)
            #expect(try await count("code=8867-4&code=29463-7") == 0)
            #expect(try await count("code=8867-4&date=2026-03-14T07:30:01Z") == 3)
            #expect(try await count("code=8867-4&date=ge2026-03-14T07:30:01Z") == 6)
            #expect(try await count("code=8867-4&date=gt2026-03-14T08:30:01%2B01:00") == 3)
            #expect(try await count("code=8867-4&date=ge2026-03-14T07:30:00Z&date=lt2026-03-14T07:30:02Z") == 6)
            #expect(try await count("code=8867-4&date=2026-03-14T07:30:00Z,2026-03-14T07:30:02Z") == 6)
            #expect(try await count("date=lt2026-03-14") == 0)
            #expect(try await count("patient=person&subject=Patient/person") == 11)
            #expect(try await count("subject:Patient=person") == 11)
            #expect(try await count("patient=somebody") == 0)
            #expect(try await count("status=final") == 11)
            #expect(try await count("status=amended") == 0)
            #expect(try await count("code=1-8") == 0)
            #expect(try await count("_id=\(Self.id(samples[0])),\(Self.id(weight)),x&code=8867-4") == 1)
            #expect(try await app.get(Self.observations + "?_count=0").json?["total"]?.double == 11)
            #expect(try await app.post(Self.observations + "/_search?status=final", form: "code=8867-4").ids.count == 9)
        }
    }

    /// The number of values in a search is limited, because each value is looked up among all types.
    @Test func searchesHaveALimitOfValues() async throws {
        try await FHIRServer.run { server in
            let app = try server.app("reader", reads: [Self.heartRate])
            let path = Self.observations + "/_search"
            func list(_ value: String, _ count: Int) -> String {
                Array(repeating: value, count: count).joined(separator: ",")
            }
            for form in [
                "code=" + list("8867-4", 1001), "date=" + list("2026", 501) + "&date=" + list("2025", 500),
                "_id=" + list("x", 20_000), String(repeating: "date=2026&", count: 2000),
                "code=" + String(repeating: "a", count: 300_000),
            ] {
                let status = try await app.post(path, form: form).status
                #expect(status == (form.utf8.count > 256 << 10 ? 413 : 400), "\(form.prefix(20))")
            }
            #expect(try await app.post(path, form: "date=" + list("2026", 999) + "&code=8867-4").status == 200)
        }
    }

    @Test func componentsOfABloodPressureAreSeparateOnRequest() async throws {
        try await FHIRServer.run { server in
            let pressure = HKCorrelation.bloodPressureFixture()
            let single = HKQuantityType(.bloodPressureSystolic).sample(start: Self.start)
            try server.save([pressure, single])
            let readings = [HKQuantityTypeIdentifier.bloodPressureSystolic, .bloodPressureDiastolic].map(\.rawValue)
            let app = try server.app("reader", reads: readings)
            #expect(try await Set(app.get(Self.observations).ids) == [Self.id(pressure), Self.id(single)])
            #expect(try await app.get(Self.observations + "?code=85354-9").ids == [Self.id(pressure)])
            #expect(try await app.get(Self.observations + "?code=8480-6").ids.count == 2)
            let systolic = try server.app("systolic", reads: [readings[0]])
            #expect(try await systolic.get(Self.observations).ids.count == 2)
            #expect(try await systolic.get(Self.observations + "/" + Self.id(pressure)).status == 404)
        }
    }

    @Test func everythingReturnsThePatientAndAllObservations() async throws {
        try await FHIRServer.run { server in
            let samples = Self.heartRates(30)
            try server.save(samples)
            let types = ["HKCharacteristicTypeIdentifierDateOfBirth", "HKCharacteristicTypeIdentifierBiologicalSex"]
            let app = try server.app("reader", reads: [Self.heartRate] + types)
            var (found, next): ([String], String?) = ([], "/fhir/Patient/person/$everything?_count=8")
            while let url = next {
                let page = try await app.get(url)
                found += page.ids
                next = page.link("next")
            }
            #expect(found == ["person"] + samples.map(Self.id))
            #expect(try await app.get("/fhir/Patient/person/$everything?_type=Patient").ids == ["person"])
            #expect(try await app.get("/fhir/Patient/person/$everything?end=2020").ids == ["person"])
            #expect(try await app.get("/fhir/Patient/person").json?["id"]?.string == "person")
            #expect(try await app.get("/fhir/Patient/other").status == 404)
            #expect(try await app.get("/fhir/scopes").json?["scope"]?.string == "")
        }
    }

    @Test func searchesAreLenientUnlessStrictIsPreferred() async throws {
        try await FHIRServer.run { server in
            let app = try server.app("reader", reads: [Self.heartRate])
            let lenient = try await app.get(Self.observations + "?unknown=1&code=8867-4&status=")
            #expect(lenient.status == 200)
            #expect(lenient.link("self")?.hasSuffix("/fhir/Observation?code=8867-4") ?? false)
            #expect(lenient.resources.map { $0["resourceType"]?.string } == ["OperationOutcome"])
            let strict = [("Prefer", "return=minimal; handling=strict")]
            #expect(try await app.get(Self.observations + "?unknown=1", strict).status == 400)
            #expect(try await app.get(Self.observations + "?code=8867-4", strict).status == 200)
            for (query, status) in [
                ("code:not=8867-4", 400), ("_count=x", 400), ("_count=-1", 400), ("_count=1&_count=2", 400),
                ("_sort=code", 400), ("date=yesterday", 400), ("date=2026-02-30", 422), ("_cursor=1", 400),
                ("code=%ff", 400), ("_format=xml", 406), ("_format=json", 200), ("_count=99999999999999999999", 200),
            ] {
                let response = try await app.get(Self.observations + "?" + query)
                #expect(response.status == status, "\(query)")
                #expect(response.type == "application/fhir+json")
            }
            #expect(try await app.get(Self.observations, [("Accept", "application/fhir+xml")]).status == 406)
            let stranger = FHIRClient(address: server.address, token: nil)
            #expect(try await stranger.get(Self.observations).status == 401)
            #expect(try await stranger.get("/fhir/nothing").json?["resourceType"]?.string == "OperationOutcome")
            #expect(try await stranger.get("/fhir/metadata").json?["fhirVersion"]?.string == "4.0.1")
            let smart = try await stranger.get("/fhir/.well-known/smart-configuration")
            let scopes = (smart.json?["scopes_supported"]?.array ?? []).compactMap(\.string)
            #expect(scopes.contains("patient/Observation.rs?code=http://loinc.org|8867-4"))
            #expect(Set(scopes).count == scopes.count && scopes.count > FHIRTypes.table.count)
        }
    }
}
