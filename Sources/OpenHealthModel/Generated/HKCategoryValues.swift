// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// The value of categories that only say that something was. iOS 9.0.
public enum HKCategoryValue: Int, Hashable, Sendable, CaseIterable {
    /// Not applicable. iOS 9.0.
    case notApplicable = 0
}

/// The value of a category sample: appetite changes. iOS 13.6.
public enum HKCategoryValueAppetiteChanges: Int, Hashable, Sendable, CaseIterable {
    /// Unspecified. iOS 13.6.
    case unspecified = 0

    /// No change. iOS 13.6.
    case noChange = 1

    /// Decreased. iOS 13.6.
    case decreased = 2

    /// Increased. iOS 13.6.
    case increased = 3
}

/// The value of a category sample: Apple stand hour. iOS 9.0.
public enum HKCategoryValueAppleStandHour: Int, Hashable, Sendable, CaseIterable {
    /// Stood. iOS 9.0.
    case stood = 0

    /// Idle. iOS 9.0.
    case idle = 1
}

/// The value of a category sample: Apple walking steadiness event. iOS 15.0.
public enum HKCategoryValueAppleWalkingSteadinessEvent: Int, Hashable, Sendable, CaseIterable {
    /// Initial low. iOS 15.0.
    case initialLow = 1

    /// Initial very low. iOS 15.0.
    case initialVeryLow = 2

    /// Repeat low. iOS 15.0.
    case repeatLow = 3

    /// Repeat very low. iOS 15.0.
    case repeatVeryLow = 4
}

/// The value of a category sample: audio exposure event. iOS 13.0.
public enum HKCategoryValueAudioExposureEvent: Int, Hashable, Sendable, CaseIterable {
    /// Loud environment. iOS 13.0.
    @available(*, deprecated, message: "Deprecated since iOS 14.0.")
    case loudEnvironment = 1

    /// Every case, deprecated ones included.
    public static let allCases: [Self] = [1...1].joined().compactMap(Self.init(rawValue:))
}

/// The value of a category sample: cervical mucus quality. iOS 9.0.
public enum HKCategoryValueCervicalMucusQuality: Int, Hashable, Sendable, CaseIterable {
    /// Dry. iOS 9.0.
    case dry = 1

    /// Sticky. iOS 9.0.
    case sticky = 2

    /// Creamy. iOS 9.0.
    case creamy = 3

    /// Watery. iOS 9.0.
    case watery = 4

    /// Egg white. iOS 9.0.
    case eggWhite = 5
}

/// The value of a category sample: contraceptive. iOS 14.3.
public enum HKCategoryValueContraceptive: Int, Hashable, Sendable, CaseIterable {
    /// Unspecified. iOS 14.3.
    case unspecified = 1

    /// Implant. iOS 14.3.
    case implant = 2

    /// Injection. iOS 14.3.
    case injection = 3

    /// Intrauterine device. iOS 14.3.
    case intrauterineDevice = 4

    /// Intravaginal ring. iOS 14.3.
    case intravaginalRing = 5

    /// Oral. iOS 14.3.
    case oral = 6

    /// Patch. iOS 14.3.
    case patch = 7
}

/// The value of a category sample: environmental audio exposure event. iOS 14.0.
public enum HKCategoryValueEnvironmentalAudioExposureEvent: Int, Hashable, Sendable, CaseIterable {
    /// Momentary limit. iOS 14.0.
    case momentaryLimit = 1
}

/// The value of a category sample: headphone audio exposure event. iOS 14.2.
public enum HKCategoryValueHeadphoneAudioExposureEvent: Int, Hashable, Sendable, CaseIterable {
    /// Seven day limit. iOS 14.2.
    case sevenDayLimit = 1
}

/// The value of a category sample: low cardio fitness event. iOS 14.3.
public enum HKCategoryValueLowCardioFitnessEvent: Int, Hashable, Sendable, CaseIterable {
    /// Low fitness. iOS 14.3.
    case lowFitness = 1
}

/// The value of a category sample: menopausal state. iOS 27.0.
public enum HKCategoryValueMenopausalState: Int, Hashable, Sendable, CaseIterable {
    /// Menopause. iOS 27.0.
    case menopause = 1

    /// Perimenopause. iOS 27.0.
    case perimenopause = 2

