// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

extension BucketLength {
    /// Parses a length.
    /// - Throws: A ``ToolError`` with the accepted forms if the string is invalid.
    public static func parse(_ text: String) throws -> BucketLength {
        guard let length = BucketLength(text) else {
            throw ToolError(
                .badArgument, "\(text.debugDescription) is not a length for --every", remedy: "write \(forms)")
        }
        return length
    }
}
