// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@Suite struct ArchivingTests {
    /// Returns all encoded values of an object, because equality does not compare all of them.
    private func contents(of object: any NSObject & NSSecureCoding) -> NSDictionary {
        let coder = HKArchiveCoder()
        object.encode(with: coder)
        return NSDictionary(dictionary: coder.archive.values)
    }

    @Test(arguments: HealthModelTestSamples.all)
    func archivesRoundTrip(sample: HealthModelTestSamples) throws {
        let object = sample.make()
        #expect(type(of: object).supportsSecureCoding)
        let data = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
        let decoded = try NSKeyedUnarchiver.unarchivedObject(ofClasses: [type(of: object)], from: data)
        let back = try #require(decoded as? any NSObject & NSSecureCoding)
        #expect(type(of: back) == type(of: object))
        #expect(back.isEqual(object))
        #expect(back.hash == object.hash)
        #expect(contents(of: back) == contents(of: object))
        #expect(contents(of: object).count > 0)
    }

    /// The names are those in the archives that apps have saved.
    @Test func archivesKeepTheirNames() {
        let names: Set<String> = [
            "HKActivitySummary", "HKAudiogramSensitivityPoint", "HKAudiogramSensitivityPointClampingRange",
            "HKAudiogramSensitivityTest", "HKClinicalCoding", "HKDeletedObject", "HKDevice", "HKFHIRResource",
            "HKFHIRVersion", "HKHealthConceptIdentifier", "HKMedicationConcept", "HKQueryAnchor",
            "HKSourceRevision", "HKUserAnnotatedMedication", "HKVerifiableClinicalRecordSubject", "HKVisionPrism",
            "HKWorkoutActivity", "HKWorkoutConfiguration", "HKWorkoutEffortRelationship", "HKWorkoutEvent",
        ]
        let samples = HealthModelTestSamples.all.filter { names.contains($0.name) }
        #expect(Set(samples.map(\.name)) == names)
        for sample in samples {
            #expect(contents(of: sample.make()).allKeys as? [String] == [sample.name])
        }
        #expect(contents(of: HealthModelTestSamples.quantity(1, "m")).allKeys as? [String] == ["HKQuantity"])
    }

    @Test(arguments: HealthModelTestSamples.objects)
    func archivesKeepTheCommonProperties(sample: HealthModelTestSamples) throws {
        let data = try NSKeyedArchiver.archivedData(withRootObject: sample.make(), requiringSecureCoding: true)
        let object = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: HKObject.self, from: data))
        #expect(object.uuid == HealthModelTestSamples.uuid)
        #expect(object.sourceRevision == HealthModelTestSamples.revision)
        #expect(object.source == HealthModelTestSamples.source)
        #expect(object.device == HealthModelTestSamples.device)
        #expect(object.fields == HealthModelTestSamples.fields)
        #expect(object.metadata?["yes"] as? Bool == true)
        #expect(object.metadata?["whole"] as? Int == -7)
        #expect(object.metadata?["date"] as? Date == HealthModelTestSamples.end)
    }

    @Test(arguments: HealthModelTestSamples.all)
    func truncatedArchivesAreRefused(sample: HealthModelTestSamples) throws {
        let object = sample.make()
        let data = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
        for step in 0..<32 {
            let part = data.prefix(data.count * step / 32)
            #expect((try? NSKeyedUnarchiver.unarchivedObject(ofClasses: [type(of: object)], from: part)) == nil)
        }
    }

    /// Each value at every level is removed once, and replaced by values of other kinds.
    @Test(arguments: HealthModelTestSamples.all)
    func damagedValuesNeverTrap(sample: HealthModelTestSamples) throws {
        let object = sample.make()
        let coder = HKArchiveCoder()
        object.encode(with: coder)
        let kind = type(of: object)
        var refused = 0
        for damaged in Damage.all(of: coder.archive.values) {
            let reader = HKArchiveCoder(reading: HKArchive(values: damaged))
            guard let back = kind.init(coder: reader) else {
                refused += 1
                continue
            }
            _ = (back.hash, back.isEqual(object), back.description)
        }
        #expect(refused > 0)
    }

    @Test("An archive whose class and type disagree is refused", arguments: HealthModelTestSamples.all)
    func typeOfAnotherClass(sample: HealthModelTestSamples) throws {
        // An instance of the base class can have any type.
        guard let object = sample.make() as? HKSample, type(of: object) != HKSample.self else { return }
        let coder = HKArchiveCoder()
        object.encode(with: coder)
        let own = try #require(HealthTypes.named(object.sampleType.identifier))
        var accepted = 0
        for other in HealthTypes.all {
            var values = coder.archive.values
            var part = try #require(values["HKSample"] as? [String: Any])
            part["type"] = other.identifier
            values["HKSample"] = part
            guard type(of: object).init(coder: HKArchiveCoder(reading: HKArchive(values: values))) != nil else {
                continue
            }
            accepted += 1
            #expect(other.kind == own.kind, "\(other.identifier)")
            if object is HKWorkoutRoute || object is HKHeartbeatSeriesSample || object is HKGAD7Assessment
                || object is HKPHQ9Assessment
            {
                #expect(other.identifier == own.identifier)
            }
        }
        #expect(accepted > 0)
    }

    @Test("A prescription with two dates of issue, or of the other kind of lenses, is refused")
    func contradictingPrescriptions() throws {
        var checked = 0
        for case let object as HKVisionPrescription in HealthModelTestSamples.all.map({ $0.make() }) {
            let coder = HKArchiveCoder()
            object.encode(with: coder)
            let part = try #require(coder.archive.values["HKVisionPrescription"] as? [String: Any])
            func refuses(_ name: String, _ value: Any) -> Bool {
                var values = coder.archive.values
                values["HKVisionPrescription"] = part.merging([name: value]) { $1 }
                return type(of: object).init(coder: HKArchiveCoder(reading: HKArchive(values: values))) == nil
            }
            #expect(refuses("issued", object.dateIssued.timeIntervalSinceReferenceDate + 1))
            if type(of: object) != HKVisionPrescription.self {
                #expect(refuses("type", 3 - Int(object.prescriptionType.rawValue)))
                checked += 1
            }
        }
        #expect(checked == 2)
    }

    @Test func emptyArchivesGiveNil() throws {
        for sample in HealthModelTestSamples.all {
            let kind = type(of: sample.make())
            #expect(kind.init(coder: HKArchiveCoder()) == nil, "\(sample)")
        }
    }

    /// The additional values of an app's subclass are not kept inside another object, and cause no error.
    @Test func aSubclassInsideACorrelationBecomesItsSuperclass() throws {
        let member = AnnotatedSample(
            type: HKQuantityType(.dietaryWater), quantity: HealthModelTestSamples.quantity(1, "L"),
            start: HealthModelTestSamples.start, end: HealthModelTestSamples.end)
        let meal = HKCorrelation(
            type: HKCorrelationType(.food), start: member.startDate, end: member.endDate, objects: [member])
        let data = try NSKeyedArchiver.archivedData(withRootObject: meal, requiringSecureCoding: true)
        let back = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: HKCorrelation.self, from: data))
        #expect(back.objects == meal.objects)
        #expect(type(of: try #require(back.objects.first)) == HKQuantitySample.self)
    }

    @Test func subclassArchivesItself() throws {
        let sample = AnnotatedSample(
            type: HKQuantityType(.dietaryWater), quantity: HealthModelTestSamples.quantity(1, "L"),
            start: HealthModelTestSamples.start, end: HealthModelTestSamples.end)
        let data = try NSKeyedArchiver.archivedData(withRootObject: sample, requiringSecureCoding: true)
        let back = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: AnnotatedSample.self, from: data))
        #expect(back == sample)
        #expect(back.quantity == sample.quantity)
    }
}

/// A sample with additional values of an app, encoded with every method of a coder.
// Unchecked because its superclass is; it has no mutable state.
final class AnnotatedSample: HKQuantitySample, @unchecked Sendable {
    let note = "mine"

    override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(NSString(string: note), forKey: "note")
        coder.encode(true, forKey: "bool")
        coder.encode(1 as Int, forKey: "int")
        coder.encode(1 as Int32, forKey: "int32")
        coder.encode(1 as Int64, forKey: "int64")
        coder.encode(1 as Float, forKey: "float")
        coder.encode(1 as Double, forKey: "double")
        withUnsafeBytes(of: UInt8(1)) {
            coder.encodeBytes($0.bindMemory(to: UInt8.self).baseAddress, length: 1, forKey: "bytes")
        }
    }
}
