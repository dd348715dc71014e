import type { SkyPsm3Reading } from "./reading.ts";

/** Whether a reading says what a row has already. */
export function isSame(row: SkyPsm3Reading, reading: SkyPsm3Reading): boolean {
  return (Object.keys(reading) as (keyof SkyPsm3Reading)[]).every(
    (name) => row[name] === reading[name],
  );
}
