// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Files with a secret in their first line.
enum SecretFile {
    /// Returns the first line of a file.
    /// - Parameter secret: The name of the secret in the error, such as `token`.
    /// - Throws: A ``ToolError`` if the file cannot be read or its first line is empty.
    static func firstLine(_ file: String, of secret: String) throws -> String {
        guard let text = try? String(contentsOfFile: file, encoding: .utf8),
            let line = text.split(whereSeparator: \.isNewline).first, text.first?.isNewline == false
        else {
            throw ToolError(
                .badArgument, "the file \(file.printable) has no \(secret) in its first line",
                remedy: "give a text file that this user may read")
        }
        return String(line)
    }
}
