// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { typeName } from "./names.js";

/** Words under which people look for types besides their names: in every language of the pages, whatever the language of the page. */
const words = {
  bloodPressure: "bp hypertension pressão tensão 血圧 혈압 blutdruck hypertonie tension hipertensión presión 血压 高血压",
  heartRate: "pulse bpm pulso batimentos 脈拍 맥박 puls pouls pulsaciones 脉搏",
  restingHeartRate: "pulse rhr pulso 脈拍 맥박 ruhepuls pouls pulso 脉搏",
  heartRateVariabilitySDNN: "hrv vfc 心拍変動 심박변이도 vfc 心率变异性",
  heartRateVariabilityRMSSD: "hrv vfc 心拍変動 심박변이도 vfc 心率变异性",
  oxygenSaturation: "spo2 o2 oxygen oximeter oxigênio saturação 酸素 산소포화도 sauerstoff sättigung oxygène saturation oxígeno saturación 血氧 氧",
  electrocardiogram: "ecg ekg 心電図 심전도 électrocardiogramme electrocardiograma 心电图",
  vo2Max: "cardio fitness condicionamento 最大酸素摂取量 심폐 체력 ausdauer kondition endurance resistencia 最大摄氧量",
  bodyMass: "weight scale peso balança 体重 体重計 체중 몸무게 gewicht waage poids balance peso báscula 体重 秤",
  bodyMassIndex: "bmi imc 体格指数 체질량지수 imc 体质指数",
  bodyFatPercentage: "fat gordura 体脂肪 체지방 körperfett fett graisse grasa 体脂",
  height: "tall altura estatura 身長 키 신장 körpergröße taille estatura altura 身高",
  waistCircumference: "waist belly cintura 腹囲 허리 bauch taille ventre cintura 腰围",
  bodyTemperature: "fever temperature temp febre 熱 体温 열 체온 fieber temperatur fièvre température fiebre temperatura 体温 发烧",
  bloodGlucose: "sugar glucose diabetes açúcar glicemia glicose 血糖 糖 혈당 당 zucker diabetes sucre glycémie azúcar glucemia 血糖 糖尿病",
  insulinDelivery: "insulin diabetes insulina インスリン 인슐린 insuline insulina 胰岛素",
  respiratoryRate: "breathing respiração 呼吸 호흡 atmung respiration respiración 呼吸",
  sleepAnalysis: "sleep nap bed rem sono dormir 睡眠 昼寝 수면 잠 schlaf nickerchen sommeil sieste sueño siesta 睡觉 睡眠 午睡",
  stepCount: "steps walk pedometer passos caminhada 歩数 걸음 schritte gehen schrittzähler pas marche podomètre pasos caminar podómetro 步数 走路",
  distanceWalkingRunning: "walk run km miles caminhada corrida 歩行 徒歩 걷기 달리기 gehen laufen strecke marcher courir caminar correr 步行 跑步",
  activeEnergyBurned: "calories kcal move calorias カロリー 칼로리 kalorien calories calorías 卡路里 热量",
  dietaryEnergyConsumed: "calories kcal calorias カロリー 칼로리 kalorien calories calorías 卡路里 热量",
  workout: "exercise training gym treino exercício 運動 トレーニング 운동 sport training trainieren entraînement exercice entrenamiento ejercicio 锻炼 运动",
  dietaryCaffeine: "coffee tea espresso café chá コーヒー お茶 커피 차 kaffee tee café thé té 咖啡 茶",
  dietaryWater: "drink hydration água 水 水分補給 물 수분 trinken eau boisson agua beber 喝水",
  numberOfAlcoholicBeverages: "alcohol beer wine drinks álcool cerveja vinho お酒 ビール ワイン 술 맥주 와인 alkohol bier wein alcool bière vin alcohol cerveza vino 酒 啤酒",
  dietarySugar: "sugar sweets açúcar doce 糖 砂糖 설탕 당 zucker süßes sucre azúcar 糖",
  dietarySodium: "salt sal 塩分 塩 소금 salz sel sal 盐",
  dietaryCarbohydrates: "carbs carboidratos 糖質 炭水化物 탄수화물 kohlenhydrate glucides hidratos 碳水",
  dietaryFatTotal: "fat gordura 脂肪 지방 fett graisse grasa 脂肪",
  food: "meal eat lunch dinner breakfast refeição almoço 食事 식사 essen mahlzeit frühstück repas manger comida almuerzo 吃饭 餐",
  menstrualFlow: "period menses menstruation menstruação 生理 月経 생리 월경 periode regel règles menstruations regla menstruación 月经 例假",
  basalBodyTemperature: "ovulation fertility ovulação 基礎体温 기초체온 eisprung fruchtbarkeit ovulation ovulación 排卵",
  mindfulSession: "meditation meditação 瞑想 명상 meditation achtsamkeit méditation meditación 冥想",
  stateOfMind: "mood feelings emotion humor emoção 気分 感情 기분 감정 stimmung gefühle humeur émotion ánimo emoción 心情 情绪",
  PHQ9: "depression depressão うつ 우울증 depression dépression depresión 抑郁",
  GAD7: "anxiety ansiedade 不安 불안 angst anxiété ansiedad 焦虑",
  headache: "migraine enxaqueca 片頭痛 편두통 migräne kopfweh migraine migraña jaqueca 偏头痛",
  coughing: "cold tosse resfriado 風邪 감기 erkältung toux rhume tos resfriado 感冒 咳",
  diarrhea: "diarrhoea durchfall diarrhée diarrea 拉肚子",
};

/** Returns a string for comparison, without case, accents and width variants. */
const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLocaleLowerCase().normalize("NFC");

/** Returns the search terms of a type: its name, its short name and other words. */
export const searchTexts = (name) => [typeName(name), name, ...(words[name]?.split(" ") ?? [])];

/**
 * Returns which entries match a search: those that contain the typed text, or if there are none, those with a word that differs
 * in one letter at most.
 * @param {string[][]} entries the strings of each entry.
 * @param {string} typed the typed text.
 * @returns {boolean[]} for each entry, whether it matches.
 */
export function matches(entries, typed) {
  const wanted = plain(typed).replace(/\s/gu, "");
  const texts = entries.map((entry) => entry.map(plain));
  const exact = texts.map((entry) => entry.some((text) => text.replace(/\s/gu, "").includes(wanted)));
  // Shorter words and syllables differ in one letter from too many others.
  if (wanted.length < 4 || !/^[a-z]+$/.test(wanted) || exact.includes(true)) return exact;
  return texts.map((entry) => entry.some((text) => text.split(/[^a-z]+/u).some((word) => isNear(word, wanted))));
}

/** Returns whether two words differ by one letter that is added, removed or replaced, or by two swapped letters. */
function isNear(word, typed) {
  if (word.length < 4 || Math.abs(word.length - typed.length) > 1) return false;
  let at = 0;
  while (at < word.length && word[at] === typed[at]) at += 1;
  const [left, right] = [word.slice(at), typed.slice(at)];
  return left.slice(1) === right || left === right.slice(1) || left.slice(1) === right.slice(1)
    || (left.slice(2) === right.slice(2) && left[0] === right[1] && left[1] === right[0]);
}
