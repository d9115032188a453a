// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The names of symptoms, of entries of cycle tracking and of their values in the languages of phones: German, Spanish, French, Italian,
/// Portuguese, Dutch, Japanese, Korean, and Chinese in both scripts.
///
/// Health Auto Export sends them as Apple's Health app shows them. A language can have several names, as versions and regions differ.
enum HealthAutoExportTranslations {
    /// Returns the Swift name of the type that a name means; nil for an unknown name.
    static func type(_ name: String) -> String? { types[plain(name)] }

    /// Returns the names of the cases that a word can mean, without the name of their enumeration; empty for an unknown word.
    static func cases(_ word: String) -> [String] { cases[plain(word)] ?? [] }

    /// Returns the kind of sexual activity that a word means, as ``SexualActivities/kinds`` names it; nil for an unknown word.
    static func activity(_ word: String) -> String? { activities[plain(word)] }

    /// Returns a name in lower case with letters and numbers only.
    static func plain(_ name: String) -> String {
        guard name.canBeKnown else { return "" }
        return String(name.lowercased().filter { $0.isLetter || $0.isNumber })
    }

    private static let types = names(typeNames).mapValues { $0[0] }
    private static let activities = names(activityNames).mapValues { $0[0] }
    private static let cases = names(caseNames)

