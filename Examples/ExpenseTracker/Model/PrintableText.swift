// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension String {
    /// The string with all characters replaced that can control a terminal or change the order of the displayed text.
    ///
    /// Input is validated, but another program may have written the database file.
    var printable: String {
        guard unicodeScalars.contains(where: \.drivesTerminals) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.map { $0.drivesTerminals ? "\u{FFFD}" : $0 }))
    }
}

extension Unicode.Scalar {
    fileprivate var drivesTerminals: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: return true
        default: break
        }
        // The characters that embed, override and isolate directions.
        return (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
    }
}
