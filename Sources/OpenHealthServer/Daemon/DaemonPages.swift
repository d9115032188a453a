// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Hummingbird

/// A type that provides the web pages that a server serves in addition to its API.
package protocol DaemonPages: Sendable {
    /// The routes of the pages and their answers.
    var bindings: [RouteBinding] { get }

    /// A message for the operator if the pages are incomplete; otherwise nil.
    var advice: String? { get }

    /// Adds the pages for paths that do not exist.
    func addMissingPages(to router: Router<DaemonContext>, _ services: DaemonServices)
}
