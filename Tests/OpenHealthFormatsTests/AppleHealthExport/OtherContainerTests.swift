// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import Testing

/// Tests of files that are compressed, but are not zip archives.
@Suite struct OtherContainerTests {
    struct Container: CustomTestStringConvertible, Sendable {
        var name: String
        var bytes: [UInt8]
        var kind: String
        var command: String
        var testDescription: String { name }
    }

    static let containers: [Container] = [
        Container(name: "export.xml.gz", bytes: [0x1f, 0x8b, 8, 0], kind: "gzip", command: "gunzip -k"),
        Container(name: "export.tgz", bytes: [0x1f, 0x8b, 8, 0], kind: "gzip", command: "tar -xf"),
        Container(name: "EXPORT.TAR.GZ", bytes: [0x1f, 0x8b, 8, 0], kind: "gzip", command: "tar -xf"),
        Container(name: "export.xml.bz2", bytes: Array("BZh91AY".utf8), kind: "bzip2", command: "bunzip2 -k"),
        Container(name: "export.tar.bz2", bytes: Array("BZh91AY".utf8), kind: "bzip2", command: "tar -xf"),
        Container(name: "export.xz", bytes: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0, 0], kind: "xz", command: "unxz -k"),
        Container(name: "export.zst", bytes: [0x28, 0xb5, 0x2f, 0xfd, 0], kind: "zstd", command: "unzstd"),
        Container(name: "export.7z", bytes: [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0], kind: "7-Zip", command: "7z x"),
        Container(name: "export.rar", bytes: Array("Rar!".utf8), kind: "RAR", command: "unrar x"),
        Container(
            name: "export.tar", bytes: [UInt8](repeating: 0x61, count: 257) + Array("ustar".utf8) + [0], kind: "tar",
            command: "tar -xf"),
    ]

    @Test(arguments: containers)
    func `other archives are named, with a command that unpacks them`(_ container: Container) throws {
        let folder = try TemporaryFolder()
        let url = try folder.write(container.name, container.bytes)
        let error = try #require(ExportText.error { _ = try ReadExport(url) })
        #expect(error.code == .unsupportedCompression)
        #expect(error.message.hasPrefix("this is a \(container.kind) file"))
        #expect(error.remedy.contains("`\(container.command)`"))
    }

    @Test func `a document is not mistaken for an archive`() throws {
        #expect(try ReadExport(ExportText.document(ExportText.steps())).records.count == 1)
    }
}
