// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB
import OpenHealthModel

/// The permissions with which samples are read.
package protocol SampleViewer {
    /// Returns which samples of a type are visible.
    /// - Throws: `HKError.errorAuthorizationNotDetermined` if the viewer has not requested authorization for the type.
    func visibility(_ db: Database, _ type: HKSampleType) throws -> SampleVisibility
    /// Returns the numbers of the sources that belong to the viewer.
    func ownSources(_ db: Database) throws -> Set<Int64>
}

extension SampleViewer {
    /// Returns a function that determines whether a sample of any type is visible, such as a member of a correlation. For types
    /// without a requested authorization, only the viewer's own samples are visible.
    package func sight(_ reader: RecordReader) throws -> (RawSample) throws -> Bool {
        let own = try ownSources(reader.db)
        var known: [Int64: SampleVisibility] = [:]
        return { sample in
            if let rule = known[sample.type] { return try rule.sees(sample, reader) }
            var rule = SampleVisibility(rule: .access(.own), ownSources: own)
            if let type = try reader.type(sample.type).sampleType {
                do {
                    rule = try visibility(reader.db, type)
                } catch let error as HKError where error.code == .errorAuthorizationNotDetermined {
                    // Without authorization, the initial rule applies: only own samples are visible.
                }
            }
            known[sample.type] = rule
            return try rule.sees(sample, reader)
        }
    }
}

/// The viewer with access to all samples: the owner of the store.
package struct OwnerView: SampleViewer {
    package init() {}

    package func visibility(_ db: Database, _ type: HKSampleType) -> SampleVisibility {
        SampleVisibility(rule: .access(.all), ownSources: [])
    }

    package func ownSources(_ db: Database) -> Set<Int64> { [] }
}
