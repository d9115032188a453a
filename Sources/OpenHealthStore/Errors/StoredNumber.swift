// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The limits of the numbers in the tables from which new ones are made: positions, counters, ordinals and keys of rows.
///
/// The file can contain any integer, and the one after the greatest does not exist.
enum StoredNumber {
    /// The greatest number, 2^53. A store that adds a million samples each second reaches it after 285 years.
    static let greatest: Int64 = 1 << 53
    /// The positions in the order of changes, and the other counters.
    static let counters = 0...greatest
    /// The numbers in general. Ordinals of saved samples are negative.
    static let all = -greatest...greatest

    /// Checks a number from which others are made.
    /// - Parameters:
    ///   - table: The table of the number.
    ///   - name: What the number is, such as "the position of the last change".
    /// - Returns: The number.
    /// - Throws: A ``StoreError`` if the number is out of range.
    @inline(__always)
    static func checked(
        _ number: Int64, in range: ClosedRange<Int64> = counters, of table: StaticString, _ name: StaticString
    ) throws -> Int64 {
        guard range.contains(number) else { throw StoreError.corrupt("\(table)", "\(name) is out of range") }
        return number
    }
}
