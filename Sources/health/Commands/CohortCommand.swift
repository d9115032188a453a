// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The `health cohort` command.
struct CohortCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cohort",
        abstract: "Manage the data of many participants on a ClickHouse cluster.",
        discussion: """
            A cohort is many stores, pushed to one ClickHouse server or a cluster of several; each participant has a \
            pseudonym there. The cluster is that of --cluster, or of $HEALTH_COHORT: a cluster file, or the \
            address of any of its servers. If the servers require a user, it is $HEALTH_COHORT_USER with \
            $HEALTH_COHORT_PASSWORD, which is sent to other machines over https only, unless --insecure is given.

            Examples:
              health cohort init --cluster http://127.0.0.1:8123
              export HEALTH_COHORT=http://127.0.0.1:8123
              health cohort push --participant w001 --store anna.db
              health cohort participants
              health cohort statistics stepCount --every week --from 2026-01
              health cohort symptoms --types menstrualFlow,headache --by cycle-day
              health cohort withdraw w001
            """,
        subcommands: [
            CohortInitCommand.self, CohortConfigCommand.self, CohortDemoCommand.self, CohortPushCommand.self,
            CohortStatisticsCommand.self,
            CohortSymptomsCommand.self, CohortParticipantsCommand.self, CohortWithdrawCommand.self,
        ])
}
