// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// How often an app wants to hear of changes, on the wire.
package enum FrequencyName {
    /// The names, the most frequent first.
    static let all = HKUpdateFrequency.allCases.map(text)

    /// The name of a frequency.
    package static func text(_ frequency: HKUpdateFrequency) -> String {
        switch frequency {
        case .immediate: "immediate"
        case .hourly: "hourly"
        case .daily: "daily"
        case .weekly: "weekly"
        }
    }
}

extension JSONReader {
    /// The frequency that the text names.
    package func frequency() throws(Problem) -> HKUpdateFrequency {
        let name = try string()
        guard let frequency = HKUpdateFrequency.allCases.first(where: { FrequencyName.text($0) == name }) else {
            throw problem("This has to be one of \(FrequencyName.all.joined(separator: ", ")).")
        }
        return frequency
    }

    /// The types that a list names.
    package func objectTypes() throws(Problem) -> [HKObjectType] {
        var types: [HKObjectType] = []
        for element in try array(most: 1000) { types.append(try element.objectType()) }
        return types
    }

    /// The types of samples that a list names.
    package func sampleTypes() throws(Problem) -> Set<HKSampleType> {
        var types: Set<HKSampleType> = []
        for element in try array(most: 1000) { types.insert(try element.sampleType()) }
        return types
    }

    /// The place in the order of changes that an anchor stands for.
    package func place() throws(Problem) -> Int64 {
        let text = try string()
        guard (1...19).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }),
            let place = Int64(text)
        else { throw problem("This is no anchor. Give one that the daemon has given.") }
        return place
    }
}