    /// Returns what each name of a table means. A line has a meaning, a colon, and names that are separated by commas.
    static func names(_ table: String) -> [String: [String]] {
        var meanings: [String: [String]] = [:]
        for line in table.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let meaning = String(parts[0])
            for name in parts[1].split(separator: ",") {
                let name = plain(String(name))
                if meanings[name]?.contains(meaning) != true { meanings[name, default: []].append(meaning) }
            }
        }
        return meanings
    }

    /// The names of types by the Swift names of the types.
    static let typeNames = """
        abdominalCramps: Bauchkrämpfe, Unterleibskrämpfe, Calambres abdominales, Cólicos abdominales, Crampes abdominales, \
        Crampi addominali, Cólicas abdominais, Cólica abdominal, Buikkrampen, 腹痛, 복부 경련, 복통, 腹部绞痛, 腹部痉挛, 腹部絞痛, 腹部痙攣
        acne: Akne, Acné, Acne, アクネ, ニキビ, にきび, 여드름, 痤疮, 粉刺, 痤瘡, 青春痘
        appetiteChanges: Appetitveränderungen, Appetitveränderung, Veränderter Appetit, Cambios de apetito, Cambios en el apetito, \
        Cambio de apetito, Changements d’appétit, Modification de l’appétit, Variations d’appétit, Cambiamenti dell’appetito, \
        Variazioni dell’appetito, Alterações de apetite, Alterações no apetite, Mudanças de apetite, Mudanças no apetite, \
        Veranderingen in eetlust, Veranderde eetlust, 食欲の変化, 식욕 변화, 식욕의 변화, 食欲变化, 食慾變化, 食慾改變
        bladderIncontinence: Blasenschwäche, Blaseninkontinenz, Incontinencia urinaria, Incontinence urinaire, Incontinenza urinaria, \
        Incontinenza vescicale, Incontinência urinária, Blaasincontinentie, Urine-incontinentie, 尿失禁, 요실금
        bloating: Blähbauch, Völlegefühl, Hinchazón, Hinchazón abdominal, Ballonnements, Ballonnement, Gonfiore, Gonfiore addominale, \
        Inchaço, Inchaço abdominal, Opgeblazen gevoel, お腹の張り, 腹部の張り, 腹部膨満, 복부 팽만, 복부 팽만감, 腹胀, 腹脹
        breastPain: Schmerzen in den Brüsten, Brustdrüsenschmerzen, Dolor de senos, Dolor de mamas, Dolor mamario, Douleurs mammaires, \
        Douleur mammaire, Dolore al seno, Dolore mammario, Dor nos seios, Dor nas mamas, Dor mamária, Pijnlijke borsten, 乳房の痛み, 乳房痛, \
        유방 통증, 유방통, 乳房疼痛, 乳房胀痛, 乳房脹痛
        chestTightnessOrPain: Engegefühl oder Schmerzen in der Brust, Engegefühl in der Brust oder Brustschmerzen, \
        Opresión o dolor en el pecho, Opresión o dolor de pecho, Oppression ou douleur thoracique, \
        Oppression ou douleur à la poitrine, Oppressione o dolore toracico, Oppressione o dolore al petto, Aperto ou dor no peito, \
        Beklemd gevoel of pijn op de borst, Druk of pijn op de borst, 胸の圧迫感または痛み, 胸部の圧迫感または痛み, 胸の締め付けまたは痛み, \
        가슴 답답함 또는 통증, 흉부 압박감 또는 통증, 胸闷或胸痛, 胸部紧缩感或疼痛, 胸悶或胸痛, 胸部緊繃或疼痛
        chills: Schüttelfrost, Escalofríos, Frissons, Brividi, Calafrios, Arrepios, Koude rillingen, Rillingen, 悪寒, 오한, 寒战, 发冷, 寒顫, 發冷
        constipation: Verstopfung, Estreñimiento, Constipation, Stitichezza, Costipazione, Prisão de ventre, Constipação intestinal, \
        Obstipação, Obstipatie, Verstopping, 便秘, 변비
        coughing: Husten, Tos, Toux, Tosse, Hoesten, Hoest, 咳, せき, 기침, 咳嗽
        diarrhea: Durchfall, Diarrhö, Diarrea, Diarrhée, Diarreia, Diarree, 下痢, 설사, 腹泻, 腹瀉
        dizziness: Schwindel, Schwindelgefühl, Mareo, Mareos, Étourdissements, Vertiges, Vertigini, Capogiri, Tontura, Tonturas, \
        Duizeligheid, めまい, 어지러움, 현기증, 头晕, 頭暈
        drySkin: Trockene Haut, Piel seca, Sequedad de la piel, Peau sèche, Pelle secca, Pele seca, Droge huid, 乾燥肌, 肌の乾燥, \
        皮膚の乾燥, 건성 피부, 피부 건조, 皮肤干燥, 皮膚乾燥
        fainting: Ohnmacht, Ohnmachtsanfall, Ohnmachtsanfälle, Desmayo, Desmayos, Évanouissement, Évanouissements, Svenimento, Svenimenti, \
        Desmaio, Desmaios, Flauwvallen, 失神, 실신, 기절, 昏厥, 晕厥, 昏倒, 暈厥
        fatigue: Müdigkeit, Erschöpfung, Ermüdung, Fatiga, Cansancio, Fatigue, Affaticamento, Stanchezza, Spossatezza, Fadiga, Cansaço, \
        Vermoeidheid, 疲労, 疲労感, 倦怠感, 피로, 피로감, 疲劳, 疲倦, 疲勞
        fever: Fieber, Fiebre, Fièvre, Febbre, Febre, Koorts, 発熱, 発熱症状, 열, 발열, 发烧, 发热, 發燒
        generalizedBodyAche: Muskel- und Gliederschmerzen, Gliederschmerzen, Körper- und Muskelschmerzen, Dolor corporal y muscular, \
        Dolores corporales y musculares, Dolor muscular y corporal, Courbatures et douleurs musculaires, Courbatures, \
        Dolori muscolari e articolari, Dolori corporei e muscolari, Dolori muscolari, Dores no corpo e nos músculos, \
        Dores corporais e musculares, Dores musculares e corporais, Dor no corpo e muscular, Spierpijn, Lichaams- en spierpijn, \
        体の痛みと筋肉痛, 身体の痛みと筋肉痛, 筋肉痛, 몸살, 몸살 및 근육통, 신체 및 근육통, 身体和肌肉酸痛, 身体和肌肉疼痛, 身體和肌肉痠痛, 身體與肌肉痠痛
        hairLoss: Haarausfall, Caída del cabello, Pérdida de cabello, Caída del pelo, Perte de cheveux, Chute de cheveux, \
        Perdita di capelli, Caduta dei capelli, Queda de cabelo, Perda de cabelo, Haaruitval, Haarverlies, 抜け毛, 脱毛, 탈모, 脱发, 掉髮, 落髮
        headache: Kopfschmerzen, Kopfschmerz, Dolor de cabeza, Mal de tête, Maux de tête, Mal di testa, Cefalea, Dor de cabeça, \
        Dores de cabeça, Hoofdpijn, 頭痛, 두통, 头痛
        heartburn: Sodbrennen, Acidez, Acidez estomacal, Ardor de estómago, Brûlures d’estomac, Bruciore di stomaco, Bruciori di stomaco, \
        Azia, Brandend maagzuur, 胸焼け, 胸やけ, 속 쓰림, 胃灼热, 烧心, 胃灼熱
        hotFlashes: Hitzewallungen, Hitzewallung, Sofocos, Bochornos, Bouffées de chaleur, Vampate di calore, Vampate, Ondas de calor, \
        Fogachos, Afrontamentos, Opvliegers, ほてり, のぼせ, ホットフラッシュ, 안면 홍조, 열성 홍조, 潮热, 潮熱, 熱潮紅
        lossOfSmell: Verlust des Geruchssinns, Geruchsverlust, Pérdida del olfato, Pérdida de olfato, Perte de l’odorat, \
        Perte d’odorat, Perdita dell’olfatto, Perda de olfato, Perda de olfacto, Perda do olfato, Verlies van reukvermogen, Reukverlies, \
        嗅覚障害, 嗅覚喪失, 嗅覚の喪失, 후각 상실, 嗅觉丧失, 嗅覺喪失
        lossOfTaste: Verlust des Geschmackssinns, Geschmacksverlust, Pérdida del gusto, Pérdida de gusto, Perte du goût, Perte de goût, \
        Perdita del gusto, Perda de paladar, Perda do paladar, Verlies van smaakvermogen, Smaakverlies, \
        味覚障害, 味覚喪失, 味覚の喪失, 미각 상실, 味觉丧失, 味覺喪失
        lowerBackPain: Schmerzen im unteren Rücken, Kreuzschmerzen, Dolor lumbar, Lumbalgia, Douleurs lombaires, Douleur lombaire, \
        Lombalgie, Dolore lombare, Dolore alla zona lombare, Lombalgia, Dor lombar, Dor na lombar, Lage rugpijn, Pijn in de onderrug, \
        腰痛, 요통, 허리 통증, 腰痛症, 下背痛, 下背部疼痛, 腰部疼痛
        memoryLapse: Gedächtnislücken, Gedächtnislücke, Lapsos de memoria, Lapsus de memoria, Pérdida de memoria, Trous de mémoire, \
        Trou de mémoire, Vuoti di memoria, Vuoto di memoria, Lapsos de memória, Lapso de memória, Geheugenverlies, \
        物忘れ, 記憶障害, 기억 상실, 건망증, 记忆力减退, 健忘, 記憶力衰退
        moodChanges: Stimmungsschwankungen, Stimmungsveränderungen, Stimmungsänderungen, Cambios de humor, Cambios de estado de ánimo, \
        Cambios en el estado de ánimo, Sautes d’humeur, Changements d’humeur, Sbalzi d’umore, Cambiamenti d’umore, \
        Alterações de humor, Mudanças de humor, Stemmingswisselingen, 気分の変化, 気分の変動, 기분 변화, 情绪变化, 情緒變化
        nausea: Übelkeit, Náuseas, Náusea, Nausées, Nausée, Nausea, Enjoo, Misselijkheid, 吐き気, 메스꺼움, 구역질, 恶心, 噁心
        nightSweats: Nachtschweiß, Nächtliches Schwitzen, Sudores nocturnos, Sudoración nocturna, Sueurs nocturnes, Sudorazione notturna, \
        Sudorazioni notturne, Suores noturnos, Sudorese noturna, Suores nocturnos, Nachtzweten, Nachtelijk zweten, 寝汗, 야간 발한, \
        식은땀, 盗汗, 夜间盗汗, 盜汗, 夜間盜汗
        pelvicPain: Beckenschmerzen, Unterleibsschmerzen, Dolor pélvico, Douleurs pelviennes, Douleur pelvienne, Dolore pelvico, \
        Dor pélvica, Bekkenpijn, 骨盤痛, 骨盤の痛み, 골반 통증, 골반통, 盆腔疼痛, 骨盆疼痛, 骨盆痛
        rapidPoundingOrFlutteringHeartbeat: Schneller oder flatternder Herzschlag, Herzrasen, Palpitaciones, Palpitations, Palpitazioni, \
        Palpitações, Hartkloppingen, 動悸, 심계항진, 가슴 두근거림, 心悸
        runnyNose: Laufende Nase, Schnupfen, Secreción nasal, Goteo nasal, Moqueo, Nez qui coule, Écoulement nasal, Naso che cola, \
        Rinorrea, Coriza, Nariz escorrendo, Corrimento nasal, Loopneus, 鼻水, 콧물, 流鼻涕, 流鼻水
        shortnessOfBreath: Kurzatmigkeit, Atemnot, Dificultad para respirar, Falta de aire, Falta de aliento, Essoufflement, \
        Respiro corto, Fiato corto, Falta de ar, Kortademigheid, 息切れ, 숨가쁨, 호흡 곤란, 气短, 呼吸急促, 呼吸短促
        sinusCongestion: Verstopfte Nase, Verstopfte Nasennebenhöhlen, Congestión nasal, Congestión, Congestion nasale, \
        Congestion des sinus, Congestion, Congestione nasale, Congestione, Congestão nasal, Congestão, Verstopte neus, \
        Neusverstopping, Verstopte bijholten, 鼻づまり, 鼻詰まり, 코막힘, 鼻塞
        skippedHeartbeat: Aussetzender Herzschlag, Herzstolpern, Herzaussetzer, Latidos omitidos, Latido omitido, \
        Battement de cœur manqué, Battements de cœur manqués, Battito mancante, Battito saltato, Batimento cardíaco ausente, \
        Batimento falhado, Falha no batimento, Overgeslagen hartslag, 脈の欠落, 脈飛び, 건너뛴 심장 박동, 心跳漏跳, 心跳漏拍
        sleepChanges: Schlafveränderungen, Veränderter Schlaf, Veränderungen beim Schlaf, Cambios en el sueño, Cambios de sueño, \
        Changements de sommeil, Modification du sommeil, Cambiamenti del sonno, Variazioni del sonno, Alterações de sono, \
        Alterações no sono, Mudanças no sono, Veranderingen in slaap, Veranderde slaap, 睡眠の変化, 수면 변화, 睡眠变化, 睡眠變化
        soreThroat: Halsschmerzen, Dolor de garganta, Mal de gorge, Mal di gola, Dor de garganta, Garganta inflamada, Keelpijn, 喉の痛み, \
        のどの痛み, 인후통, 목 아픔, 咽喉痛, 喉咙痛, 嗓子疼, 喉嚨痛
        vaginalDryness: Scheidentrockenheit, Vaginale Trockenheit, Sequedad vaginal, Sécheresse vaginale, Secchezza vaginale, \
        Secura vaginal, Ressecamento vaginal, Vaginale droogheid, 腟の乾燥, 膣の乾燥, 질 건조, 질 건조증, 阴道干涩, 阴道干燥, 陰道乾澀
        vomiting: Erbrechen, Vómitos, Vómito, Vomissements, Vomissement, Vomito, Vômito, Vômitos, Overgeven, Braken, 嘔吐, 구토, 呕吐
        wheezing: Keuchen, Pfeifende Atmung, Sibilancias, Respiración sibilante, Sibilancia, Respiration sifflante, Sibilo, Respiro sibilante, \
        Sibilos, Chiado no peito, Pieira, Piepende ademhaling, 喘鳴, 쌕쌕거림, 천명, 喘息声, 喘鸣
        menstrualFlow: Menstruation, Menstruationsblutung, Menstruationsstärke, Periode, Regelblutung, Flujo menstrual, Menstruación, Periodo, \
        Période menstruelle, Règles, Flux menstruel, Menstruations, Flusso mestruale, Mestruazioni, Ciclo mestruale, Fluxo menstrual, \
        Menstruação, Menstruatie, Menstruele bloeding, 月経, 月経量, 経血量, 生理, 월경, 월경량, 생리, 生理期, 经血量, 月经, 月经量, 經血量, 月經, 月經量
        intermenstrualBleeding: Zwischenblutung, Zwischenblutungen, Schmierblutung, Schmierblutungen, Manchado, Manchas, \
        Sangrado intermenstrual, Spotting, Saignements intermenstruels, Saignement intermenstruel, Perdite intermestruali, \
        Sanguinamento intermestruale, Escape, Sangramento intermenstrual, Sangramento de escape, \
        Tussentijdse bloeding, 不正出血, 부정 출혈, 부정출혈, 点滴出血, 经间期出血, 點狀出血, 經間期出血
        ovulationTestResult: Ovulationstest, Ovulationstestergebnis, Ergebnis des Ovulationstests, Resultado de prueba de ovulación, \
        Resultado de la prueba de ovulación, Resultado del test de ovulación, Prueba de ovulación, Test d’ovulation, \
        Résultat du test d’ovulation, Résultat de test d’ovulation, Risultato test ovulazione, Risultato test di ovulazione, \
        Risultato del test di ovulazione, Test di ovulazione, Resultado do teste de ovulação, Resultado de teste de ovulação, \
        Teste de ovulação, Uitslag ovulatietest, Resultaat ovulatietest, Ovulatietest, 排卵検査の結果, 排卵検査結果, 排卵検査, \
        배란 테스트 결과, 배란 검사 결과, 排卵测试结果, 排卵检测结果, 排卵測試結果, 排卵檢測結果
        cervicalMucusQuality: Zervixschleim, Zervixschleimqualität, Qualität des Zervixschleims, Beschaffenheit des Zervixschleims, \
        Calidad del moco cervical, Calidad de la mucosidad cervical, Moco cervical, Qualité de la glaire cervicale, Glaire cervicale, \
        Qualità del muco cervicale, Qualità muco cervicale, Muco cervicale, Qualidade do muco cervical, Muco cervical, \
        Kwaliteit baarmoederhalsslijm, Kwaliteit cervixslijm, Baarmoederhalsslijm, 頸管粘液の質, 子宮頸管粘液の質, 頸管粘液, 頸管粘液性質, \
        자궁 경부 점액 상태, 자궁경부 점액 상태, 자궁경부 점액, 宫颈粘液性状, 宫颈黏液质量, 宫颈粘液质量, 子宮頸黏液品質, 子宮頸黏液性質
        sexualActivity: Sexuelle Aktivität, Sexuelle Aktivitäten, Geschlechtsverkehr, Actividad sexual, Activité sexuelle, Attività sessuale, \
        Atividade sexual, Seksuele activiteit, 性行為, 성생활, 성관계, 性行为, 性生活
        pregnancy: Schwangerschaft, Embarazo, Grossesse, Gravidanza, Gravidez, Zwangerschap, 妊娠, 임신, 怀孕, 妊娠期, 懷孕
        pregnancyTestResult: Schwangerschaftstest, Schwangerschaftstestergebnis, Ergebnis des Schwangerschaftstests, \
        Resultado de prueba de embarazo, Resultado de la prueba de embarazo, Resultado del test de embarazo, Prueba de embarazo, \
        Résultat du test de grossesse, Résultat de test de grossesse, Test de grossesse, Risultato test gravidanza, \
        Risultato test di gravidanza, Risultato del test di gravidanza, Test di gravidanza, Resultado do teste de gravidez, \
        Resultado de teste de gravidez, Teste de gravidez, Uitslag zwangerschapstest, Resultaat zwangerschapstest, \
        Zwangerschapstest, 妊娠検査の結果, 妊娠検査結果, 妊娠検査, 임신 테스트 결과, 임신 검사 결과, 验孕结果, 妊娠测试结果, 驗孕結果
        progesteroneTestResult: Progesterontest, Progesterontestergebnis, Ergebnis des Progesterontests, Resultado de prueba de progesterona, \
        Resultado de la prueba de progesterona, Résultat du test de progestérone, Test de progestérone, Risultato test progesterone, \
        Risultato del test del progesterone, Resultado do teste de progesterona, Resultado de teste de progesterona, \
        Uitslag progesterontest, Resultaat progesterontest, プロゲステロン検査の結果, プロゲステロン検査結果, 프로게스테론 테스트 결과, \
        프로게스테론 검사 결과, 孕酮测试结果, 黄体酮测试结果, 黃體素測試結果
        lactation: Stillzeit, Laktation, Lactancia, Allaitement, Lactation, Allattamento, Lactação, Amamentação, Borstvoeding, Lactatie, \
        授乳, 수유, 哺乳, 哺乳期, 泌乳
        contraceptive: Verhütungsmittel, Empfängnisverhütung, Verhütung, Anticonceptivo, Anticonceptivos, Método anticonceptivo, Contraceptif, \
        Contraception, Contraceptifs, Contraccettivo, Contraccettivi, Contraccezione, Contraceptivo, Contraceptivos, Anticoncepcional, \
        Anticonceptie, Anticonceptiemiddel, Voorbehoedsmiddel, Voorbehoedmiddel, 避妊, 避妊法, 避妊薬, 피임, 피임법, 피임약, 避孕, 避孕方式, 避孕措施
        """

    /// The names of values by the names of their cases. Some words mean other cases for other types.
    static let caseNames = """
        notPresent: Nicht vorhanden, No presente, Ausente, No presentes, Absent, Absente, Non présent, Assente, Non presente, Não presente, \
        Niet aanwezig, なし, 없음, 无, 無, 不存在
        present: Vorhanden, Presente, Présent, Présente, Aanwezig, あり, 있음, 有, 存在
        mild: Leicht, Mild, Leve, Ligero, Ligera, Léger, Légère, Lieve, Ligeiro, Mild, Licht, 軽度, 가벼움, 경증, 경미, 轻度, 轻微, 輕度, 輕微
        moderate: Mäßig, Mittel, Moderat, Moderado, Moderada, Modéré, Modérée, Moderato, Moderata, Matig, 中度, 中程度, 중간, 보통, 중등도, 中等
        severe: Schwer, Stark, Grave, Severo, Severa, Intenso, Intensa, Sévère, Ernstig, 重度, 심함, 심각, 중증, 严重, 嚴重
        unspecified: Nicht angegeben, Ohne Angabe, Sin especificar, No especificado, No especificada, Non précisé, Non spécifié, \
        Non spécifiée, Non specificato, Non specificata, Não especificado, Não especificada, Niet gespecificeerd, Niet opgegeven, \
        未指定, 指定なし, 지정되지 않음, 지정 안 함, 지정하지 않음
        noChange: Keine Veränderung, Keine Änderung, Sin cambios, Aucun changement, Pas de changement, Nessun cambiamento, \
        Nessuna variazione, Sem alterações, Sem alteração, Sem mudanças, Geen verandering, 変化なし, 변화 없음, 无变化, 無變化
        decreased: Vermindert, Verringert, Disminuido, Reducido, Diminué, Réduit, Diminuito, Ridotto, Diminuído, Reduzido, Verminderd, \
        Afgenomen, 減少, 감소, 감소함, 减少, 减退, 減退
        increased: Gesteigert, Erhöht, Aumentado, Augmenté, Aumentato, Toegenomen, Verhoogd, 増加, 증가, 증가함, 增加, 增强, 增強
        light: Leicht, Schwach, Ligero, Leve, Escaso, Léger, Faible, Leggero, Scarso, Ligeiro, Fraco, Licht, 軽い, 少ない, 少なめ, 적음, 少量, 轻, 輕, 少
        medium: Mittel, Moderado, Medio, Moyen, Modéré, Medio, Moderato, Médio, Gemiddeld, Normaal, 普通, 中程度, 보통, 중간, 适中, 中等, 中量, 中, 適中
        heavy: Stark, Abundante, Pesado, Intenso, Abondant, Abbondante, Forte, Elevado, Hevig, Zwaar, 多い, 多め, 重い, 많음, 大量, 多, 重
        none: Kein, Keine, Ninguno, Ninguna, Nada, Aucun, Aucune, Nessuno, Nessuna, Nenhum, Nenhuma, Geen, なし, 없음, 无, 無
        negative: Negativ, Negativo, Négatif, Negatief, 陰性, 음성, 阴性
        positive: Positiv, Positivo, Positif, Positief, 陽性, 양성, 阳性
        luteinizingHormoneSurge: LH-Anstieg, Anstieg des luteinisierenden Hormons, Aumento de hormona luteinizante, \
        Aumento de la hormona luteinizante, Pic de LH, Pic d’hormone lutéinisante, Picco di LH, Picco dell’ormone luteinizzante, \
        Pico de LH, Pico do hormônio luteinizante, LH-piek, LHサージ, 黄体形成ホルモンの急増, 황체 형성 호르몬 급증, 黄体生成素激增, 黃體激素激增
        estrogenSurge: Östrogenanstieg, Aumento de estrógeno, Aumento de estrógenos, Pic d’œstrogènes, Picco di estrogeni, \
        Pico de estrogênio, Pico de estrogénio, Oestrogeenpiek, エストロゲンの急増, 에스트로겐 급증, 雌激素激增
        indeterminate: Unbestimmt, Nicht eindeutig, Indeterminado, Indéterminé, Indeterminato, Onbepaald, Niet te bepalen, \
        判定不能, 不確定, 불확실, 不确定
        dry: Trocken, Seco, Sèche, Sec, Secco, Droog, 乾燥, 건조함, 干燥
        sticky: Klebrig, Pegajoso, Collante, Appiccicoso, Pegajosa, Kleverig, 粘り気がある, 粘着性, 끈적임, 끈적함, 粘稠, 黏稠
        creamy: Cremig, Cremoso, Crémeuse, Crémeux, Romig, クリーム状, 크림 같음, 크림형, 乳脂状, 乳霜狀
        watery: Wässrig, Acuoso, Aqueuse, Aqueux, Acquoso, Aquoso, Waterig, 水っぽい, 水様性, 물 같음, 水状, 水樣
        eggWhite: Eiweiß, Eiweißartig, Clara de huevo, Blanc d’œuf, Albume, Albume d’uovo, Bianco d’uovo, Clara de ovo, Eiwit, \
        卵白状, 卵白, 달걀 흰자, 계란 흰자, 蛋清状, 蛋清, 蛋白狀, 蛋清狀
        implant: Implantat, Implante, Implant, Impianto, Implantaat, インプラント, 埋め込み型, 임플란트, 植入物, 皮下埋植
        injection: Injektion, Spritze, Inyección, Injection, Iniezione, Injeção, Injectie, 注射, 주사
        intrauterineDevice: Spirale, Intrauterinpessar, Dispositivo intrauterino, DIU, Dispositif intra-utérin, Stérilet, \
        Spiraaltje, IUD, 子宮内避妊器具, 자궁 내 장치, 자궁내 장치, 宫内节育器, 子宮內避孕器
        intravaginalRing: Vaginalring, Verhütungsring, Anillo vaginal, Anillo intravaginal, Anneau vaginal, Anello vaginale, \
        Anel vaginal, Vaginale ring, 腟内リング, 膣内リング, 질내 링, 阴道环, 陰道環
        oral: Oral, Pille, Píldora, Oral, Orale, Pilule, Pillola, Pílula, Oraal, Pil, 経口, 経口避妊薬, 경구, 경구용, 口服
        patch: Pflaster, Parche, Timbre, Patch, Cerotto, Adesivo, Pleister, パッチ, 패치, 贴片, 貼片
        """

    /// The names of kinds of sexual activity by those of ``SexualActivities``.
    static let activityNames = """
        Unspecified: Nicht angegeben, Ohne Angabe, Sin especificar, No especificado, No especificada, Non précisé, Non spécifié, \
        Non spécifiée, Non specificato, Non specificata, Não especificado, Não especificada, Niet gespecificeerd, Niet opgegeven, \
        未指定, 指定なし, 지정되지 않음, 지정 안 함, 지정하지 않음
        Protection Used: Mit Verhütung, Verhütung verwendet, Schutz verwendet, Geschützt, Con protección, Protección utilizada, \
        Protección usada, Se usó protección, Protégée, Protection utilisée, Avec protection, Con protezione, Protezione usata, \
        Protezione utilizzata, Com proteção, Proteção usada, Proteção utilizada, Bescherming gebruikt, Met bescherming, \
        避妊あり, 避妊具を使用, 피임함, 보호 수단 사용, 有保护措施, 使用保护措施, 有使用保護措施, 有保護措施
        Protection Not Used: Ohne Verhütung, Keine Verhütung verwendet, Kein Schutz verwendet, Ungeschützt, Sin protección, \
        Protección no utilizada, Protección no usada, No se usó protección, Non protégée, Protection non utilisée, \
        Sans protection, Senza protezione, Protezione non usata, Protezione non utilizzata, Sem proteção, Proteção não usada, \
        Proteção não utilizada, Geen bescherming gebruikt, Zonder bescherming, 避妊なし, 避妊具を使用せず, 피임 안 함, 보호 수단 사용 안 함, \
        无保护措施, 未使用保护措施, 無保護措施, 未使用保護措施
        """
}
