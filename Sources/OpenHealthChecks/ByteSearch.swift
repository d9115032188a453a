// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A search for the bytes of a word in a text.
///
/// `String.contains(_:)` compares characters, which takes most of the time of a check without optimisation.
enum ByteSearch {
    /// Returns whether a text contains a word, compared byte by byte.
    static func finds(_ word: String, in text: some StringProtocol) -> Bool {
        var word = word
        return word.withUTF8 { word in
            text.utf8.withContiguousStorageIfAvailable { text in
                guard let first = word.first, let sought = word.baseAddress else { return true }
                guard var start = UnsafeRawPointer(text.baseAddress) else { return false }
                let end = start + text.count
                while end - start >= word.count, let place = memchr(start, Int32(first), end - start) {
                    start = UnsafeRawPointer(place)
                    if end - start >= word.count, memcmp(start, sought, word.count) == 0 { return true }
                    start += 1
                }
                return false
            }
        } ?? text.contains(word)
    }
}
