// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The characters of charts.
enum ChartStyle: Equatable {
    /// Blocks in eighths of a column.
    case blocks
    /// ASCII characters, which every terminal supports.
    case ascii

    /// Creates the style that the locale of an environment supports.
    init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        let names = ["LC_ALL", "LC_CTYPE", "LANG"]
        let locale = names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        let key = locale.lowercased().filter { $0 != "-" }
        self = key.contains("utf8") ? .blocks : .ascii
    }

    /// Returns a bar with a length in eighths of a column, without trailing white space.
    func bar(eighths: Int) -> String {
        switch self {
        case .ascii: return String(repeating: "#", count: max((eighths + 4) / 8, eighths > 0 ? 1 : 0))
        case .blocks:
            let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
            return String(repeating: "█", count: eighths / 8) + rest
        }
    }

    /// The character of a range.
    var line: Character { self == .ascii ? "-" : "─" }
    /// The character of a value within a range.
    var mark: Character { self == .ascii ? "o" : "●" }
    /// The string in place of omitted rows.
    var gap: String { self == .ascii ? "..." : "⋮" }
}
