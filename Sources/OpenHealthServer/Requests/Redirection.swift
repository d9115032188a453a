// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import Hummingbird
import OpenHealthAPI

/// A redirection of a browser to another page, with GET.
package struct Redirection: Error {
    let path: String

    package init(_ path: String) {
        self.path = path
    }

    var response: Response { Response(status: .seeOther, headers: [.location: path]) }
}

/// Paths that pages pass on in order to return to them.
package enum PagePath {
    /// Returns the path of a page of this server, or nil for a path that may lead to another site. A query with the token of a reader is left out, so
    /// that no further address has it.
    package static func own(_ text: String?) -> String? {
        guard let text, text.utf8.count <= 1000, text.hasPrefix("/"), !text.hasPrefix("//"), !text.contains("\\"),
            text.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
        else { return nil }
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let names = parts.dropFirst().joined().split(separator: "&").map { String($0.prefix { $0 != "=" }) }
        let hasToken = names.contains { ($0.removingPercentEncoding ?? $0) == NightscoutRoutes.tokenParameter }
        return hasToken ? String(parts[0]) : text
    }

    /// Returns the path and query of a request.
    package static func here(_ request: Request) -> String? { own(request.uri.string) ?? own(request.uri.path) }

    /// Returns the path and query of a request for the parameter `next` of the sign-in page.
    package static func next(_ request: Request) -> String? {
        here(request).map { $0.addingPercentEncoding(withAllowedCharacters: plain) ?? $0 }
    }

    private static let plain = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/")
}
