// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The schemas of apps, requests and permissions.
enum AccessSchemas {
    static let all: [(name: String, schema: JSONSchema)] = [
        AppDescription.format.component,
        AppRegistrationJSON.format.component,
        PairingCodeJSON.format.component,
        RegistrationSettingJSON.format.component,
        AccessEntryJSON.format.component,
        AppQuotaJSON.format.component,
        AppQuotaChangeJSON.format.component,
        AppDescription.answer.component,
        AppTokenJSON.format.component,
        TypeLists.format.component,
        AuthorizationQuestionJSON.objects.component,
        AuthorizationRequestJSON.format.component,
        OwnerSessionJSON.format.component,
        OwnerSessionEntryJSON.format.component,
        SecondFactorJSON.format.component,
        JSONFormat.recoveryCodes.component,
        AppPermissionsJSON.format.component,
        OpenRequestJSON.format.component,
        RequestAnswerJSON.format.component,
    ]
}
