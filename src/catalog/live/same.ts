/** Whether a row says what a reading does, in every column that the reading has. */
export function isSame<Reading extends object>(row: Reading, reading: Reading): boolean {
  return (Object.keys(reading) as (keyof Reading)[]).every((name) => row[name] === reading[name]);
}
