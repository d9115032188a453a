// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthFormats
import Foundation

/// Base64 in lines of 76 characters, as required by RFC 2045.
enum MailBase64 {
    /// The size of a chunk: a multiple of 57 bytes, which are one line.
    private static let chunk = 57 * 1024

    /// Writes the encoded bytes, with a line break after each line; writes nothing if there are no bytes.
    static func write(_ data: Data, to sink: inout some ByteSink) throws {
        var start = data.startIndex
        while start < data.endIndex {
            let end = data.index(start, offsetBy: chunk, limitedBy: data.endIndex) ?? data.endIndex
            try sink.write(lines(data[start..<end]))
            start = end
        }
    }

    /// Returns the encoded bytes, with a line break after each line.
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
