// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Locale {
    /// The person's locale. On Linux, Foundation does not read the environment variables that define it.
    static var user: Locale {
        #if os(Linux)
            let environment = ProcessInfo.processInfo.environment
            let names = ["LC_ALL", "LC_MONETARY", "LANG"].compactMap { environment[$0] }
            guard let name = names.first(where: { !$0.isEmpty }) else { return .current }
            // The encoding and the variant, as in pt_BR.UTF-8@euro, do not matter here.
            let identifier = String(name.prefix { $0 != "." && $0 != "@" })
            return ["C", "POSIX", ""].contains(identifier) ? .current : Locale(identifier: identifier)
        #else
            return .current
        #endif
    }
}
