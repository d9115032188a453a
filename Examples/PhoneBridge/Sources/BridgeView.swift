// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Not built on Linux: see README.md.

import SwiftUI

/// The only screen of the app.
struct BridgeView: View {
    @Bindable var model: BridgeModel

    var body: some View {
        NavigationStack {
            Form {
                Section("Server") {
                    TextField("https://health.example.org", text: $model.address)
                        .textContentType(.URL)
                        .keyboardType(.URL)
                        .textInputAutocapitalization(.never)
                        .autocorrectionDisabled()
                    SecureField("Token", text: $model.token)
                    Button("Connect") { Task { await model.connect() } }
                        .disabled(model.address.isEmpty || model.token.isEmpty)
                }
                Section("Health data") {
                    Button("Send now") { Task { await model.send() } }
                        .disabled(model.isSending)
                    Text(model.status)
                        .font(.footnote)
                        .textSelection(.enabled)
                }
            }
            .navigationTitle("Phone Bridge")
        }
    }
}
