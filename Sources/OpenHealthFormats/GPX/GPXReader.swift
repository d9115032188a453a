// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// Reads the points of a route file.
///
/// Tolerant: names may carry any prefix, attributes may stand in any order, unknown elements are passed over. A point
/// that makes no sense is left out and reported with its line.
public struct GPXReader {
    /// The most bytes that a route file can have: more than 80 hours of a point a second.
    public static let sizeLimit = 64 * 1024 * 1024

    /// Reads all points of all tracks.
    /// - Parameters:
    ///   - source: the file, in UTF-8 or UTF-16.
    ///   - file: its path, for diagnostics.
    /// - Returns: the points in the order of the file, and what was wrong with it. A file that is no route has no
    ///   points and one diagnostic.
    /// - Throws: what the source throws; ``FormatError/Code/tooLarge`` beyond ``sizeLimit``;
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
