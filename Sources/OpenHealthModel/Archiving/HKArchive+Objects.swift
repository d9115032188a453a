// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension HKArchive {
    /// Returns an object, or `nil` if there is none or it cannot be decoded.
    package func object<Object: NSObject & NSSecureCoding>(_ name: String, as type: Object.Type) -> Object? {
        archive(name).flatMap { Object(coder: HKArchiveCoder(reading: $0)) }
    }

    /// Returns objects, or `nil` if one of them cannot be decoded.
    package func objects<Object: NSObject & NSSecureCoding>(_ name: String, as type: Object.Type) -> [Object]? {
        guard let archives = archives(name) else { return nil }
        let objects = archives.compactMap { Object(coder: HKArchiveCoder(reading: $0)) }
        return objects.count == archives.count ? objects : nil
    }

    /// Creates the archive of an object of a known class.
    package init(object: any NSObject & NSSecureCoding) {
        let coder = HKArchiveCoder()
        object.encode(with: coder)
        self = coder.archive
    }

    // MARK: - Samples of any class

    /// Returns the archives of samples of different classes.
    package static func list(of samples: [HKSample]) -> [HKArchive] {
        samples.map { sample in
            var archive = HKArchive(object: sample)
            archive.set(className(of: sample), "class")
            return archive
        }
    }

    /// Returns samples, or `nil` if one of them cannot be decoded.
    package func samples(_ name: String) -> [HKSample]? {
        guard let archives = archives(name) else { return nil }
        let samples = archives.compactMap { archive -> HKSample? in
            guard let kind = archive.string("class").flatMap({ Self.sampleClasses[$0] }) else { return nil }
            return kind.init(coder: HKArchiveCoder(reading: archive))
        }
        return samples.count == archives.count ? samples : nil
    }

    /// The classes of samples in other objects; no other classes are instantiated from an archive.
    private static let sampleClasses: [String: HKSample.Type] = Dictionary(
        uniqueKeysWithValues: [
            HKQuantitySample.self, HKCumulativeQuantitySample.self, HKCumulativeQuantitySeriesSample.self,
            HKDiscreteQuantitySample.self, HKCategorySample.self, HKCorrelation.self, HKWorkout.self,
            HKSeriesSample.self, HKWorkoutRoute.self, HKHeartbeatSeriesSample.self, HKElectrocardiogram.self,
            HKAudiogramSample.self, HKClinicalRecord.self, HKVerifiableClinicalRecord.self, HKVisionPrescription.self,
            HKGlassesPrescription.self, HKContactsPrescription.self, HKStateOfMind.self, HKGAD7Assessment.self,
            HKPHQ9Assessment.self, HKMedicationDoseEvent.self, HKDocumentSample.self, HKCDADocumentSample.self,
        ].map { (String(describing: $0), $0) })

    /// Returns the name of the class of a sample; an app's own subclass is archived as the class that apps can extend.
    private static func className(of sample: HKSample) -> String {
        let name = String(describing: Swift.type(of: sample))
        return sampleClasses[name] == Swift.type(of: sample) ? name : String(describing: HKQuantitySample.self)
    }
}
