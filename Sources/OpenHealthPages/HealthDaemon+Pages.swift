// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import Logging
import OpenHealthAPI
import OpenHealthServer

extension WebSite: DaemonPages {
    package var bindings: [RouteBinding] { PageHandlers.bindings }

    package var advice: String? {
        hasCharts ? nil : "the pages need Chart.js for their charts: \(ChartLibrary.command), then start again"
    }

    package func addMissingPages(to router: Router<DaemonContext>, _ services: DaemonServices) {
        router.add(middleware: MissingPages(services: services))
    }
}

extension HealthDaemon.Configuration {
    /// Adds the web pages, on which a person signs in, views their data, and answers the requests of apps.
    /// - Parameter folder: the folder with the files of the pages, which is read again when one of them changes; nil for those of
    ///   this module.
    /// - Throws: a ``WebFilesError`` if the files are missing or invalid.
    public mutating func addPages(from folder: URL? = nil, logger: Logger = Logger(label: "health")) throws {
        pages = try WebSite(folder: folder, logger: logger)
    }
}

extension RequestScope {
    /// The files of the pages.
    /// - Throws: a ``Problem`` if the server has no pages, which then have no routes either.
    var site: WebSite {
        get throws(Problem) {
            guard let site = services.pages as? WebSite else { throw Problem(.notFound, "This server has no pages.") }
            return site
        }
    }
}
