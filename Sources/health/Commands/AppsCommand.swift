// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The `health apps` command.
struct AppsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apps",
        abstract: "List the apps that use the store, and set their permissions.",
        discussion: """
            Apps have a bundle identifier, such as org.example.steps. Reading and saving are permitted separately, \
            for each type. An app that may not read a type sees only its own samples, and cannot find out why.

            Examples:
              health apps
              health apps --format json
              health apps grant org.example.steps --asked
              health apps grant org.example.steps --read heartRate --share stepCount
              health apps revoke org.example.steps
              health apps webhooks
              health apps pair
              health apps log
            """,
        subcommands: [
            AppsListCommand.self, AppsGrantCommand.self, AppsDenyCommand.self, AppsRevokeCommand.self,
            AppsForgetCommand.self, AppsPairCommand.self, AppsRenameCommand.self, AppsOpenRegistrationCommand.self,
            AppsLogCommand.self, AppsQuotaCommand.self, AppsWebhooksCommand.self,
        ], defaultSubcommand: AppsListCommand.self)
}
