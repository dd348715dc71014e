import type { Chain } from "../../src/lib/chain.ts";

const SECONDS_PER_DAY = 86_400;
/**
 * What following a chain takes, measured by `bench/requests.ts` on the devnet's chains: about one
 * request for the head a second, and in a block the block itself once or twice by number and twice
 * by hash, its logs, and calls of what is read in each block, 6.7 on chain 1 and 1.0 to 2.4 on the
 * others.
 */
const HEADS_PER_SECOND = 1;
const [BLOCKS, LOGS] = [3, 1];
const callsOn = (chainId: number): number => (chainId === 1 ? 7 : 3);
/** Of Alchemy. @see https://alchemy.com/docs/reference/compute-unit-costs */
const UNITS = { block: 20, logs: 60, call: 26 };
/** Assumed. */
const DOLLARS_PER_MILLION = 0.45;

/**
 * What a start on chains, and following them for a day, takes of a rented node, as lines of a
 * document.
 *
 * @param firstToldOf The first block whose logs tell of pools, by chain id; null: none does.
 */
export function requestsOfADay(
  chains: readonly Chain[],
  firstToldOf: (chainId: number) => number | null,
): readonly string[] {
  return [
    "What following a chain takes of a node, whatever is asked of Weir: the head once a second (`POLLING_INTERVAL_MS`), and of each block the block itself three times, its logs, and",
    "calls for what is read in every block, 200 views each: seven on Ethereum and three elsewhere, by what chains of the devnet take (`bench/requests.ts`). Where more is followed it is a call",
    "more for each 200 views. Units are those of [Alchemy](https://alchemy.com/docs/reference/compute-unit-costs) (20 for a block, 60 for logs, 26 for a call), and $0.45 for a million of them is",
    "assumed. A first start takes some 3,600 requests on a chain of mainnet's size, besides one for each range of logs since the block that is named here, so 100 for a million blocks in",
    "ranges of 10,000; memory is told in [operations.md](operations.md).",
    "",
    "| chain | blocks a day | requests a day | units a day | dollars a day | logs of a start since |",
    "|---|--:|--:|--:|--:|--:|",
    ...chains.map((chain) => rowOf(chain, firstToldOf(chain.chainId))),
  ];
}

function rowOf({ chainId, name, blockTimeSeconds }: Chain, firstTold: number | null): string {
  const blocks = SECONDS_PER_DAY / blockTimeSeconds;
  const heads = SECONDS_PER_DAY * HEADS_PER_SECOND;
  const calls = callsOn(chainId);
  const requests = heads + blocks * (BLOCKS + LOGS + calls);
  const units =
    heads * UNITS.block + blocks * (BLOCKS * UNITS.block + LOGS * UNITS.logs + calls * UNITS.call);
  const dollars = (units / 1e6) * DOLLARS_PER_MILLION;
  const whole = (value: number): string => Math.round(value).toLocaleString("en-US");
  const cells = [
    ...[name, whole(blocks), whole(requests), `${(units / 1e6).toFixed(1)} million`],
    ...[dollars.toFixed(2), firstTold === null ? "none" : `block ${whole(firstTold)}`],
  ];
  return `| ${cells.join(" | ")} |`;
}
