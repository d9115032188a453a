// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension JSONEncoder {
    /// An encoder whose output is the same in every process for equal values.
    ///
    /// Without sorted keys, the order of an object's keys changes from process to process, so text that is stored, compared or hashed
    /// must come from this encoder.
    package static var sortedKeys: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return encoder
    }
}
