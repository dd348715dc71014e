/** How many tokens may bring unindexed pools in. */
export interface AdmissionLimits {
  /**
   * Takes some places of a caller's, and of all.
   *
   * @param caller Null: of all alone.
   * @returns 0, or seconds to wait where not all of them are free: then none is taken.
   */
  take(caller: string | null, count: number): number;
}

const WINDOW_MS = 60_000;
/** Of a minute's places, what one caller may have: 1 in so many. */
const CALLER_SHARE = 4;

/** Limits in windows of a minute, of this process. */
export function createAdmissionLimits(
  perMinute: number,
  now: () => number = () => performance.now(),
): AdmissionLimits {
  let beganMs = now();
  let taken = 0;
  const byCaller = new Map<string, number>();
  const perCaller = Math.max(1, Math.floor(perMinute / CALLER_SHARE));
  return {
    take(caller, count) {
      if (now() - beganMs >= WINDOW_MS) {
        beganMs = now();
        taken = 0;
        byCaller.clear();
      }
      const own = caller === null ? 0 : (byCaller.get(caller) ?? 0);
      // A request for more than there ever are gets all of them.
      const isFree = (used: number, most: number) => used === 0 || used + count <= most;
      if (!isFree(taken, perMinute) || (caller !== null && !isFree(own, perCaller))) {
        return Math.max(1, Math.ceil((beganMs + WINDOW_MS - now()) / 1_000));
      }
      taken += count;
      if (caller !== null) byCaller.set(caller, own + count);
      return 0;
    },
  };
}
