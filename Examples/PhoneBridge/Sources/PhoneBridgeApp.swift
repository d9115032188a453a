// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Not built on Linux: see README.md.

import SwiftUI

@main
struct PhoneBridgeApp: App {
    @State private var model = BridgeModel()

    var body: some Scene {
        WindowGroup {
            BridgeView(model: model)
        }
    }

    init() {
        // Background delivery needs its queries at each launch, also if the app is not opened.
        model.start()
    }
}
