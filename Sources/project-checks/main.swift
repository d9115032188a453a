// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthChecks

let command = ChecksCommand(Array(CommandLine.arguments.dropFirst()))
for line in command.output { print(line) }
exit(command.status)
