// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

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
