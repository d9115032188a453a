// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Locale {
    /// The person's locale. Foundation on Linux does not read the variables that say it there.
    static var user: Locale {
        #if os(Linux)
            let environment = ProcessInfo.processInfo.environment
            let names = ["LC_ALL", "LC_MONETARY", "LANG"].compactMap { environment[$0] }
            guard let name = names.first(where: { !$0.isEmpty }) else { return .current }
            // As in pt_BR.UTF-8@euro: the encoding and the variant do not matter here.
            let identifier = String(name.prefix { $0 != "." && $0 != "@" })
            return ["C", "POSIX", ""].contains(identifier) ? .current : Locale(identifier: identifier)
        #else
            return .current
        #endif
    }
}
