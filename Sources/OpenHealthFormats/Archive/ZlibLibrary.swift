// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The system's zlib, which is used where it is installed and is not a dependency of the package.
///
/// It is opened when it is first needed. Its functions and their signatures have not changed since version 1.2.
struct ZlibLibrary: Sendable {
    private typealias Compress =
        @convention(c) @Sendable (
            UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt>?, UnsafePointer<UInt8>?, UInt
        ) -> Int32
    private typealias Bound = @convention(c) @Sendable (UInt) -> UInt

    private let compress: Compress
    private let bound: Bound

    /// The library; nil where it is not installed.
    static let shared = ZlibLibrary()

    private init?() {
        let names = ["libz.so.1", "libz.1.dylib"]
        guard let handle = names.lazy.compactMap({ dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first,
            let compress = dlsym(handle, "compress"), let bound = dlsym(handle, "compressBound")
        else { return nil }
        self.compress = unsafeBitCast(compress, to: Compress.self)
        self.bound = unsafeBitCast(bound, to: Bound.self)
    }

    /// Returns the bytes as one stream (RFC 1950) of the default level, or nil if the library cannot compress them, such as for lack of memory.
    func packed(_ bytes: [UInt8]) -> [UInt8]? {
        let capacity = bound(UInt(bytes.count))
        var failed = false
        let packed = [UInt8](unsafeUninitializedCapacity: Int(capacity)) { output, count in
            var size = capacity
            failed = compress(output.baseAddress, &size, bytes, UInt(bytes.count)) != 0
            count = failed ? 0 : Int(size)
        }
        return failed ? nil : packed
    }
}
