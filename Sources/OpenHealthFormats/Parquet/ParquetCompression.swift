// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// The compression of the pages of a Parquet file.
package enum ParquetCompression: Sendable, CaseIterable {
    /// None.
    case none
    /// Gzip, by ISA-L.
    case gzip
    /// Zstandard, by the system's libzstd.
    case zstandard

    /// Zstandard where libzstd is installed, otherwise gzip.
    package static var best: Self { ZstandardLibrary.shared == nil ? .gzip : .zstandard }

    /// The number of the codec in the format.
    var codec: Int32 {
        switch self {
        case .none: 0
        case .gzip: 2
        case .zstandard: 6
        }
    }

    /// The level of Zstandard. Below level 3, it finds no repetitions of less than six bytes, and the differences of dates have four.
    private static let level: Int32 = 3

    /// Returns the bytes, compressed; nil if they cannot be.
    func packed(_ bytes: [UInt8]) -> [UInt8]? {
        switch self {
        case .none: bytes
        case .gzip: bytes.count < 1 << 30 ? Gzip.packed(bytes) : nil
        case .zstandard: ZstandardLibrary.shared?.packed(bytes, level: Self.level)
        }
    }
}

/// The system's libzstd, which is used where it is installed and is not a dependency of the package.
///
/// It is opened when it is first needed. Its functions and their signatures have not changed since version 1.0.
struct ZstandardLibrary: Sendable {
    private typealias Create = @convention(c) @Sendable () -> OpaquePointer?
    private typealias Compress =
        @convention(c) @Sendable (OpaquePointer?, UnsafeMutableRawPointer?, Int, UnsafeRawPointer?, Int, Int32) -> Int
    private typealias Bound = @convention(c) @Sendable (Int) -> Int
    private typealias IsError = @convention(c) @Sendable (Int) -> UInt32

    private let create: Create
    private let compress: Compress
    private let bound: Bound
    private let isError: IsError
    private let contexts = ContextPool()

    /// The library; nil where it is not installed.
    static let shared = ZstandardLibrary()

    private init?() {
        let names = ["libzstd.so.1", "libzstd.1.dylib"]
        guard let handle = names.lazy.compactMap({ dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first,
            let create = dlsym(handle, "ZSTD_createCCtx"), let compress = dlsym(handle, "ZSTD_compressCCtx"),
            let bound = dlsym(handle, "ZSTD_compressBound"),
            let isError = dlsym(handle, "ZSTD_isError")
        else { return nil }
        self.create = unsafeBitCast(create, to: Create.self)
        self.compress = unsafeBitCast(compress, to: Compress.self)
        self.bound = unsafeBitCast(bound, to: Bound.self)
        self.isError = unsafeBitCast(isError, to: IsError.self)
    }

    /// Returns the bytes as one frame, or nil if the library cannot compress them, such as for lack of memory.
    func packed(_ bytes: [UInt8], level: Int32) -> [UInt8]? {
        let capacity = bound(bytes.count)
        guard isError(capacity) == 0, let context = contexts.take() ?? create() else { return nil }
        defer { contexts.give(context) }
        var failed = false
        let packed = [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
            let size = bytes.withUnsafeBytes {
                compress(context, output.baseAddress, capacity, $0.baseAddress, bytes.count, level)
            }
            failed = isError(size) != 0
            count = failed ? 0 : size
        }
        return failed ? nil : packed
    }
}

/// The contexts of the library that no thread uses at the moment.
///
/// A context has a megabyte of tables, and the system has to clear the memory of a new one. There is one for each thread that has
/// compressed at the same time as others; they are kept until the process ends.
private final class ContextPool: Sendable {
    private struct Context: @unchecked Sendable {  // because one thread at a time has it
        let pointer: OpaquePointer
    }

    private let free = Mutex<[Context]>([])

    func take() -> OpaquePointer? { free.withLock { $0.popLast() }?.pointer }

    func give(_ pointer: OpaquePointer) {
        let context = Context(pointer: pointer)
        free.withLock { $0.append(context) }
    }
}
