// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import OpenHealthAPI
import OpenHealthModel

/// The body of a push: in memory, or, if it is large, in a file without a name beside the store.
enum PushBody: Sendable {
    case memory(ByteBuffer)
    case file(MappedBytes)

    /// The maximum number of bytes of a body in memory.
    static let maximumInMemory = 256 << 10

    /// The number of bytes.
    var count: Int {
        switch self {
        case .memory(let buffer): buffer.readableBytes
        case .file(let mapped): mapped.bytes.count
        }
    }

    /// The mapped bytes of a large body.
    var pages: MappedBytes? {
        if case .file(let mapped) = self { mapped } else { nil }
    }

    /// Calls a closure with the bytes.
    func withBytes<Value>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Value) rethrows -> Value {
        switch self {
        case .memory(let buffer):
            try buffer.withUnsafeReadableBytes { try body($0.bindMemory(to: UInt8.self)) }
        case .file(let mapped):
            try withExtendedLifetime(mapped) { try body(mapped.bytes.bindMemory(to: UInt8.self)) }
        }
    }
}

/// The file of a large body or response, beside the store. Only the server's user can read it, and it has no name: the system removes it with
/// this object, also if the server is killed.
final class SpoolFile: Sendable {
    private let descriptor: CInt

    /// Creates an empty file.
    /// - Throws: A ``Problem``.
    init(beside path: String) throws(Problem) {
        var descriptor = NewFile.createUnnamed(beside: path)
        if descriptor < 0 {
            // Some file systems have only files with names.
            let partial = NewFile.partialPath(of: path)
            descriptor = NewFile.create(partial)
            let code = errno
            guard descriptor >= 0 else { throw Self.problem(code) }
            unlink(partial)
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Appends bytes. Blocks until the system has taken them.
    /// - Throws: A ``Problem``.
    func append(_ bytes: UnsafeRawBufferPointer) throws(Problem) {
        do throws(POSIXError) {
            try bytes.writeAll(to: descriptor)
        } catch {
            throw Self.problem(error.code.rawValue)
        }
    }

    /// Returns the content. Nothing can be appended afterwards.
    /// - Throws: A ``Problem``.
    func mapped() throws(Problem) -> MappedBytes {
        let size = lseek(descriptor, 0, SEEK_END)
        guard size >= 0, let mapped = MappedBytes(descriptor, count: Int(size)) else {
            throw Self.problem(errno)
        }
        return mapped
    }

    private static func problem(_ code: CInt) -> Problem {
        code == ENOSPC || code == EDQUOT
            ? Problem(
                .insufficientStorage, "There is no space for the body beside the store. Free some and send it again.")
            : Problem(.unavailable, "The body cannot be kept beside the store: \(String(cString: strerror(code))).")
    }
}
