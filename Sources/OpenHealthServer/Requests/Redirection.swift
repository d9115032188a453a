// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import OpenHealthAPI
import Hummingbird

/// Sends a browser to another page, which it is to get.
package struct Redirection: Error {
    let path: String

    package init(_ path: String) {
        self.path = path
    }

    var response: Response { Response(status: .seeOther, headers: [.location: path]) }
}
