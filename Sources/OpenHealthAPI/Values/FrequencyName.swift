// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The names of the frequencies of background delivery on the wire.
package enum FrequencyName {
    /// The names, the most frequent first.
    static let all = HKUpdateFrequency.allCases.map(text)

    /// Returns the name of a frequency.
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
    /// Returns the position of an anchor in the order of changes.
    package func place() throws(Problem) -> Int64 {
        let text = try string()
        guard (1...19).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }),
            let place = Int64(text)
        else { throw problem("This is not an anchor. Send one that the server has returned.") }
        return place
    }
}
