// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import OpenHealthServer
import OpenHealthStore

/// The colours of a page: light, dark, or those of the system. The choice is a preference of the owner; a cookie has it for pages
/// that do not know the owner yet.
struct Appearance: Sendable, Equatable {
    /// The choice; nil for that of the system.
    var choice: Preferences.Appearance?

    /// The cookie with the choice.
    static let cookie = "health_appearance"

    init(_ choice: Preferences.Appearance?) {
        self.choice = choice
    }

    /// Creates the appearance for a request.
    init(_ request: Request) {
        let chosen = OwnerSessionCookie.value(of: Self.cookie, in: request)
        self.init(chosen.flatMap(Preferences.Appearance.init(rawValue:)))
    }

    /// The field that stores the choice in a browser: it is not secret or personal.
    var giving: String {
        "\(Self.cookie)=\(choice?.rawValue ?? ""); Path=/; SameSite=Lax; Max-Age=\(choice == nil ? 0 : 31_536_000)"
    }

    /// The values of the frame of a page.
    var values: [String: Any] {
        switch choice {
        case nil:
            [
                "colorScheme": "light dark", "darkMedia": "screen and (prefers-color-scheme: dark)",
                "lightTheme": "(prefers-color-scheme: light)", "darkTheme": "(prefers-color-scheme: dark)",
            ]
        case .light: ["colorScheme": "light", "darkMedia": "not all", "lightTheme": "all", "darkTheme": "not all"]
        case .dark: ["colorScheme": "dark", "darkMedia": "screen", "lightTheme": "not all", "darkTheme": "all"]
        }
    }
}
