// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthFormats
import Foundation

/// Base64 in lines of 76 characters, as RFC 2045 wants it.
enum MailBase64 {
    /// Whole lines: 57 bytes each.
    private static let chunk = 57 * 1024

    /// Writes the encoded bytes, each line with its line break; nothing for no bytes.
    static func write(_ data: Data, to sink: inout some ByteSink) throws {
        var start = data.startIndex
        while start < data.endIndex {
            let end = data.index(start, offsetBy: chunk, limitedBy: data.endIndex) ?? data.endIndex
            try sink.write(lines(data[start..<end]))
            start = end
        }
    }

    /// The encoded bytes, each line with its line break.
    static func text(_ bytes: [UInt8]) -> String {
        lines(Data(bytes))
    }

    private static func lines(_ data: Data) -> String {
        if data.isEmpty { return "" }
        return data.base64EncodedString(options: [
            .lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed,
        ]) + "\r\n"
    }
}
