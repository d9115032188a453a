// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The rules for the headers of a mail.
enum MailSyntax {
    /// Returns a string in any script if it is a single line.
    static func checkedText(_ text: String, _ place: String) throws(MailDraftError) -> String {
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x0A, 0x0B, 0x0C, 0x0D, 0x85, 0x2028, 0x2029:
                throw MailDraftError(
                    .lineBreak, place, "there is a line break in it, which would end the header",
                    "use one line")
            default:
                if scalar.properties.generalCategory == .control {
                    throw MailDraftError(
                        .controlCharacter, place, "there is a control character in it", "take it out")
                }
            }
        }
        return text
    }

    /// Returns a valid address without a name.
    static func checkedAddress(_ address: String, _ place: String) throws(MailDraftError) -> String {
        _ = try checkedText(address, place)
        guard let at = address.lastIndex(of: "@") else {
            throw MailDraftError(
                .invalidAddress, place, "there is no @ in it", "give it as someone@example.org, the name apart")
        }
        let local = address[..<at]
        let domain = address[address.index(after: at)...]
        if domain.utf8.contains(where: { $0 >= 0x80 }) {
            throw MailDraftError(
                .internationalAddress, place, "its domain is not in ASCII",
                "give the ASCII form of the domain, which begins with xn--")
        }
        if local.utf8.contains(where: { $0 >= 0x80 }) {
            throw MailDraftError(
                .internationalAddress, place, "the part before the @ is not ASCII, which few mail servers accept",
                "give another address of that person")
        }
        guard isDotAtom(local), local.utf8.count <= 64 else {
            throw MailDraftError(
                .invalidAddress, place, "the part before the @ is not valid in an address",
                "give it as someone@example.org, the name apart")
        }
        guard isDomain(domain), address.utf8.count <= 254 else {
            throw MailDraftError(
                .invalidAddress, place, "the part after the @ is not a domain",
                "give it as someone@example.org, the name apart")
        }
        return address
    }

    /// Returns a valid message identifier without angle brackets.
    static func checkedMessageID(_ identifier: String) throws(MailDraftError) -> String {
        let place = "Message-ID"
        _ = try checkedText(identifier, place)
        let parts = identifier.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy(isDotAtom), identifier.utf8.count <= 250 else {
            throw MailDraftError(
                .invalidMessageID, place, "it is not of the form part@domain",
                "give two parts of letters, digits and dots, without angle brackets")
        }
        return identifier
    }

    /// Returns a valid MIME type and its parameters, the type first.
    static func checkedMIMEType(_ type: String, _ place: String) throws(MailDraftError) -> [String] {
        _ = try checkedText(type, place)
        let pieces = type.split(separator: ";", omittingEmptySubsequences: false).map { $0.trimming(" ") }
        let names = (pieces.first ?? "").split(separator: "/", omittingEmptySubsequences: false)
        let areParametersGood = pieces.dropFirst().allSatisfy { piece in
            let parts = piece.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return parts.count == 2 && isToken(parts[0]) && (isToken(parts[1]) || isQuotedString(parts[1]))
                && piece.utf8.count < MailHeaders.lineLimit
        }
        guard names.count == 2, names.allSatisfy(isToken), names.allSatisfy({ $0.utf8.count <= 127 }),
            areParametersGood
        else {
            throw MailDraftError(
                .invalidMIMEType, place, "it is not a MIME type",
                "give it as type/subtype, such as application/pdf or text/csv; charset=utf-8")
        }
        if ["multipart", "message"].contains(names[0].lowercased()) {
            throw MailDraftError(
                .invalidMIMEType, place, "messages and their parts cannot be attached as a file",
                "attach it as application/octet-stream")
        }
        return pieces.map(String.init)
    }

    /// Returns a valid file name without folders.
    static func checkedFileName(_ name: String, _ place: String) throws(MailDraftError) -> String {
        _ = try checkedText(name, place)
        guard !name.isEmpty, name != ".", name != "..", !name.contains("/"), !name.contains("\\") else {
            throw MailDraftError(
                .invalidFileName, place, "it is empty or names a folder", "give the last part of the path alone")
        }
        return name
    }

    /// Returns whether a character needs no quotation marks in an address or name.
    static func isAtomText(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
        }
    }

    /// Returns a byte as two hexadecimal digits after a prefix.
    static func hexadecimal(_ byte: UInt8, prefix: String) -> String {
        prefix + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }

    private static func isDotAtom(_ text: Substring) -> Bool {
        text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy {
            !$0.isEmpty && $0.utf8.allSatisfy(isAtomText)
        }
    }

    private static func isDomain(_ text: Substring) -> Bool {
        text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
            (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
                && label.utf8.allSatisfy { byte in
                    switch byte {
                    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                        true
                    default: false
                    }
                }
        }
    }

    /// Returns whether a string consists of printable characters in quotation marks without escapes.
    private static func isQuotedString(_ text: Substring) -> Bool {
        text.utf8.count >= 2 && text.hasPrefix("\"") && text.hasSuffix("\"")
            && text.dropFirst().dropLast().utf8.allSatisfy {
                (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
            }
    }

    /// Returns whether a string is a MIME token.
    private static func isToken(_ text: Substring) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { (0x21..<0x7F).contains($0) && !"()<>@,;:\\\"/[]?=".utf8.contains($0) }
    }
}

extension Substring {
    fileprivate func trimming(_ character: Character) -> Substring {
        var text = self
        while text.first == character { text.removeFirst() }
        while text.last == character { text.removeLast() }
        return text
    }
}
