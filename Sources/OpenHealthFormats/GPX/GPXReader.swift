// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// A reader of the points of a route file.
///
/// The reader is tolerant: names can have any prefix, attributes can have any order, and unknown elements are skipped. An invalid
/// point is omitted and reported with its line.
public struct GPXReader {
    /// The maximum size of a route file in bytes: more than 80 hours with one point per second.
    public static let sizeLimit = 64 * 1024 * 1024

    /// Reads all points of all tracks.
    /// - Parameters:
    ///   - source: The file in UTF-8 or UTF-16.
    ///   - file: The path, for use in diagnostics.
    /// - Returns: The points in the order of the file, and diagnostics. For a file that is not a route there are no points and
    ///   one diagnostic.
    /// - Throws: The error of the source; ``FormatError/Code/tooLarge`` beyond ``sizeLimit``;
    ///   ``FormatError/Code/entityExpansion`` for a file that declares entities.
    public static func points(
        from source: inout some ByteSource, file: String
    ) throws -> (points: [RoutePoint], diagnostics: [ImportDiagnostic]) {
        var transcoding = TranscodingByteSource(source, file: file)
        let bytes: [UInt8]
        do {
            defer { source = transcoding.source }
            bytes = try transcoding.readAll(limit: sizeLimit, file: file)
        }
        return try bytes.withUnsafeBytes { buffer in
            var scanner = GPXScanner(buffer.bindMemory(to: UInt8.self), file: file)
            try scanner.scan()
            return (scanner.points, scanner.diagnostics)
        }
    }
}
