import { encodeFunctionData, type Hex, maxUint256, parseAbi } from "viem";
import {
  DEX_LITE,
  type DexLitePlan,
  dexLiteAbi,
  dexLiteCenterAddress,
  fluidDexLite,
  makeDexLitePools,
  resetDexLite,
} from "../../../devnet/protocols/fluid-lite.ts";
import type { DevnetProtocol } from "../../../devnet/protocols/protocol.ts";
import { NATIVE } from "../../../src/lib/address.ts";
import { min } from "../../../src/lib/math.ts";
import { toBigNumberDown } from "../../../src/protocols/fluid/words.ts";
import { edges, maxIn, quote } from "../../../src/protocols/fluid-dex-lite/pool.ts";
import { centerNonceOf } from "../../../src/protocols/fluid-dex-lite/prices.ts";
import {
  CENTER_FIELDS,
  type DexLitePool,
  type DexLiteWords,
  FIELDS,
  fieldOf,
  withField,
} from "../../../src/protocols/fluid-dex-lite/state.ts";
import type { Edge } from "../../../src/protocols/protocol.ts";
import { enrich } from "../enrich.ts";
import type { Random } from "../on-chain.ts";
import { mineAfter, type ProtocolChain, type ProtocolChainOptions } from "../protocol-chain.ts";
import { read } from "./read.ts";

const CHAIN_ID = 1;
const GAS = 1_000_000n;
const tokenAbi = parseAbi([
  "function mint(address to, uint256 value)",
  "function approve(address spender, uint256 value)",
]);

/** Center prices that are set and stored, prices beside one, decimals of 6, 8 and 18, ether. */
const PLANS: readonly DexLitePlan[] = [
  {
    symbols: ["USDC", "USDT"],
    center: "set",
    rebalances: false,
    feePips: 5n,
    range: 15n,
    usd: 3e6,
  },
  {
    symbols: ["DAI", "USDC"],
    center: "stored",
    rebalances: true,
    feePips: 50n,
    range: 30n,
    usd: 2e6,
  },
  {
    symbols: ["LINK", "ETH"],
    center: "set",
    rebalances: true,
    feePips: 100n,
    range: 300n,
    usd: 4e6,
  },
  {
    symbols: ["WBTC", "ETH"],
    center: "stored",
    rebalances: true,
    feePips: 3_000n,
    range: 4_000n,
    usd: 1e6,
  },
];

const pools: DevnetProtocol = {
  slug: "test-pools",
  deploy: () => Promise.resolve(),
  seed: ({ builder, tokens }) => makeDexLitePools(builder, tokens, PLANS),
};

/** What the family's chain carries. */
export const DEX_LITE_CHAIN: ProtocolChainOptions = {
  chainId: CHAIN_ID,
  protocols: [fluidDexLite, pools],
};

/**
 * One random change of every pool: mostly trades, and settings that move with time, and time
 * between two rounds.
 */
export async function shake(chain: ProtocolChain, random: Random): Promise<void> {
  await enrich(chain);
  const { timestamp } = await chain.node.getBlock();
  for (const pool of await read(chain.client, CHAIN_ID)) {
    if (random() < 0.4) reset(chain, pool, random, timestamp);
    else sell(chain, pool, random, timestamp + 12n);
  }
  await chain.builder.flush();
  const wait = random();
  if (wait < 0.4) await mineAfter(chain, wait < 0.1 ? 100_000 : Math.ceil(wait * 2_000));
}

/** A random trade in every pool, and now and then other settings. */
export async function trade(chain: ProtocolChain, random: Random): Promise<void> {
  await enrich(chain);
  const { timestamp } = await chain.node.getBlock();
  for (const pool of await read(chain.client, CHAIN_ID)) {
    if (random() < 0.2) reset(chain, pool, random, timestamp);
    else sell(chain, pool, random, timestamp + 12n);
  }
  await chain.builder.flush();
}

function sell(chain: ProtocolChain, pool: DexLitePool, random: Random, timestamp: bigint): void {
  const edge = edges(pool)[random() < 0.5 ? 0 : 1];
  if (edge === undefined) return;
  const most = maxIn(pool, edge, { timestamp });
  // What the block's time may change of the reserves is left.
  const amountIn = (most * BigInt(1 + Math.floor(900 * random() ** 2))) / 1_000n;
  if (quote(pool, edge, amountIn, { timestamp }).ok) queueSwap(chain, pool, { edge, amountIn });
}

