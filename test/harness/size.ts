/**
 * How much a campaign does: `always` in `npm test`, `nightly` in the project of that name, which runs the same files through `*.nightly.test.ts`.
 */
export function sized<T>({ always, nightly }: { readonly always: T; readonly nightly: T }): T {
  return process.env.WEIR_TEST_SIZE === "nightly" ? nightly : always;
}
