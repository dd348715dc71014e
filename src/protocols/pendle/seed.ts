import type { Address } from "viem";
import { PendleFirstMarketFactory, PendleMarketFactory } from "../../../abis/Pendle.ts";
import type { Ask } from "../../catalog/live/aggregate.ts";
import { lower } from "../../lib/address.ts";
import type { Catalogue, FamilySeed, SeedLog, SeedPool } from "../../seed/family.ts";
import type { StateReader } from "../../seed/reader.ts";
import { addressOf, viewOf } from "../../seed/words.ts";
import { pendleOn } from "./contracts.ts";
import { MOST_WORDS, readMarkets } from "./reading.ts";
import { columnsOf, created } from "./transitions.ts";

const TOKENS = [viewOf("readTokens()", 3)];

/** The state of the markets, which their factories tell of; SYs come with the first live block. */
export const pendleSeed: FamilySeed = {
  sources: ["PendleMarketFactory"],
  version: 2,
  catalogues(chainId) {
    const found = pendleOn(chainId);
    if (found === null) return [];
    const logged = (
      address: readonly Address[],
      event: Extract<Catalogue, { kind: "logged" }>["event"],
    ): readonly Catalogue[] => {
      const [key] = address;
      if (key === undefined) return [];
      const read = (state: StateReader, logs: readonly SeedLog[]) =>
        marketsOf(state, logs, found.slug);
      return [{ kind: "logged", key, address, event, fromBlock: found.startBlock ?? 0, read }];
    };
    return [
      ...logged(found.firstFactories, PendleFirstMarketFactory[0]),
      ...logged(found.factories, PendleMarketFactory[0]),
    ];
  },
  async state(state, pools, { chainId, number, timestamp }) {
    const router = pendleOn(chainId)?.router;
    if (router === undefined) return { rows: { pendlePool: [] } };
    const ask: Ask = (views) => state.list(views, MOST_WORDS);
    const asked = pools.map((pool) => ({ address: pool.address, ...tokensOf(pool) }));
    const readings = await readMarkets(ask, asked, router);
    const rows = pools.map((pool, at) => {
      const { address, slug } = pool;
      const reading = readings[at];
      const read = reading == null ? {} : columnsOf(reading, timestamp);
      return { chainId, address, slug, ...created(tokensOf(pool), number), ...read };
    });
    const tokens = pools.flatMap((pool) => [pool.address, tokensOf(pool).yt]);
    return { rows: { pendlePool: rows }, tokens: tokens.map((address) => ({ address })) };
  },
};

async function marketsOf(
  state: StateReader,
  logs: readonly SeedLog[],
  slug: string,
): Promise<readonly SeedPool[]> {
  const made = logs.map(({ address: parent, args }) => ({
    parent: lower(parent),
    address: lower(args.market as Address),
  }));
  const answers = await state.product(
    made.map(({ address }) => address),
    TOKENS,
  );
  return made.flatMap(({ address, parent }, at): SeedPool[] => {
    const [words] = answers[at] ?? [];
    if (words == null) return [];
    const [sy, pt, yt] = words.map(addressOf) as [Address, Address, Address];
    return [{ id: address, address, parent, slug, tokens: [sy, pt], facts: { yt } }];
  });
}

function tokensOf({ address, tokens: [sy = address, pt = address], facts }: SeedPool) {
  return { sy, pt, yt: String(facts.yt) as Address };
}
