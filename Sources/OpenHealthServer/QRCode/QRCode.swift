// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A QR code (ISO/IEC 18004) of bytes, of versions 1 to 20 and error correction level M: up to 666 bytes.
package struct QRCode: Sendable {
    /// The width of the quiet zone around the code, in modules.
    package static let margin = 4

    /// The number of modules on each side.
    package let size: Int
    /// The dark modules, row by row.
    let modules: [Bool]
    /// The number of the mask, 0 to 7.
    let mask: Int

    /// Encodes a string in UTF-8.
    /// - Parameter mask: The mask to use; nil for the mask that is easiest to read.
    /// - Returns: The code, or nil if the string is too long.
    package init?(_ text: String, mask: Int? = nil) {
        let bytes = Array(text.utf8)
        guard let version = QRVersion.fitting(bytes.count) else { return nil }
        let words = version.interleaved(Self.words(bytes, version))
        var grid = QRGrid(version)
        grid.place(words)
        let masks = mask.map { [$0] } ?? Array(0..<8)
        let candidates = masks.map { (mask: $0, modules: grid.masked($0)) }
        guard
            let best = candidates.min(by: {
                QRPenalty.of($0.modules, size: version.size) < QRPenalty.of($1.modules, size: version.size)
            })
        else { return nil }
        size = version.size
        modules = best.modules
        self.mask = best.mask
    }

    /// Returns whether a module is dark.
    package func isDark(_ x: Int, _ y: Int) -> Bool { modules[y * size + x] }

    /// Returns the data words: the mode, the count and the bytes, padded.
    private static func words(_ bytes: [UInt8], _ version: QRVersion) -> [UInt8] {
        var bits = BitList()
        bits.append(0b0100, count: 4)
        bits.append(bytes.count, count: version.countBits)
        for byte in bytes { bits.append(Int(byte), count: 8) }
        let capacity = version.dataWords * 8
        bits.append(0, count: min(4, capacity - bits.count))
        bits.append(0, count: (8 - bits.count % 8) % 8)
        var words = bits.bytes
        var isFirst = true
        while words.count < version.dataWords {
            words.append(isFirst ? 0xec : 0x11)
            isFirst.toggle()
        }
        return words
    }
}

/// Bits in the order in which they are written.
private struct BitList {
    private(set) var bytes: [UInt8] = []
    private(set) var count = 0

    /// Appends the lowest bits of a number, most significant bit first.
    mutating func append(_ number: Int, count added: Int) {
        for place in stride(from: added - 1, through: 0, by: -1) {
            if count % 8 == 0 { bytes.append(0) }
            if number >> place & 1 == 1 { bytes[count / 8] |= 0x80 >> (count % 8) }
            count += 1
        }
    }
}

extension QRCode {
    /// The dark modules as an SVG path, including the quiet zone: each side of its view box is ``size`` plus two margins.
    package var path: String {
        var path = ""
        for y in 0..<size {
            var x = 0
            while x < size {
                guard isDark(x, y) else {
                    x += 1
                    continue
                }
                let start = x
                while x < size, isDark(x, y) { x += 1 }
                path += "M\(start + Self.margin) \(y + Self.margin)h\(x - start)v1h-\(x - start)z"
            }
        }
        return path
    }

    /// The code as a string for a terminal with light letters on a dark background: two rows of modules in each line.
    package var text: String {
        let range = -2..<size + 2
        func isLight(_ x: Int, _ y: Int) -> Bool {
            !(0..<size).contains(x) || !(0..<size).contains(y) || !isDark(x, y)
        }
        return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { y in
            range.map { x in
                switch (isLight(x, y), isLight(x, y + 1)) {
                case (true, true): "█"
                case (true, false): "▀"
                case (false, true): "▄"
                case (false, false): " "
                }
            }.joined()
        }.joined(separator: "\n")
    }
}
