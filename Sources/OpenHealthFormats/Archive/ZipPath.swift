// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The encoding and the validation of member names.
enum ZipPath {
    /// Returns the name of a member as a string.
    ///
    /// The flag for UTF-8 is not reliable: the archiver of macOS writes UTF-8 without it. Bytes that are valid UTF-8 are
    /// therefore decoded as UTF-8, and otherwise as code page 437, the original encoding of the format.
    static func decode(_ bytes: [UInt8], unicodePath: [UInt8]?) -> String {
        if let unicodePath, let text = String(validating: unicodePath, as: UTF8.self) { return text }
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        var text = String.UnicodeScalarView()
        for byte in bytes {
            text.append(byte < 0x80 ? Unicode.Scalar(byte) : codePage437[Int(byte) - 0x80])
        }
        return String(text)
    }

    /// Returns the path with `/` as the separator, or the reason why it is rejected.
    ///
    /// Nothing is unpacked to disk, but members are looked up by their paths, and a file that was accepted here may be unpacked
    /// with another program.
    static func checked(_ name: String) -> Result<String, Reason> {
        if name.isEmpty { return .failure(Reason("is empty")) }
        if name.unicodeScalars.contains("\0") { return .failure(Reason("contains a NUL byte")) }
        let path = name.split(separator: "\\", omittingEmptySubsequences: false).joined(separator: "/")
        if path.hasPrefix("/") { return .failure(Reason("is absolute")) }
        let scalars = Array(path.unicodeScalars.prefix(2))
        if scalars.count == 2, scalars[1] == ":", scalars[0].properties.isAlphabetic, scalars[0].isASCII {
            return .failure(Reason("begins with a drive letter"))
        }
        var parts: [Substring] = []
        for part in path.split(separator: "/", omittingEmptySubsequences: false) {
            if part == ".." { return .failure(Reason("leads out of the archive with '..'")) }
            if part != "." { parts.append(part) }
        }
        return .success(parts.joined(separator: "/"))
    }

    /// The reason why a path is rejected.
    struct Reason: Error {
        let text: String

        init(_ text: String) {
            self.text = text
        }
    }

    private static let codePage437 = Array(
        """
        ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
        αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}
        """.unicodeScalars)
}
