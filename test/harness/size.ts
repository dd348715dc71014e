/**
 * How much a campaign does: `always` in `npm test`, `nightly` in the project of that name, which
 * runs the same files through `*.nightly.test.ts`.
 */
export function sized<T>({ always, nightly }: { readonly always: T; readonly nightly: T }): T {
  return process.env.WEIR_TEST_SIZE === "nightly" ? nightly : always;
}

/**
 * Of a nightly campaign: another one each night; the names of the tests tell it, and `SEED` sets
 * it.
 */
export function nightlySeed(): number {
  return Number(process.env.SEED ?? Math.floor(Date.now() / 1_000) % 1_000_000);
}

/** The seed of a campaign: the given one in `npm test`, that of the night in the nightly run. */
export function campaignSeed(always: number): number {
  return sized({ always, nightly: nightlySeed() });
}
