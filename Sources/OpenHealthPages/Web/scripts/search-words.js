// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { typeName } from "./names.js";

/**
 * The search terms for types besides their names, in English, Portuguese, Japanese and Korean; all of them apply in every
 * language of the page.
 */
const words = {
  bloodPressure: "bp hypertension pressão tensão 血圧 혈압",
  heartRate: "pulse bpm pulso batimentos 脈拍 맥박",
  restingHeartRate: "pulse rhr pulso 脈拍 맥박",
  heartRateVariabilitySDNN: "hrv vfc 心拍変動 심박변이도",
  heartRateVariabilityRMSSD: "hrv vfc 心拍変動 심박변이도",
  oxygenSaturation: "spo2 o2 oxygen oximeter oxigênio saturação 酸素 산소포화도",
  electrocardiogram: "ecg ekg 心電図 심전도",
  vo2Max: "cardio fitness condicionamento 最大酸素摂取量 심폐 체력",
  bodyMass: "weight scale peso balança 体重 体重計 체중 몸무게",
  bodyMassIndex: "bmi imc 体格指数 체질량지수",
  bodyFatPercentage: "fat gordura 体脂肪 체지방",
  height: "tall altura estatura 身長 키 신장",
  waistCircumference: "waist belly cintura 腹囲 허리",
  bodyTemperature: "fever temperature temp febre 熱 体温 열 체온",
  bloodGlucose: "sugar glucose diabetes açúcar glicemia glicose 血糖 糖 혈당 당",
  insulinDelivery: "insulin diabetes insulina インスリン 인슐린",
  respiratoryRate: "breathing respiração 呼吸 호흡",
  sleepAnalysis: "sleep nap bed rem sono dormir 睡眠 昼寝 수면 잠",
  stepCount: "steps walk pedometer passos caminhada 歩数 걸음",
  distanceWalkingRunning: "walk run km miles caminhada corrida 歩行 徒歩 걷기 달리기",
  activeEnergyBurned: "calories kcal move calorias カロリー 칼로리",
  dietaryEnergyConsumed: "calories kcal calorias カロリー 칼로리",
  workout: "exercise training gym treino exercício 運動 トレーニング 운동",
  dietaryCaffeine: "coffee tea espresso café chá コーヒー お茶 커피 차",
  dietaryWater: "drink hydration água 水 水分補給 물 수분",
  numberOfAlcoholicBeverages: "alcohol beer wine drinks álcool cerveja vinho お酒 ビール ワイン 술 맥주 와인",
  dietarySugar: "sugar sweets açúcar doce 糖 砂糖 설탕 당",
  dietarySodium: "salt sal 塩分 塩 소금",
  dietaryCarbohydrates: "carbs carboidratos 糖質 炭水化物 탄수화물",
  dietaryFatTotal: "fat gordura 脂肪 지방",
  food: "meal eat lunch dinner breakfast refeição almoço 食事 식사",
  menstrualFlow: "period menses menstruation menstruação 生理 月経 생리 월경",
  basalBodyTemperature: "ovulation fertility ovulação 基礎体温 기초체온",
  mindfulSession: "meditation meditação 瞑想 명상",
  stateOfMind: "mood feelings emotion humor emoção 気分 感情 기분 감정",
  PHQ9: "depression depressão うつ 우울증",
  GAD7: "anxiety ansiedade 不安 불안",
  headache: "migraine enxaqueca 片頭痛 편두통",
  coughing: "cold tosse resfriado 風邪 감기",
  diarrhea: "diarrhoea",
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
