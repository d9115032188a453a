// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
@_exported import OpenHealthRemote
import OpenHealthKit

extension HealthKitSystem.StoreLocation {
    /// The health data of a server (`health serve`).
    ///
    /// The app is the one that the token was given to, and its samples bear the name that it was registered with.
    /// The person answers requests for permission on the server's page, whose address the prompt of the configuration receives.
    /// Saves and deletions while the server cannot be reached are kept, also when the process ends, and sent once.
    /// - Parameters:
    ///   - url: the address of the server, such as `https://health.example.org:8484`. Plain HTTP is for servers on this machine.
    ///   - token: the token from the registration of the app.
    ///   - options: further options.
    public static func remote(url: URL, token: String, options: RemoteOptions = RemoteOptions()) -> Self {
        .service(
            HealthKitSystem.HealthService { configuration in
                try RemoteAccess(
                    DaemonAddress(url, token: token, options), options, app: configuration.app,
                    clock: configuration.clock, steadyClock: configuration.steadyClock,
                    intercept: configuration.intercept)
            })
    }
}

extension HealthKitSystem.Configuration {
    /// The health data of a server; see ``HealthKitSystem/StoreLocation/remote(url:token:options:)``.
    public static func remote(url: URL, token: String, options: RemoteOptions = RemoteOptions()) -> Self {
        Self(store: .remote(url: url, token: token, options: options))
    }

    /// The health data of the server in the environment variables `HEALTH_DAEMON_URL` and `HEALTH_DAEMON_TOKEN`, or the person's
    /// own database if they are not set.
    public static var environment: Self {
        let environment = ProcessInfo.processInfo.environment
        guard let text = environment["HEALTH_DAEMON_URL"], !text.isEmpty else { return Self() }
        // An invalid address is refused when it is used, like any other unusable one.
        return .remote(url: URL(string: text) ?? URL(filePath: "/"), token: environment["HEALTH_DAEMON_TOKEN"] ?? "")
    }
}
