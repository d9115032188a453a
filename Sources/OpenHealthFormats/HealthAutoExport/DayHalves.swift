// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The names of the halves of the day, as phones with a 12-hour clock write them.
enum DayHalves {
    /// Returns whether a name is that of the afternoon; nil for an unknown name.
    /// - Parameter name: A name in lower case with letters only: `pm` for `p.m.`.
    static func isAfternoon(_ name: String) -> Bool? {
        afternoons.contains(name) ? true : mornings.contains(name) ? false : nil
    }

    private static let mornings = words(morningNames)
    private static let afternoons = words(afternoonNames)

    private static func words(_ text: String) -> Set<String> { Set(text.split(separator: " ").map(String.init)) }

    // The wide and abbreviated names of all languages of the Unicode CLDR, in lower case without spaces and punctuation. Names that mean
    // both halves in two languages have the meaning in the language with more speakers.
    private static let morningNames = """
        a adduha ag am amvormittag an ankstāinan antemidí ap aqʼabʼil atm banhaet bn braxkndaax comme \
        damanhã de delamañana delmatin dinda dop dopoldne dopołdnja dopołedniŏ eparadites eqʼ fh fm ft \
        fọmọ́nin gh goöň göň günortadanöň hengihengi hh hoseng iarmade ib ibikɛ̂glà icheheavo idiɓa im \
        iđitbeaivet iđitbeaivi ka kangama karoon ki kiroko kiɛmɛ́ɛm krn kíkíríg kĩroko lb leebi lumalwak \
        lwamilawu m ma makeo mambia manhã maná mat matin mañana mbaʼámbaʼ mbaꞌmbaꞌ mesong moies muhi munkyo \
        nd ntufat ntɔ́ngɔ́ nụtụtụ od opensuno pagisiang pamilau paradite pd pg pgsg piopensuno priekšp \
        priekšpusdiena priekšpusdienā priešpiet prijepodne prīškpušdīnē rn rw rũ sa saaku safiya sf sokallim \
        soodo sub subaka subbaahi sárúwá taparachu tesiran tifawt to too uhrvörmiddaachs ulloqeqqatatungaa \
        uluchelo utuko vaasisu vm vorm vormittag vörmeddaach wd wichishu yb zdatazal zmu àárɔ̀ àárọ̀ ç̌um \
        ç̌umaneri öö ĩyakwakya ŋdi ǁgoagas ɛnkakɛnyá ʊshilèkʊboɖu πμ ϧⲙ ам апоўначы дп ку обедтэикеле \
        преподне претпл пријеподне таңкы то тң эи үө ӕмбисбоныразмӕ פֿאַרמיטאָג اےایم بن تد ص صباحا صباحًا \
        صبح صبحمنجهند عم غم قبلازظهر قظ پظ پیشزظهر چب چۈشتىنبۇرۇن ܩܛ ߛ एएम तडके दुपहरब्रोंठ पूर्वाह्न फुं \
        भोर भ्यागा येएम सकाळीं सबेरे सवेर सुबुहजा এএম নুমাং পূৰ্বাহ্ন ଏଏମ ఎఎమ్ පෙව ก่อนเที่ยง ກ່ອນທ່ຽງ སྔཆ \
        སྔདྲོ တွၼ်ႈၸဝ်ႉ တၸ နံနက် ማለዶ ቀደምሰርምዕል ቅቀ ጥዋት ጽባሕ ፋዱስጃብ ᐁᒼ ᐊᒼ ᠦᠥ ᱥᱮᱛᱟᱜ ⵜⵉⴼⴰⵡⵜ 上午 上昼 上晝 午前 ꎸꄑ ꮜꮎꮄ 오전 \
        𐐰𐑋 𐑨𐑥 𞤢𞤰
        """
    private static let afternoonNames = """
        ak akasuba aluula amnamittag anw banringzgvaq baubaukndaax carra ch chilo cɛɛ́nko datarde delatarde \
        desira dilolo du ea eahketbeaivet eahketbeaivi eb ebongi ebyámu efiafi eftermade eh eigulo em ep \
        epasdites ew f fi fọívnin gd gm gosoň gsoň günortadansoň hawwaro hwaĩinĩ ichamthi in ip iɓugajɔp ja \
        kbʼeqʼij kikiiɗe kingoto kisɛ́ndɛ koosk kooskoliny kugú kyiukonyi lilli lk lumalwap makaaripi \
        mchochill md mo mog mpókwa muu nabali nabalị nam namittag ncwònzém ngo ngəgógəle nm nommendaach \
        nomëttes ntmeddit nyiaghuo odp ondğ ondğeri ot p pamunyi papussideinan pasdite pashamihe piecpušdīnē \
        pinisuno pipinisuno pm pn pop popiet popodne popoldne popołdnju popołedniu posmidí ptg ptm pēcp \
        pēcpusd pēcpusdiena pēcpusdienā sanje shwane sn soir sorémalem srmlm tadggʷat tarde teipa thapama tk \
        tŋ uhrnommendaachs uk ulloqeqqatakingorna wb wótp wótpołdnja yamma yh ym zaarikayb zd zmw ös ĩyawĩoo \
        ŋkambɔ́tnji ũg ǃuias ɔ̀sán ɛndámâ ɣetrɔ ʊshilèkʊsasʊ μμ апоўдні кх обедтэмейле пм попл поподне \
        послијеподне пп тк түштөнкийинки эк үх ӕмбисбоныфӕстӕ נאָכמיטאָג بظ بعدازظهر بعدزظهر تك دن شام غو م \
        مساء مساءً منجهندشام پیایم پیپی چك چۈشتىنكېيىن ܒܛ ߥ अपराह्न दपेहरासंजा दपैहरबाद दुपहरपतॖ पीएम बेलासे \
        शामजा सञ सांजे सांझ सांम অপৰাহ্ন পিএম ପିଏମ పిఎమ్ පව หลังเที่ยง ຫຼັງທ່ຽງ ཕྱིཆ ཕྱིདྲོ ညနေ တလ တွၼ်ႈလႃႈ \
        ሓቆስርምዕል ምሴት ቃማ ከሰዓት ድቀ ፋዱስደምቢ ᐲᒼ ᠦᠬᠣ ᱧᱤᱫᱟᱹ ḍeffiraza ọ̀sán ⲙⲙ ⵜⴰⴷⴳⴳⵯⴰⵜ 下午 下昼 下晝 午後 ꁯꋒ ꮢꭿᏹꭲ ꮢꭿᏹꭲꮧꮲ 오후 \
        𐐹𐑋 𐑐𐑥 𞤩𞤰
        """
}