/** Queues a swap of the operator, who is given what it takes but the native currency. */
export function queueSwap(
  { builder }: ProtocolChain,
  pool: DexLitePool,
  {
    edge,
    amountIn,
    least = 0n,
  }: { readonly edge: Edge; readonly amountIn: bigint; readonly least?: bigint },
): void {
  const isNative = edge.tokenIn === NATIVE;
  const send = (to: Hex, data: Hex, value = 0n) =>
    builder.queue({ to, data, value, gas: GAS, label: `${data.slice(0, 10)} of ${pool.id}` });
  if (!isNative) {
    const mint = { functionName: "mint", args: [builder.operator, amountIn] } as const;
    send(edge.tokenIn, encodeFunctionData({ abi: tokenAbi, ...mint }));
    for (const allowance of [0n, maxUint256]) {
      const approve = { functionName: "approve", args: [DEX_LITE, allowance] } as const;
      send(edge.tokenIn, encodeFunctionData({ abi: tokenAbi, ...approve }));
    }
  }
  const [token0, token1] = pool.tokens;
  const key = { token0, token1, salt: pool.salt };
  const isFirst = edge.tokenIn === token0;
  const args = [key, isFirst, amountIn, least, builder.operator, false, "0x", "0x"] as const;
  const data = encodeFunctionData({ abi: dexLiteAbi, functionName: "swapSingle", args });
  send(DEX_LITE, data, isNative ? amountIn : 0n);
}

/** Sets one thing of a pool, as the contract's governance may. */
function reset(chain: ProtocolChain, pool: DexLitePool, random: Random, timestamp: bigint): void {
  const some = (least: number, most: number) =>
    BigInt(least + Math.floor(random() * (most - least + 1)));
  const nonce = centerNonceOf(pool.variables);
  if (nonce !== 0n && random() < 0.5) {
    const price = (pool.externalPrice * some(9_990, 10_010)) / 10_000n;
    const data = encodeFunctionData({ abi: dexLiteAbi, functionName: "setPrice", args: [price] });
    const to = dexLiteCenterAddress(nonce);
    chain.builder.queue({ to, data, gas: GAS, label: "center price" });
    return;
  }
  const [token0, token1] = pool.tokens;
  const words = changed(pool, { random, some, timestamp });
  resetDexLite(chain.builder, { token0, token1, salt: pool.salt }, words);
}

/** The words of a pool with another setting. */
export function changed(
  pool: DexLitePool,
  {
    random,
    some,
    timestamp,
  }: {
    readonly random: Random;
    readonly some: (least: number, most: number) => bigint;
    readonly timestamp: bigint;
  },
): DexLiteWords {
  const { variables, centerShift, rangeShift, thresholdShift } = pool;
  const words = { variables, centerShift, rangeShift, thresholdShift };
  const seconds = some(300, 20_000);
  switch (Math.floor(random() * 6)) {
    case 0: {
      const fee = withField(variables, FIELDS.fee, some(0, 8_191));
      return { ...words, variables: withField(fee, FIELDS.revenueCut, some(0, 100)) };
    }
    case 1:
      return { ...words, variables: withField(variables, FIELDS.rebalancing, some(0, 1)) };
    case 2: {
      if (fieldOf(variables, FIELDS.isRangeShifting) === 1n) return words;
      const [upper, lower] = [
        fieldOf(variables, FIELDS.upperPercent),
        fieldOf(variables, FIELDS.lowerPercent),
      ];
      const shift = upper | (lower << 14n) | (seconds << 28n) | (timestamp << 48n);
      const next = (old: bigint) => min((old * some(60, 170)) / 100n + 1n, 9_900n);
      const fields = withField(variables, FIELDS.upperPercent, next(upper));
      const both = withField(fields, FIELDS.lowerPercent, next(lower));
      const moves = withField(both, FIELDS.isRangeShifting, 1n);
      return { ...words, variables: moves, rangeShift: shift };
    }
    case 3: {
      if (fieldOf(variables, FIELDS.isThresholdShifting) === 1n) return words;
      const [upper, lower] = [
        fieldOf(variables, FIELDS.upperThreshold),
        fieldOf(variables, FIELDS.lowerThreshold),
      ];
      const shift = upper | (lower << 7n) | (seconds << 14n) | (timestamp << 34n);
      const first = withField(variables, FIELDS.upperThreshold, some(1, 90));
      const both = withField(first, FIELDS.lowerThreshold, some(1, 90));
      const moves = withField(both, FIELDS.isThresholdShifting, 1n);
      return { ...words, variables: moves, thresholdShift: shift };
    }
    case 4: {
      if (centerNonceOf(variables) === 0n) return words;
      const old = (pool.externalPrice * some(9_970, 10_030)) / 10_000n;
      const stored = withField(variables, FIELDS.centerPrice, toBigNumberDown(old, 32));
      const target = some(200, 5_000) | (seconds << 20n) | (timestamp << 40n);
      return {
        ...words,
        variables: withField(stored, FIELDS.isCenterShifting, 1n),
        centerShift: withField(centerShift, CENTER_FIELDS.target, target),
      };
    }
    default:
      return {
        ...words,
        centerShift: withField(centerShift, CENTER_FIELDS.shiftSeconds, some(1, 20_000)),
      };
  }
}
