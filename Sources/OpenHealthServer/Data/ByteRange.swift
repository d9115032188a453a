// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird

/// The range of bytes that a request asks for (RFC 9110, 14).
enum ByteRange: Equatable {
    /// From a byte through another one, or through the last one.
    case from(Int, through: Int?)
    /// The last bytes.
    case last(Int)

    /// Returns the range of a request; nil for all bytes: if there is none, if it is not understood, if there are several, or if the file
    /// has another tag than the part that the client has.
    init?(_ request: Request, tag: String) {
        guard request.method == .get, let field = request.headers[.range] else { return nil }
        if let known = request.headers[.ifRange], known != tag { return nil }
        self.init(field)
    }

    /// Parses the value of `Range`.
    init?(_ field: String) {
        let unit = "bytes="
        guard field.lowercased().hasPrefix(unit) else { return nil }
        let sides = field.dropFirst(unit.count).split(separator: "-", omittingEmptySubsequences: false).map {
            $0.filter { $0 != " " && $0 != "\t" }
        }
        guard sides.count == 2, sides.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else {
            return nil
        }
        let (first, last) = (Self.number(sides[0]), Self.number(sides[1]))
        switch (first, last) {
        case (let first?, let last?) where first > last: return nil
        case (let first?, _): self = .from(first, through: last)
        case (nil, let count?): self = .last(count)
        case (nil, nil): return nil
        }
    }

    /// Returns the number of digits; one that is too large for an integer is the largest one.
    private static func number(_ digits: String) -> Int? { digits.isEmpty ? nil : Int(digits) ?? .max }

    /// Returns the bytes of a file of a size; nil if it has none of them.
    func bytes(ofSize size: Int) -> Range<Int>? {
        switch self {
        case .from(let first, let last):
            guard first < size else { return nil }
            return first..<min(last ?? size - 1, size - 1) + 1
        case .last(let count):
            guard count > 0, size > 0 else { return nil }
            return max(0, size - count)..<size
        }
    }
}
