// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension String {
    /// The text with everything replaced that could drive a terminal or turn the order of what is shown around.
    ///
    /// What is typed is checked, but the database file may have been written by another program.
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
        // The marks that embed, override and isolate directions.
        return (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
    }
}
