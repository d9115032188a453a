// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import COpenHealthNetlink

    /// A message of the kernel, within the buffer that received it.
    struct NetlinkMessage {
        /// The bytes after the header.
        let payload: UnsafeRawBufferPointer
        let type: Int
        let flags: Int32
        let sequence: UInt32

        /// Reads messages sequentially, up to an incomplete one.
        static func each(in bytes: UnsafeRawBufferPointer, _ body: (NetlinkMessage) -> Void) {
            var rest = bytes[...]
            while let header = rest.read(nlmsghdr.self) {
                let length = Int(header.nlmsg_len)
                guard length >= MemoryLayout<nlmsghdr>.size, length <= rest.count else { return }
                let payload = rest.dropFirst(MemoryLayout<nlmsghdr>.size)
                    .prefix(length - MemoryLayout<nlmsghdr>.size)
                body(
                    NetlinkMessage(
                        payload: UnsafeRawBufferPointer(rebasing: payload), type: Int(header.nlmsg_type),
                        flags: Int32(header.nlmsg_flags), sequence: header.nlmsg_seq))
                rest = rest.dropFirst(length.alignedUp)
            }
        }

        /// Returns the fixed part of the payload, or nil if the payload is too short for it.
        func fixedPart<Header: BitwiseCopyable>(_: Header.Type) -> Header? { payload[...].read(Header.self) }

        /// Reads the attributes after the fixed part.
        /// - Parameter body: A closure that is called with an attribute's type and its bytes.
        func attributes<Header>(after _: Header.Type, _ body: (Int, Slice<UnsafeRawBufferPointer>) -> Void) {
            var rest = payload.dropFirst(MemoryLayout<Header>.size.alignedUp)
            while let header = rest.read(rtattr.self) {
                let length = Int(header.rta_len)
                guard length >= MemoryLayout<rtattr>.size, length <= rest.count else { return }
                body(Int(header.rta_type), rest.dropFirst(MemoryLayout<rtattr>.size).prefix(length - 4))
                rest = rest.dropFirst(length.alignedUp)
            }
        }
    }

    extension Slice<UnsafeRawBufferPointer> {
        /// Returns the structure at the beginning, or nil if there are too few bytes.
        func read<Value: BitwiseCopyable>(_: Value.Type) -> Value? {
            guard count >= MemoryLayout<Value>.size else { return nil }
            return UnsafeRawBufferPointer(rebasing: self).loadUnaligned(as: Value.self)
        }
    }

    extension Int {
        /// The next multiple of four bytes, at which the kernel aligns everything.
        var alignedUp: Int { (self + 3) & ~3 }
    }
#endif
