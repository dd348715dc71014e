/** What tells when a vault is to be read. */
export interface RotaVault {
  readonly address: string;
  readonly updatedBlock: number;
}

/**
 * Vaults that are read per second of the time between two readings. A vault takes seven views, of
 * which 200 go into a request.
 */
const VAULTS_PER_SECOND = 32;

/**
 * The vaults to read in a block: all where they are few. Else those that were made or dealt in in
 * this very block, as many again at most, and of all a part that is another one the next time, so
 * that each has its turn however many others anybody makes. Depends on rows and block alone.
 *
 * @param on.seconds Between two readings.
 * @param on.blocksBetween Blocks between two readings.
 * @param on.most Vaults of a turn; absent: as many as the seconds allow.
 */
export function dueVaults<V extends RotaVault>(
  vaults: readonly V[],
  on: {
    readonly block: number;
    readonly seconds: number;
    readonly blocksBetween: number;
    readonly most?: number;
  },
): readonly V[] {
  const most = on.most ?? Math.ceil(on.seconds * VAULTS_PER_SECOND);
  if (vaults.length <= most) return vaults;
  const turns = Math.ceil(vaults.length / most);
  const turn = Math.floor(on.block / on.blocksBetween) % turns;
  const ordered = [...vaults].sort((a, b) => (a.address < b.address ? -1 : 1));
  const dealt = ordered.filter(({ updatedBlock }) => updatedBlock === on.block).slice(0, most);
  return [...new Set([...dealt, ...ordered.filter((_, place) => place % turns === turn)])];
}
