// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The stored form of metadata: a JSON object, or an array of pairs if a key repeats.
///
/// The values of imported metadata are strings. The values of metadata that apps saved keep their type: numbers, with a decimal
/// point for floating-point numbers; `true` and `false`; `{"value":…,"unit":…}`; `{"secondsSince2001":…}`.
package enum MetadataPairs {
    /// Returns the entries as strings, in order.
    package static func read(_ json: String) -> [MetadataPair] {
        entries(json).map { key, value in
            MetadataPair(
                key: key, value: value.string ?? StoredMetadata.value(value).map(MetadataText.text) ?? value.text)
        }
    }

    /// Returns the entries, in order.
    package static func entries(_ json: String) -> [(key: String, value: JSONValue)] {
        switch JSONValue(json) {
        case .object(let entries): return entries
        case .array(let pairs):
            return pairs.compactMap { pair in
                guard let pair = pair.array, pair.count == 2, let key = pair[0].string else { return nil }
                return (key, pair[1])
            }
        default: return []
        }
    }
}
