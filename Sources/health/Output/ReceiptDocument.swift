// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthStore

/// The receipt of an import in JSON: the keys of the receipt, and those of the run.
struct ReceiptDocument: Encodable {
    private enum RunKey: String, CodingKey {
        case file, seconds
    }

    let receipt: ImportReceipt
    let file: String
    let seconds: Double

    func encode(to encoder: any Encoder) throws {
        try receipt.encode(to: encoder)
        var run = encoder.container(keyedBy: RunKey.self)
        try run.encode(file, forKey: .file)
        try run.encode(seconds, forKey: .seconds)
    }

    /// Returns the document on one line.
    func line() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}
