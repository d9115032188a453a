// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The host and port of a URL.
package enum HostName {
    /// Returns the normalised host and port of a URL, or nil if the URL has no host or port.
    package static func normalised(_ url: String) -> String? {
        guard let parts = URLComponents(string: url), var host = parts.host?.lowercased(),
            let port = parts.port ?? ["http": 80, "https": 443][parts.scheme?.lowercased()]
        else { return nil }
        // In some versions of Foundation, the host includes the brackets of IPv6 addresses.
        host = host.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
        if host.hasSuffix(".") { host.removeLast() }
        guard !host.isEmpty, (1...65_535).contains(port) else { return nil }
        return host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}
