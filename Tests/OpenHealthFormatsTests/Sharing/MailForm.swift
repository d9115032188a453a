// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthSharing

/// The requirements for the bytes of a draft, and for its parsed contents.
enum MailForm {
    /// Returns violations of the format: short ASCII lines with line breaks, and the boundary only at the boundaries of parts.
    static func faults(_ data: Data) -> [String] {
        var found: [String] = []
        func check(_ isGood: Bool, _ text: @autoclosure () -> String) {
            if !isGood { found.append(text()) }
        }
        var lines: [[UInt8]] = [[]]
        var previous: UInt8 = 0
        for byte in data {
            if previous == 13 && byte == 10 {
                lines[lines.count - 1].removeLast()
                lines.append([])
            } else {
                lines[lines.count - 1].append(byte)
            }
            previous = byte
        }
        check(lines.last == [], "the last line has no line break")
        var isHeader = true
        for bytes in lines {
            let line = String(decoding: bytes, as: UTF8.self)
            check(bytes.allSatisfy { (0x20..<0x7F).contains($0) || $0 == 9 }, "not plain: \(line)")
            if line.hasPrefix("--=_part_") {
                isHeader = true
            } else if line.isEmpty {
                isHeader = false
            } else if isHeader {
                // An address cannot be folded.
                check(bytes.count <= 76 || line.contains("@"), "long header: \(line)")
                check(bytes.count <= 76 || !line.contains("=?UTF-8?"), "long encoded word: \(line)")
                check(bytes.count <= 998, "too long: \(line)")
                check(bytes.contains { $0 != 0x20 && $0 != 9 }, "blank header line")
            } else {
                check(bytes.count <= 78, "long: \(line)")
                check(!line.hasPrefix("From ") && !line.hasPrefix("."), "mistakable: \(line)")
                check(!line.contains("=_"), "a boundary: \(line)")
            }
        }
        return found
    }

    /// Returns the differences between the read message and the written draft.
    static func differences(
        _ message: PythonMailReader.Message, _ draft: MailDraft, in folder: URL
    ) throws -> [String] {
        var found = message.defects
        func compare<Value: Equatable>(_ name: String, _ read: Value, _ written: Value) {
            if read != written { found.append("\(name): \(read), not \(written)") }
        }
        compare("X-Unsent", message.headers["X-Unsent"], draft.isUnsent ? "1" : nil)
        compare("MIME-Version", message.headers["MIME-Version"], "1.0")
        compare(
            "Subject", message.headers["Subject"].map(scalars), draft.subject.isEmpty ? nil : scalars(draft.subject))
        compare("Message-ID", message.headers["Message-ID"], draft.messageID.map { "<\($0)>" })
        for (name, list) in [
            ("From", draft.from.map { [$0] } ?? []), ("To", draft.to), ("Cc", draft.cc), ("Bcc", draft.bcc),
        ] {
            let written = list.map { "\($0.address) \(scalars($0.name ?? ""))" }
            compare(name, (message.addresses[name] ?? []).map { "\($0.address) \(scalars($0.name))" }, written)
            if let newer = message.newAddresses[name] ?? nil {
                compare(
                    "\(name), newer", newer.map { "\($0.address) \(scalars(withoutBlanks($0.name)))" },
                    list.map { "\($0.address) \(scalars(withoutBlanks($0.name ?? "")))" })
            }
        }
        let body = draft.body.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        let written = body.isEmpty || body.hasSuffix("\n") ? body : body + "\n"
        if let read = message.body {
            compare("body", scalars(read.replacing("\r\n", with: "\n")), scalars(written))
        } else {
            compare("no body", draft.body, "")
        }
        compare(
            "attachments", message.attachments.map { scalars($0.name ?? "") },
            draft.attachments.map { scalars($0.fileName) })
        for (file, attachment) in zip(message.attachments, draft.attachments) {
            let data = try Data(contentsOf: folder.appending(path: file.path))
            if data != attachment.data { found.append("\(file.path): \(data.count) other bytes") }
        }
        return found
    }

    private static func withoutBlanks(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.properties.isWhitespace }))
    }

    /// Returns a string by its scalars, because equal strings in Swift can have different scalars.
    private static func scalars(_ text: String) -> String {
        text.unicodeScalars.map { $0.isASCII && $0.value >= 0x20 ? String($0) : "{\(String($0.value, radix: 16))}" }
            .joined()
    }
}
