// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension HKSource {
    /// The bundle identifier of samples that the person enters on the web pages of the server.
    package static let pagesBundleIdentifier = "org.openhealthkit.web"
}
