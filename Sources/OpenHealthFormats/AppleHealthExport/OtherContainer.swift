// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Compressed files and archives other than zip archives, detected by their first bytes. They are not supported, but named in the
/// error.
enum OtherContainer: String, CaseIterable {
    case gzip, bzip2, xz, zstd
    case sevenZip = "7-Zip"
    case rar = "RAR"
    case tar

    /// The offset of the signature of a tar archive.
    private static let tarOffset = 257

    /// The signature that files of the format have at ``offset``.
    private var mark: [UInt8] {
        switch self {
        case .gzip: [0x1f, 0x8b]
        case .bzip2: Array("BZh".utf8)
        case .xz: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]
        case .zstd: [0x28, 0xb5, 0x2f, 0xfd]
        case .sevenZip: [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]
        case .rar: Array("Rar!".utf8)
        case .tar: Array("ustar".utf8)
        }
    }

    private var offset: Int { self == .tar ? Self.tarOffset : 0 }

    /// Detects the format of a file by its first bytes; returns nil for other files.
    init?(_ start: ArraySlice<UInt8>) {
        guard let found = Self.allCases.first(where: { start.dropFirst($0.offset).starts(with: $0.mark) }) else {
            return nil
        }
        self = found
    }

    /// Returns the error for a file of the format, with a command that unpacks it.
    func error(file: String) -> FormatError {
        let name = file.lowercased()
        let isTar =
            self == .tar || name.contains(".tar.") || [".tgz", ".tbz", ".tbz2", ".txz"].contains { name.hasSuffix($0) }
        let command =
            switch self {
            case _ where isTar: "tar -xf"
            case .gzip: "gunzip -k"
            case .bzip2: "bunzip2 -k"
            case .xz: "unxz -k"
            case .zstd: "unzstd"
            case .sevenZip: "7z x"
            case .rar: "unrar x"
            case .tar: "tar -xf"
            }
        return FormatError(
            .unsupportedCompression, file: file,
            message: "this is a \(rawValue) file, and only zip archives are read without unpacking",
            remedy: "unpack it with `\(command)`, then import the result")
    }
}
