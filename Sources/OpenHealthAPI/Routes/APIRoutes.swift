// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// All routes of the server.
public enum APIRoutes {
    /// Every route, in the order in which the document lists them.
    public static let all: [APIRoute] = [
        DaemonRoutes.all,
        AppRoutes.all,
        AuthorizationRoutes.all,
        OAuthRoutes.all,
        TypeRoutes.all,
        SampleRoutes.all,
        ChangeRoutes.all,
        StatisticsRoutes.all,
        InsightRoutes.all,
        SummaryRoutes.all,
        SourceRoutes.all,
        PersonRoutes.all,
        SeriesRoutes.all,
        IngestRoutes.all,
        PhoneRoutes.all,
        AttachmentRoutes.all,
        EffortRoutes.all,
        DeliveryRoutes.all,
        ReceiverRoutes.all,
        FHIRRoutes.all,
        OwnerRoutes.all,
        SecondFactorRoutes.all,
        PreferenceRoutes.all,
        ImportRoutes.all,
        ExportRoutes.all,
        PageRoutes.all,
    ].flatMap { $0 }
}
