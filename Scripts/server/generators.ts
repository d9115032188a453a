// Uses the client that openapi-generator makes for TypeScript (typescript-fetch): node generators.js, with ADDRESS and TOKEN.
import { AppApi, Configuration, ResponseError, SamplesApi, StatisticsApi } from "./typescript";

declare const process: { env: { ADDRESS: string; TOKEN: string } };

function expect(condition: boolean, what: unknown) {
  if (!condition) throw new Error(JSON.stringify(what));
}

async function main() {
  const configuration = new Configuration({ basePath: process.env.ADDRESS, accessToken: process.env.TOKEN });
  const samples = new SamplesApi(configuration);
  expect((await new AppApi(configuration).showApp()).identifier === "org.example.generated", "the app");
  const start = new Date("2001-05-14T07:30:00Z");
  const later = (hours: number) => new Date(start.getTime() + hours * 3_600_000);
  const weights = [0, 1, 2].map((hour) => ({ type: "bodyMass", startDate: later(hour), value: 80 + hour, unit: "kg" }));
  const saved = await samples.saveSamples({ saveSamplesRequest: { samples: weights } });
  const values: unknown[] = [];
  let cursor: string | undefined;
  do {
    const page = await samples.listSamples({ type: "bodyMass", from: start, to: later(4), limit: 2, cursor });
    values.push(...page.samples.map((sample) => sample.value));
    cursor = page.cursor ?? undefined;
  } while (cursor);
  expect(values.join() === "80,81,82", values);
  const months = await new StatisticsApi(configuration).readStatistics({ type: "bodyMass", from: start, to: later(4), every: "month" });
  expect(months.statistics.length === 1 && months.statistics[0].average?.value === 81, months);
  expect(months.statistics[0].endDate > start, months);
  for (const uuid of saved.uuids) await samples.deleteSample({ uuid });
  const none = await samples.listSamples({ type: "bodyMass", from: start, to: later(4) });
  expect(none.samples.length === 0, none);
  const refused = await samples.listSamples({ type: "stepCoun" }).then(() => undefined, (error) => error);
  expect(refused instanceof ResponseError && refused.response.status === 422, String(refused));
}

main();