    /// None. iOS 27.0.
    case none = 3
}

/// The value of a category sample: menstrual flow. iOS 9.0.
public enum HKCategoryValueMenstrualFlow: Int, Hashable, Sendable, CaseIterable {
    /// Unspecified. iOS 9.0.
    case unspecified = 1

    /// Light. iOS 9.0.
    case light = 2

    /// Medium. iOS 9.0.
    case medium = 3

    /// Heavy. iOS 9.0.
    case heavy = 4

    /// None. iOS 12.0.
    @available(*, deprecated, message: "Deprecated since iOS 18.0.")
    case none = 5

    /// Every case, deprecated ones included.
    public static let allCases: [Self] = [1...5].joined().compactMap(Self.init(rawValue:))
}

/// The value of a category sample: ovulation test result. iOS 9.0.
public enum HKCategoryValueOvulationTestResult: Int, Hashable, Sendable, CaseIterable {
    /// Negative. iOS 9.0.
    case negative = 1

    /// Luteinizing hormone surge. iOS 13.0.
    case luteinizingHormoneSurge = 2

    /// Indeterminate. iOS 9.0.
    case indeterminate = 3

    /// Estrogen surge. iOS 13.0.
    case estrogenSurge = 4

    /// The former name of ``luteinizingHormoneSurge``.
    @available(*, deprecated, renamed: "luteinizingHormoneSurge")
    public static var positive: Self { .luteinizingHormoneSurge }
}

/// The value of a category sample: pregnancy test result. iOS 15.0.
public enum HKCategoryValuePregnancyTestResult: Int, Hashable, Sendable, CaseIterable {
    /// Negative. iOS 15.0.
    case negative = 1

    /// Positive. iOS 15.0.
    case positive = 2

    /// Indeterminate. iOS 15.0.
    case indeterminate = 3
}

/// The value of a category sample: presence. iOS 13.6.
public enum HKCategoryValuePresence: Int, Hashable, Sendable, CaseIterable {
    /// Present. iOS 13.6.
    case present = 0

    /// Not present. iOS 13.6.
    case notPresent = 1
}

/// The value of a category sample: progesterone test result. iOS 15.0.
public enum HKCategoryValueProgesteroneTestResult: Int, Hashable, Sendable, CaseIterable {
    /// Negative. iOS 15.0.
    case negative = 1

    /// Positive. iOS 15.0.
    case positive = 2

    /// Indeterminate. iOS 15.0.
    case indeterminate = 3
}

/// The value of a category sample: severity. iOS 13.6.
public enum HKCategoryValueSeverity: Int, Hashable, Sendable, CaseIterable {
    /// Unspecified. iOS 13.6.
    case unspecified = 0

    /// Not present. iOS 13.6.
    case notPresent = 1

    /// Mild. iOS 13.6.
    case mild = 2

    /// Moderate. iOS 13.6.
    case moderate = 3

    /// Severe. iOS 13.6.
    case severe = 4
}

/// The value of a category sample: sleep analysis. iOS 8.0.
public enum HKCategoryValueSleepAnalysis: Int, Hashable, Sendable, CaseIterable {
    /// In bed. iOS 8.0.
    case inBed = 0

    /// Asleep unspecified. iOS 16.0.
    case asleepUnspecified = 1

    /// Awake. iOS 10.0.
    case awake = 2

    /// Asleep core. iOS 16.0.
    case asleepCore = 3

    /// Asleep deep. iOS 16.0.
    case asleepDeep = 4

    /// Asleep REM. iOS 16.0.
    case asleepREM = 5

    /// The former name of ``asleepUnspecified``.
    @available(*, deprecated, renamed: "asleepUnspecified")
    public static var asleep: Self { .asleepUnspecified }
}

/// The value of a category sample: vaginal bleeding. iOS 18.0.
public enum HKCategoryValueVaginalBleeding: Int, Hashable, Sendable, CaseIterable {
    /// Unspecified. iOS 18.0.
    case unspecified = 1

    /// Light. iOS 18.0.
    case light = 2

    /// Medium. iOS 18.0.
    case medium = 3

    /// Heavy. iOS 18.0.
    case heavy = 4

    /// None. iOS 18.0.
    case none = 5
}
