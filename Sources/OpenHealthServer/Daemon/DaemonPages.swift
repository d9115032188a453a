// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Hummingbird

/// The web pages that a daemon serves beside its API.
package protocol DaemonPages: Sendable {
    /// The routes of the pages and their answers.
    var bindings: [RouteBinding] { get }

    /// A message for the operator if the pages lack something; nil if they do not.
    var advice: String? { get }

    /// Adds the pages for paths that do not exist.
    func addMissingPages(to router: Router<DaemonContext>, _ services: DaemonServices)
}
