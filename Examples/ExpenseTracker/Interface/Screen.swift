// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Draws pictures on a terminal, each over the previous one.
struct Screen {
    let terminal: Terminal
    let hasColor: Bool

    /// - Parameter typed: The line that the person is typing.
    func draw(_ picture: Picture, typed: String) {
        let size = terminal.size
        var lines = [
            hasColor ? picture.tint.background + " " + picture.title : " " + picture.title,
            " " + picture.total,
            "",
        ]
        let message = wrapped(picture.message, columns: size.columns - 2)
        // The message, the input line and an empty line above them need space, too.
        let available = max(1, size.rows - lines.count - message.count - 2)
        let rows = picture.rows.isEmpty ? ["nothing yet"] : ExpenseRow.lines(picture.rows)
        if rows.count > available {
            lines += rows.prefix(available - 1).map { " " + $0 } + [" and \(rows.count - available + 1) more"]
        } else {
            lines += rows.map { " " + $0 }
        }
        var text = "\u{1B}[H"
        for line in lines { text += line + "\u{1B}[K\u{1B}[m\r\n" }
        text += "\u{1B}[J"
        let top = max(lines.count + 1, size.rows - message.count)
        for (offset, line) in message.enumerated() { text += "\u{1B}[\(top + offset);1H \(line)\u{1B}[K" }
        text += "\u{1B}[\(size.rows);1H> " + typed.suffix(max(1, size.columns - 4)) + "\u{1B}[K"
        terminal.write(text)
    }
    /// Returns the lines of a string, wrapped between words.
    private func wrapped(_ text: String, columns: Int) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line -> [String] in
            guard line.count > columns else { return [String(line)] }
            var lines = [""]
            for word in line.split(separator: " ") {
                let longer = lines[lines.count - 1].isEmpty ? String(word) : lines[lines.count - 1] + " " + word
                if longer.count <= columns {
                    lines[lines.count - 1] = longer
                } else {
                    lines.append(String(word))
                }
            }
            return lines
        }
    }
}
