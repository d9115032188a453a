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
#endif
