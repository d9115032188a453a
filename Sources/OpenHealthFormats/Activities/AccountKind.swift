// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The kinds of activities in accounts with Garmin and Strava.
enum AccountKind {
    /// Returns a kind by the name that a service uses for it, in any notation: `Trail Run`, `trail_running`.
    ///
    /// Strava writes the names in the language of the account.
    static func kind(_ name: String) -> ActivityKind {
        let plain = name.lowercased().filter(\.isLetter)
        if let known = kinds[plain] { return ActivityKind(known) }
        // Garmin numbers later versions of a kind, and ends those of winter sports with "ws".
        for ending in ["v", "ws"] where plain.hasSuffix(ending) {
            if let known = kinds[String(plain.dropLast(ending.count))] { return ActivityKind(known) }
        }
        return ActivityKind(named: name)
    }

    private static let kinds: [String: HKWorkoutActivityType] = {
        var kinds: [String: HKWorkoutActivityType] = [:]
        for (kind, names) in names {
            for name in names.split(separator: " ") { kinds[String(name)] = kind }
        }
        return kinds
    }()

    /// The names by kind, in lower case and without other characters than letters.
    private static let names: [(HKWorkoutActivityType, String)] = [
        (
            .running,
            """
            run running trailrun trailrunning virtualrun treadmillrunning indoorrunning streetrunning trackrunning ultrarun obstaclerun \
            lauf laufen traillauf virtuellerlauf course courseàpied trail coursevirtuelle carrera carreraapie carreradetrail corsa corsatrail \
            corrida corridaemtrilha hardlopen hardloopsessie trailrunnen löpning løb løp juoksu bieg ラン トレイルラン 달리기 트레일러닝 跑步 越野跑 бег забег
            """
        ),
        (
            .cycling,
            """
            ride cycling virtualride gravelride mountainbikeride ebikeride emountainbikeride roadbiking mountainbiking \
            gravelcycling indoorcycling cyclocross ebikefitness ebikemountain bmx recumbentcycling downhillbiking trackcycling biketouring \
            bikecommuting velomobile radfahrt radfahren virtuelleradfahrt gravelfahrt mountainbikefahrt \
            ebikefahrt sortieàvélo vélo sortievélovirtuelle sortiegravel sortievtt ciclismo bicicleta vueltaciclista \
            salidaenbicicleta pedalada pedaladavirtual pedalar pedalata girobicicletta ciclismovirtuale fietsrit fietsen cykling cykeltur \
            pyöräily jazda ライド バーチャルライド 라이드 사이클링 骑行 虚拟骑行 велозаезд заезд
            """
        ),
        (.handCycling, "handcycle handcycling"),
        (
            .walking,
            """
            walk walking casualwalking speedwalking indoorwalking spaziergang gehen marche caminata paseo caminhada camminata \
            wandeling wandelen promenad gåtur kävely spacer ウォーキング 散歩 걷기 步行 ходьба
            """
        ),
        (
            .hiking,
            "hike hiking mountaineering rucking wanderung wandern randonnée senderismo excursionismo trilha escursione ハイキング 하이킹 徒步"
        ),
        (
            .swimming,
            """
            swim swimming lapswimming openwaterswimming schwimmen natation natación natação nuoto zwemmen simning svømning svømming uinti \
            pływanie 水泳 スイム 수영 游泳 плавание
            """
        ),
        (.rowing, "rowing virtualrow virtualrowing indoorrowing rudern aviron remo canottaggio roeien ローイング 로잉 赛艇"),
        (
            .traditionalStrengthTraining,
            "weighttraining strengthtraining krafttraining gewichtstraining musculation entrenamientoconpesas entrenamientodefuerza musculação"
        ),
        (.crossTraining, "crossfit crosstraining"),
        (.mixedCardio, "cardio indoorcardio cardiotraining fitnessequipment"),
        (.highIntensityIntervalTraining, "hiit highintensityintervaltraining"),
        (.elliptical, "elliptical crosstrainer"), (.stairClimbing, "stairstepper stairclimbing floorclimbing"),
        (.yoga, "yoga ヨガ 요가 瑜伽"), (.pilates, "pilates ピラティス 필라테스"),
        (.mindAndBody, "breathwork meditation"), (.jumpRope, "jumprope"),
        (
            .crossCountrySkiing,
            "nordicski crosscountryskiing skateskiing rollerski backcountryski backcountryskiing skilanglauf langlauf skidefond"
        ),
        (
            .downhillSkiing,
            "alpineski resortski resortskiing resortskiingsnowboarding skifahren skialpin alpinski esquíalpino"
        ),
        (.snowboarding, "snowboard snowboarding resortsnowboard"), (.snowSports, "snowshoe snowshoeing"),
        (.skatingSports, "iceskate iceskating inlineskate inlineskating skating skateboard skateboarding"),
        (
            .paddleSports,
            "kayaking canoeing paddling standuppaddling standuppaddleboarding whitewaterraftingkayaking rafting kajakfahren"
        ),
        (.surfingSports, "surfing surf windsurf windsurfing kitesurf kiteboarding wakeboarding wakesurfing"),
        (.sailing, "sail sailing segeln"),
        (.climbing, "rockclimbing indoorclimbing bouldering klettern escalade escalada"),
        (.wheelchairRunPace, "wheelchairpushrun"), (.wheelchairWalkPace, "wheelchair wheelchairpushwalk"),
        (.golf, "golf"), (.tennis, "tennis"), (.pickleball, "pickleball"), (.badminton, "badminton"),
        (.squash, "squash"), (.tableTennis, "tabletennis"),
        (.racquetball, "racquetball paddelball platformtennis padel"),
        (.soccer, "soccer football"), (.basketball, "basketball"), (.volleyball, "volleyball"), (.rugby, "rugby"),
        (.boxing, "boxing"), (.martialArts, "mixedmartialarts"), (.equestrianSports, "horsebackriding"),
        (.cardioDance, "dance"), (.swimBikeRun, "multisport triathlon"), (.transition, "transition"),
        (.underwaterDiving, "diving singlegasdiving multigasdiving gaugediving apneadiving"),
        (.other, "other workout uncategorized training entraînement entrenamiento treino allenamento trainingseinheit"),
    ]
}
