// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import OpenHealthAPI
import Hummingbird

/// A redirection of a browser to another page, with GET.
package struct Redirection: Error {
    let path: String

    package init(_ path: String) {
        self.path = path
    }

    var response: Response { Response(status: .seeOther, headers: [.location: path]) }
}
