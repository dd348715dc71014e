import type { DevnetToken, ManagedPool } from "../manifest.ts";
import { binCalls } from "../market/bin-calls.ts";
import { depth, type Market } from "../market/depth.ts";
import { idOf, infinityKey } from "../market/managed-calls.ts";
import { nativeInventory, tokenOf } from "../market/managed-pools.ts";
import { createRandom } from "../market/random.ts";
import { evenConfigs, lbBinOf } from "./liquidity-book.ts";
import { MARKET_MAKER } from "./market-maker.ts";
import { INFINITY_BIN_MANAGER } from "./pancakeswap-infinity.ts";
import type { DevnetProtocol } from "./protocol.ts";

const GAS = { initialize: 500_000n, bin: 250_000n };
/** Bins on each side of the active one. */
export const REACH = 25;

/** Pair, fee in hundredths of a basis point and bin step; `ETH` is the native currency. */
const POOLS = [
  ["USDC", "USDbC", 100, 1],
  ["ETH", "USDC", 500, 10],
  ["ETH", "cbBTC", 1_500, 20],
] as const;

/** The bins of the devnet's market; the managers are there with those of concentrated liquidity. */
export const pancakeswapInfinityBinMarket: DevnetProtocol = {
  slug: "pancakeswap-infinity-bin",
  deploy: () => Promise.resolve(),
  async seed({ builder, tokens }) {
    await builder.rpc.request("anvil_setBalance", [MARKET_MAKER, nativeInventory]);
    for (const { pool, activeId, amounts } of planned(tokens)) {
      const calls = binCalls(infinityKey(pool));
      builder.queue({
        ...{ to: INFINITY_BIN_MANAGER, gas: GAS.initialize, label: `pool ${pool.id}` },
        data: calls.initialize(activeId),
      });
      const configs = evenConfigs(activeId, REACH);
      builder.queue({
        ...{ to: MARKET_MAKER, gas: GAS.bin * BigInt(configs.length) },
        ...{ label: `bins of ${pool.id}`, data: calls.provide(amounts, configs) },
      });
    }
    await builder.flush();
  },
};

/** Those pools. */
export function pancakeswapInfinityBinPools(
  tokens: readonly DevnetToken[],
): readonly ManagedPool[] {
  return planned(tokens).map(({ pool }) => pool);
}

function planned(tokens: readonly DevnetToken[]) {
  const market: Market = { tokens, random: createRandom("weir devnet infinity bins") };
  return POOLS.map(([a, b, feePips, binStep]) => {
    const both = [tokenOf(tokens, a), tokenOf(tokens, b)] as const;
    const [x, y] = both[0].address < both[1].address ? both : ([both[1], both[0]] as const);
    const [unitX, unitY] = [x, y].map(({ priceUsd, decimals }) => priceUsd / 10 ** decimals) as [
      number,
      number,
    ];
    const half = depth(market, [x, y]) / 2;
    const entry: Omit<ManagedPool, "id"> = {
      ...{ address: INFINITY_BIN_MANAGER, view: INFINITY_BIN_MANAGER, feePips },
      ...{ venue: "pancakeswap-infinity-bin", family: "pancakeswap-infinity-bin" },
      ...{ token0: x.address, token1: y.address, tickSpacing: binStep, recorded: false },
    };
    const amounts = {
      x: BigInt(Math.floor(half / unitX)),
      y: BigInt(Math.floor(half / unitY)),
    };
    const activeId = lbBinOf(unitX / unitY, binStep);
    return { pool: { ...entry, id: idOf(entry) }, activeId, amounts };
  });
}
