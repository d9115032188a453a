// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI

/// The parameters of a search, in a query or in a form.
enum FHIRForm {
    /// The maximum length of a form in bytes, and the maximum number of its parameters. Each code and date is compared with all
    /// types.
    static let longest = 256 << 10
    static let maximumParameters = 1_000

    /// Returns names and values in their order.
    /// - Throws: A ``Problem`` if the form is not UTF-8, has an escape without two digits, or is too large.
    static func pairs(_ text: String) throws(Problem) -> [(name: String, value: String)] {
        guard text.utf8.count <= longest, text.utf8.count(where: { $0 == UInt8(ascii: "&") }) < maximumParameters else {
            throw Problem(
                .invalidRequest,
                "A search has at most \(maximumParameters) parameters and \(longest) bytes. Search in several requests."
            )
        }
        var pairs: [(name: String, value: String)] = []
        for part in text.split(separator: "&") {
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            pairs.append((try decoded(sides[0]), sides.count > 1 ? try decoded(sides[1]) : ""))
        }
        return pairs
    }

    private static func decoded(_ text: Substring) throws(Problem) -> String {
        guard let decoded = text.replacing("+", with: " ").removingPercentEncoding else {
            throw Problem(.invalidRequest, "A parameter is not percent-encoded UTF-8.")
        }
        return decoded
    }

    /// Returns the parameters as a query.
    static func text(_ pairs: [(name: String, value: String)]) -> String {
        pairs.map { escaped($0.name) + "=" + escaped($0.value) }.joined(separator: "&")
    }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    }

    private static let plain = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/|,")
}
