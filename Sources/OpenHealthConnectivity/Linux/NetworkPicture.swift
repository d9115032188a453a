// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import COpenHealthNetlink
    import Glibc

    /// The relevant part of the kernel's tables, and whether it makes the network usable.
    struct NetworkPicture: Equatable {
        private struct DefaultRoute: Equatable {
            var family: UInt8
            /// The interfaces of the working next hops; empty if the kernel does not report them.
            var interfaces: [Int32]
        }

        private var usableInterfaces: Set<Int32> = []
        /// The families for which the machine has an address that is valid beyond its own link.
        private var families: Set<UInt8> = []
        private var routes: [DefaultRoute] = []

        /// Whether there is a usable default route.
        var isOnline: Bool {
            routes.contains { route in
                families.contains(route.family)
                    && (route.interfaces.isEmpty || route.interfaces.contains(where: usableInterfaces.contains))
            }
        }

        /// The status.
        var status: Connectivity.Status { isOnline ? .online : .offline }

        /// Adds an entry of a table.
        mutating func take(_ message: NetlinkMessage) {
            switch message.type {
            case RTM_NEWLINK: takeLink(message)
            case RTM_NEWADDR: takeAddress(message)
            case RTM_NEWROUTE: takeRoute(message)
            default: break
            }
        }

        /// Returns whether an interface with these flags carries packets to other machines.
        static func isUsable(_ flags: UInt32) -> Bool {
            let needed = UInt32(IFF_UP | IFF_RUNNING)
            return flags & needed == needed && flags & UInt32(IFF_LOOPBACK) == 0
        }

        private mutating func takeLink(_ message: NetlinkMessage) {
            guard let link = message.fixedPart(ifinfomsg.self), Self.isUsable(link.ifi_flags) else { return }
            usableInterfaces.insert(link.ifi_index)
        }

        private mutating func takeAddress(_ message: NetlinkMessage) {
            guard let address = message.fixedPart(ifaddrmsg.self), address.ifa_scope < UInt8(RT_SCOPE_LINK.rawValue)
            else { return }
            let flags = Int32(address.ifa_flags)
            let isUnverified = flags & (IFA_F_TENTATIVE | IFA_F_DADFAILED) != 0 && flags & IFA_F_OPTIMISTIC == 0
            if !isUnverified { families.insert(address.ifa_family) }
        }

        private mutating func takeRoute(_ message: NetlinkMessage) {
            guard let route = message.fixedPart(rtmsg.self), NetworkChanges.isDefault(route),
                route.rtm_flags & UInt32(RTM_F_CLONED) == 0, !Self.isDead(route.rtm_flags)
            else { return }
            var interfaces: [Int32] = []
            var hops = 0
            message.attributes(after: rtmsg.self) { type, bytes in
                switch type {
                case Int(RTA_OIF.rawValue):
                    hops += 1
                    if let interface = bytes.read(Int32.self) { interfaces.append(interface) }
                case Int(RTA_MULTIPATH.rawValue):
                    var rest = bytes
                    while let hop = rest.read(rtnexthop.self), Int(hop.rtnh_len) >= MemoryLayout<rtnexthop>.size {
                        hops += 1
                        if !Self.isDead(UInt32(hop.rtnh_flags)) { interfaces.append(hop.rtnh_ifindex) }
                        rest = rest.dropFirst(Int(hop.rtnh_len).alignedUp)
                    }
                default: break
                }
            }
            if hops > 0 && interfaces.isEmpty { return }
            routes.append(DefaultRoute(family: route.rtm_family, interfaces: interfaces))
        }

        private static func isDead(_ flags: UInt32) -> Bool {
            flags & UInt32(RTNH_F_DEAD | RTNH_F_LINKDOWN) != 0
        }
    }

    extension NetworkPicture {
        /// Reads the kernel's tables in the namespace of the calling thread, or returns nil if the system does not permit it.
        static func look() -> NetworkPicture? {
            guard let socket = NetlinkSocket() else { return nil }
            var sequence: UInt32 = 0
            // The result is incomplete if tables change while they are read. If they keep changing, the last result is used.
            for _ in 0..<8 {
                var picture = NetworkPicture()
                var isWhole = true
                let tables = [
                    (RTM_GETLINK, MemoryLayout<ifinfomsg>.size), (RTM_GETADDR, MemoryLayout<ifaddrmsg>.size),
                    (RTM_GETROUTE, MemoryLayout<rtmsg>.size),
                ]
                for (type, size) in tables {
                    sequence += 1
                    guard let whole = picture.read(type, size, from: socket, sequence) else { return nil }
                    isWhole = isWhole && whole
                }
                if isWhole || sequence >= 24 { return picture }
            }
            return nil
        }

        /// Reads one table.
        /// - Returns: Whether it has not changed in the meantime, or nil if it cannot be read.
        private mutating func read(_ type: Int, _ size: Int, from socket: NetlinkSocket, _ sequence: UInt32) -> Bool? {
            guard socket.requestAll(type, size: size, sequence: sequence) else { return nil }
            var isWhole = true
            var result: Bool??
            // The kernel sends at most 32 KiB at once.
            withUnsafeTemporaryAllocation(byteCount: 64 * 1024, alignment: 4) { buffer in
                while result == nil {
                    guard case .messages(let count) = socket.receive(into: buffer, waits: true) else {
                        result = .some(nil)
                        return
                    }
                    NetlinkMessage.each(in: UnsafeRawBufferPointer(buffer.prefix(count).rebased)) { message in
                        guard message.sequence == sequence, result == nil else { return }
                        if message.flags & NLM_F_DUMP_INTR != 0 { isWhole = false }
                        switch Int32(message.type) {
                        case NLMSG_DONE: result = isWhole
                        case NLMSG_ERROR: result = .some(nil)
                        default: take(message)
                        }
                    }
                }
            }
            return result ?? nil
        }
    }

    extension Slice<UnsafeMutableRawBufferPointer> {
        fileprivate var rebased: UnsafeMutableRawBufferPointer { UnsafeMutableRawBufferPointer(rebasing: self) }
    }
#endif
