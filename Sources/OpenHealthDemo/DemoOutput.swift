// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats

/// The output of an export: an archive, a folder, or only the main document.
final class DemoOutput {
    private enum Target {
        case zip(ZipWriter, prefix: String)
        case folder(URL)
        case document(URL)
    }

    private let target: Target
    private let mainName: String

    init(url: URL, options: DemoExport.Options, modified: Int64) throws {
        let format = options.format ?? Self.format(of: url)
        mainName = options.mainName
        switch format {
        case .zip:
            target = .zip(try ZipWriter(url: url, modified: modified), prefix: options.folderName)
        case .folder:
            target = .folder(url)
        case .xml:
            target = .document(url)
        }
    }

    private static func format(of url: URL) -> DemoExport.Format {
        switch url.pathExtension.lowercased() {
        case "zip": .zip
        case "xml": .xml
        default: .folder
        }
    }

    /// Whether the output can contain files in addition to the main document.
    var hasFiles: Bool {
        if case .document = target { return false }
        return true
    }

    func main(_ body: (any ByteSink) throws -> Void) throws {
        switch target {
        case .zip(let writer, let prefix):
            try writer.beginMember("\(prefix)/\(mainName).xml")
            try body(writer)
            try writer.endMember()
        case .folder(let url):
            try makeFolder(url)
            try write(url.appendingPathComponent("\(mainName).xml"), body)
        case .document(let url):
            try write(url, body)
        }
    }

    func file(_ path: String, _ bytes: [UInt8]) throws {
        switch target {
        case .zip(let writer, let prefix):
            try writer.addMember("\(prefix)/\(path)", bytes)
        case .folder(let url):
            let file = url.appendingPathComponent(path)
            try makeFolder(file.deletingLastPathComponent())
            try write(file) { sink in
                var sink = sink
                try bytes.withUnsafeBytes { try sink.write($0) }
            }
        case .document:
            break
        }
    }

    func finish() throws {
        if case .zip(let writer, _) = target { try writer.finish() }
    }

    private func write(_ url: URL, _ body: (any ByteSink) throws -> Void) throws {
        let sink = try FileByteSink(url: url)
        try body(sink)
        try sink.finish()
    }

    private func makeFolder(_ url: URL) throws {
        do {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        } catch {
            throw FormatError(
                .notWritable, file: url.path, message: "the folder cannot be created",
                remedy: "check the folder around it and its permissions", cause: error)
        }
    }
}
