/** Length of an hour. */
export const SECONDS_PER_HOUR = 3_600;

/** Start of the hour of a moment, both in seconds since the epoch. */
export function hourOf(timestamp: bigint): number {
  const seconds = Number(timestamp);
  return seconds - (seconds % SECONDS_PER_HOUR);
}
