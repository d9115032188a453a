// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A size of QR codes, with the blocks into which its words are divided at error correction level M.
struct QRVersion: Sendable {
    /// The number of the version, 1 to 20.
    let number: Int
    /// The number of error correction words of each block.
    let correctionWords: Int
    /// The number of data words of each block; later blocks can have one more.
    let blocks: [Int]
    /// The rows and columns on which alignment patterns are centered.
    let alignments: [Int]

    private init(_ number: Int, _ correctionWords: Int, _ blocks: [Int], _ alignments: [Int]) {
        self.number = number
        self.correctionWords = correctionWords
        self.blocks = blocks
        self.alignments = alignments
    }

    /// The number of modules on each side.
    var size: Int { 17 + 4 * number }
    /// The number of data words.
    var dataWords: Int { blocks.reduce(0, +) }
    /// The number of bits of the count of bytes.
    var countBits: Int { number < 10 ? 8 : 16 }

    /// Returns the smallest version that has space for a number of bytes, or nil if there are too many.
    static func fitting(_ bytes: Int) -> QRVersion? {
        all.first { 4 + $0.countBits + 8 * bytes <= 8 * $0.dataWords }
    }

    private static let all = [
        QRVersion(1, 10, [16], []),
        QRVersion(2, 16, [28], [6, 18]),
        QRVersion(3, 26, [44], [6, 22]),
        QRVersion(4, 18, [32, 32], [6, 26]),
        QRVersion(5, 24, [43, 43], [6, 30]),
        QRVersion(6, 16, [27, 27, 27, 27], [6, 34]),
        QRVersion(7, 18, [31, 31, 31, 31], [6, 22, 38]),
        QRVersion(8, 22, [38, 38, 39, 39], [6, 24, 42]),
        QRVersion(9, 22, [36, 36, 36, 37, 37], [6, 26, 46]),
        QRVersion(10, 26, [43, 43, 43, 43, 44], [6, 28, 50]),
        QRVersion(11, 30, blocks(1, 50, 4), [6, 30, 54]),
        QRVersion(12, 22, blocks(6, 36, 2), [6, 32, 58]),
        QRVersion(13, 22, blocks(8, 37, 1), [6, 34, 62]),
        QRVersion(14, 24, blocks(4, 40, 5), [6, 26, 46, 66]),
        QRVersion(15, 24, blocks(5, 41, 5), [6, 26, 48, 70]),
        QRVersion(16, 28, blocks(7, 45, 3), [6, 26, 50, 74]),
        QRVersion(17, 28, blocks(10, 46, 1), [6, 30, 54, 78]),
        QRVersion(18, 26, blocks(9, 43, 4), [6, 30, 56, 82]),
        QRVersion(19, 26, blocks(3, 44, 11), [6, 30, 58, 86]),
        QRVersion(20, 26, blocks(3, 41, 13), [6, 34, 62, 90]),
    ]

    /// Returns the sizes of a number of blocks, followed by those of others with one more word.
    private static func blocks(_ count: Int, _ words: Int, _ longer: Int) -> [Int] {
        Array(repeating: words, count: count) + Array(repeating: words + 1, count: longer)
    }

    /// Returns the words in the order in which they are placed: one of each block in turn, data first.
    func interleaved(_ words: [UInt8]) -> [UInt8] {
        var parts: [[UInt8]] = []
        var rest = words[...]
        for count in blocks {
            parts.append(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        let corrections = parts.map { QRField.correction(of: $0, count: correctionWords) }
        var result: [UInt8] = []
        for index in 0..<(blocks.max() ?? 0) {
            for part in parts where index < part.count { result.append(part[index]) }
        }
        for index in 0..<correctionWords {
            for correction in corrections { result.append(correction[index]) }
        }
        return result
    }
}

/// The field of 256 elements in which the Reed-Solomon codes of QR codes are computed.
enum QRField {
    /// Returns the remainder of a polynomial divided by the generator of a degree.
    static func correction(of words: [UInt8], count: Int) -> [UInt8] {
        let generator = generator(count)
        var remainder = [UInt8](repeating: 0, count: count)
        for word in words {
            let factor = word ^ remainder[0]
            remainder = Array(remainder.dropFirst()) + [0]
            for index in remainder.indices { remainder[index] ^= product(generator[index], factor) }
        }
        return remainder
    }

    /// Returns the coefficients of (x - 1)(x - 2)(x - 4)… after the first, which is 1.
    private static func generator(_ degree: Int) -> [UInt8] {
        var coefficients = [UInt8](repeating: 0, count: degree)
        coefficients[degree - 1] = 1
        var root: UInt8 = 1
        for _ in 0..<degree {
            for index in coefficients.indices {
                coefficients[index] = product(coefficients[index], root)
                if index + 1 < degree { coefficients[index] ^= coefficients[index + 1] }
            }
            root = product(root, 2)
        }
        return coefficients
    }

    /// Returns the product modulo x⁸ + x⁴ + x³ + x² + 1.
    static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
        var (result, factor, rest): (UInt8, UInt8, UInt8) = (0, left, right)
        while rest > 0 {
            if rest & 1 == 1 { result ^= factor }
            factor = factor << 1 ^ (factor & 0x80 == 0 ? 0 : 0x1d)
            rest >>= 1
        }
        return result
    }
}
