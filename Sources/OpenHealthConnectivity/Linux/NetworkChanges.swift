// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import COpenHealthNetlink
    import Foundation

    /// A filter for the kernel's announcements that change the status.
    ///
    /// Many announcements do not change it: each scan for wireless networks announces the interface, and each message of an IPv6
    /// router its addresses.
    struct NetworkChanges {
        /// The multicast groups.
        static let groups = UInt32(
            RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR | RTMGRP_IPV4_ROUTE | RTMGRP_IPV6_ROUTE)

        private struct Address: Hashable {
            var interface: UInt32
            var family: UInt8
            var bytes: [UInt8]
        }

        /// Whether all routes matter, and not only default routes.
        let includesAllRoutes: Bool
        private var interfaces: [Int32: Bool] = [:]
        private var addresses: [Address: UInt8] = [:]

        init(includesAllRoutes: Bool) {
            self.includesAllRoutes = includesAllRoutes
        }

        /// Receives the announcements.
        /// - Returns: Whether they may change the status.
        mutating func receive(from socket: NetlinkSocket) -> Bool {
            var isNew = false
            withUnsafeTemporaryAllocation(byteCount: 64 * 1024, alignment: 4) { buffer in
                // The number of iterations is limited, so that continuous announcements do not prevent a reaction.
                for _ in 0..<1000 {
                    switch socket.receive(into: buffer, waits: false) {
                    case .nothing, .failure: return
                    case .loss:
                        interfaces = [:]
                        addresses = [:]
                        isNew = true
                    case .messages(let count):
                        NetlinkMessage.each(
                            in: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count])
                        ) {
                            if take($0) { isNew = true }
                        }
                    }
                }
            }
            return isNew
        }

        /// Evaluates an announcement.
        /// - Returns: Whether it may change the status.
        mutating func take(_ message: NetlinkMessage) -> Bool {
            switch message.type {
            case RTM_NEWLINK, RTM_DELLINK:
                guard let link = message.fixedPart(ifinfomsg.self) else { return true }
                let isUsable = message.type == RTM_NEWLINK && NetworkPicture.isUsable(link.ifi_flags)
                let known = interfaces.updateValue(isUsable, forKey: link.ifi_index)
                if message.type == RTM_DELLINK { interfaces[link.ifi_index] = nil }
                return known != isUsable
            case RTM_NEWADDR:
                guard let (address, flags) = address(message) else { return true }
                return addresses.updateValue(flags, forKey: address) != flags
            case RTM_DELADDR:
                if let (address, _) = address(message) { addresses[address] = nil }
                return true
            case RTM_NEWROUTE, RTM_DELROUTE:
                guard let route = message.fixedPart(rtmsg.self) else { return true }
                if includesAllRoutes { return Self.leadsElsewhere(route) }
                return Self.isDefault(route)
            default:
                return false
            }
        }

        /// Returns whether a route is a default route.
        static func isDefault(_ route: rtmsg) -> Bool { route.rtm_dst_len == 0 && leadsElsewhere(route) }

        /// Returns whether a route leads to other machines, and is not a copy made for one destination.
        private static func leadsElsewhere(_ route: rtmsg) -> Bool {
            let isOfOurs = route.rtm_family == UInt8(AF_INET) || route.rtm_family == UInt8(AF_INET6)
            return isOfOurs && route.rtm_type == UInt8(RTN_UNICAST) && route.rtm_table != UInt8(RT_TABLE_LOCAL.rawValue)
                && route.rtm_flags & UInt32(RTM_F_CLONED) == 0
        }

        private func address(_ message: NetlinkMessage) -> (Address, UInt8)? {
            guard let header = message.fixedPart(ifaddrmsg.self) else { return nil }
            var bytes: [UInt8] = []
            message.attributes(after: ifaddrmsg.self) { type, value in
                if type == Int(IFA_ADDRESS) || type == Int(IFA_LOCAL) { bytes += value }
            }
            return (Address(interface: header.ifa_index, family: header.ifa_family, bytes: bytes), header.ifa_flags)
        }
    }
#endif
