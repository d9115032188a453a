// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// Workout activity type. iOS 8.0.
public enum HKWorkoutActivityType: UInt, Hashable, Sendable, CaseIterable {
    /// American football. iOS 8.0.
    case americanFootball = 1

    /// Archery. iOS 8.0.
    case archery = 2

    /// Australian football. iOS 8.0.
    case australianFootball = 3

    /// Badminton. iOS 8.0.
    case badminton = 4

    /// Baseball. iOS 8.0.
    case baseball = 5

    /// Basketball. iOS 8.0.
    case basketball = 6

    /// Bowling. iOS 8.0.
    case bowling = 7

    /// Boxing. iOS 8.0.
    case boxing = 8

    /// Climbing. iOS 8.0.
    case climbing = 9

    /// Cricket. iOS 8.0.
    case cricket = 10

    /// Cross training. iOS 8.0.
    case crossTraining = 11

    /// Curling. iOS 8.0.
    case curling = 12

    /// Cycling. iOS 8.0.
    case cycling = 13

    /// Dance. iOS 8.0.
    @available(*, deprecated, message: "Deprecated since iOS 14.0.")
    case dance = 14

    /// Dance inspired training. iOS 8.0.
    @available(*, deprecated, message: "Deprecated since iOS 10.0.")
    case danceInspiredTraining = 15

    /// Elliptical. iOS 8.0.
    case elliptical = 16

    /// Equestrian sports. iOS 8.0.
    case equestrianSports = 17

    /// Fencing. iOS 8.0.
    case fencing = 18

    /// Fishing. iOS 8.0.
    case fishing = 19

    /// Functional strength training. iOS 8.0.
    case functionalStrengthTraining = 20

    /// Golf. iOS 8.0.
    case golf = 21

    /// Gymnastics. iOS 8.0.
    case gymnastics = 22

    /// Handball. iOS 8.0.
    case handball = 23

    /// Hiking. iOS 8.0.
    case hiking = 24

    /// Hockey. iOS 8.0.
    case hockey = 25

    /// Hunting. iOS 8.0.
    case hunting = 26

    /// Lacrosse. iOS 8.0.
    case lacrosse = 27

    /// Martial arts. iOS 8.0.
    case martialArts = 28

    /// Mind and body. iOS 8.0.
    case mindAndBody = 29

    /// Mixed metabolic cardio training. iOS 8.0.
    @available(*, deprecated, message: "Deprecated since iOS 11.0.")
    case mixedMetabolicCardioTraining = 30

    /// Paddle sports. iOS 8.0.
    case paddleSports = 31

    /// Play. iOS 8.0.
    case play = 32

    /// Preparation and recovery. iOS 8.0.
    case preparationAndRecovery = 33

    /// Racquetball. iOS 8.0.
    case racquetball = 34

    /// Rowing. iOS 8.0.
    case rowing = 35

    /// Rugby. iOS 8.0.
    case rugby = 36

    /// Running. iOS 8.0.
    case running = 37

    /// Sailing. iOS 8.0.
    case sailing = 38

    /// Skating sports. iOS 8.0.
    case skatingSports = 39

    /// Snow sports. iOS 8.0.
    case snowSports = 40

    /// Soccer. iOS 8.0.
    case soccer = 41

    /// Softball. iOS 8.0.
    case softball = 42

    /// Squash. iOS 8.0.
    case squash = 43

    /// Stair climbing. iOS 8.0.
    case stairClimbing = 44

    /// Surfing sports. iOS 8.0.
    case surfingSports = 45

    /// Swimming. iOS 8.0.
    case swimming = 46

    /// Table tennis. iOS 8.0.
    case tableTennis = 47

    /// Tennis. iOS 8.0.
    case tennis = 48

    /// Track and field. iOS 8.0.
    case trackAndField = 49

    /// Traditional strength training. iOS 8.0.
    case traditionalStrengthTraining = 50

    /// Volleyball. iOS 8.0.
    case volleyball = 51

    /// Walking. iOS 8.0.
    case walking = 52

    /// Water fitness. iOS 8.0.
    case waterFitness = 53

    /// Water polo. iOS 8.0.
    case waterPolo = 54

    /// Water sports. iOS 8.0.
    case waterSports = 55

    /// Wrestling. iOS 8.0.
    case wrestling = 56

    /// Yoga. iOS 8.0.
    case yoga = 57

    /// Barre. iOS 10.0.
    case barre = 58

    /// Core training. iOS 10.0.
    case coreTraining = 59

    /// Cross country skiing. iOS 10.0.
    case crossCountrySkiing = 60

    /// Downhill skiing. iOS 10.0.
    case downhillSkiing = 61

    /// Flexibility. iOS 10.0.
    case flexibility = 62

    /// High intensity interval training. iOS 10.0.
    case highIntensityIntervalTraining = 63

    /// Jump rope. iOS 10.0.
    case jumpRope = 64

    /// Kickboxing. iOS 10.0.
    case kickboxing = 65

    /// Pilates. iOS 10.0.
    case pilates = 66

    /// Snowboarding. iOS 10.0.
    case snowboarding = 67

    /// Stairs. iOS 10.0.
    case stairs = 68

    /// Step training. iOS 10.0.
    case stepTraining = 69

    /// Wheelchair walk pace. iOS 10.0.
    case wheelchairWalkPace = 70

    /// Wheelchair run pace. iOS 10.0.
    case wheelchairRunPace = 71

    /// Tai chi. iOS 11.0.
    case taiChi = 72

    /// Mixed cardio. iOS 11.0.
    case mixedCardio = 73

    /// Hand cycling. iOS 11.0.
    case handCycling = 74

    /// Disc sports. iOS 13.0.
    case discSports = 75

    /// Fitness gaming. iOS 13.0.
    case fitnessGaming = 76

    /// Cardio dance. iOS 14.0.
    case cardioDance = 77

    /// Social dance. iOS 14.0.
    case socialDance = 78

    /// Pickleball. iOS 14.0.
    case pickleball = 79

    /// Cooldown. iOS 14.0.
    case cooldown = 80

    /// Swim bike run. iOS 16.0.
    case swimBikeRun = 82

    /// Transition. iOS 16.0.
    case transition = 83

    /// Underwater diving. iOS 17.0.
    case underwaterDiving = 84

    /// Rest. iOS 8.0.
    @available(*, deprecated, message: "Reserved; apps may not use it.")
    case rest = 2998

    /// Group. iOS 8.0.
    @available(*, deprecated, message: "Reserved; apps may not use it.")
    case group = 2999

    /// Other. iOS 8.0.
    case other = 3000

    /// Every case, deprecated ones included.
    public static let allCases: [Self] = [1...80, 82...84, 2998...3000].joined().compactMap(Self.init(rawValue:))
}
