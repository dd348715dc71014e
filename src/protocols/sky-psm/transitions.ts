import type { SkyPsmReading } from "./reading.ts";

/** Whether a reading says what a row has already. */
export function isSame(row: SkyPsmReading, reading: SkyPsmReading): boolean {
  return (Object.keys(reading) as (keyof SkyPsmReading)[]).every(
    (name) => row[name] === reading[name],
  );
}
