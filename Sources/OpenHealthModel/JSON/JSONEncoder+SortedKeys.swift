// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension JSONEncoder {
    /// An encoder whose output for equal values is the same in every process.
    ///
    /// Without sorted keys, the order of an object's keys differs between processes. Use this encoder for JSON that is stored,
    /// compared or hashed.
    package static var sortedKeys: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return encoder
    }
}
