import { encodeFunctionData, type Hex, maxUint256, parseAbi } from "viem";
import {
  FLUID_LIQUIDITY,
  type FluidPlan,
  fluid,
  fluidAbi,
  fluidCenterAddress,
  makeFluidPools,
  setWords,
} from "../../../devnet/protocols/fluid.ts";
import { keyed, slotOf } from "../../../devnet/protocols/fluid-words.ts";
import { lido } from "../../../devnet/protocols/lido.ts";
import type { DevnetProtocol } from "../../../devnet/protocols/protocol.ts";
import { NATIVE } from "../../../src/lib/address.ts";
import { edges, maxIn, quote } from "../../../src/protocols/fluid/pool.ts";
import { centerNonceOf } from "../../../src/protocols/fluid/prices.ts";
import type { FluidPool } from "../../../src/protocols/fluid/state.ts";
import { bitsOf, toBigNumberDown, withBits } from "../../../src/protocols/fluid/words.ts";
import type { Random } from "../on-chain.ts";
import { mineAfter, type ProtocolChain, type ProtocolChainOptions } from "../protocol-chain.ts";
import { read } from "./read.ts";

const CHAIN_ID = 1;
const GAS = 3_000_000n;
const tokenAbi = parseAbi([
  "function mint(address to, uint256 value)",
  "function approve(address spender, uint256 value)",
]);

const SETTINGS = { feePips: 500n, revenuePercent: 15n, shiftSeconds: 900n } as const;

/** Collateral, debt and both; centers that are stored and move, that are set, and of wstETH. */
const PLANS: readonly FluidPlan[] = [
  {
    ...{ symbols: ["wstETH", "ETH"], center: "wstETH", usd: 4e6 },
    settings: {
      ...{ ...SETTINGS, hasCollateral: true, hasDebt: true, feePips: 100n },
      ...{ range: 20_000n, threshold: 0n },
    },
  },
  {
    ...{ symbols: ["USDC", "USDT"], center: "stored", usd: 3e6 },
    settings: {
      ...{ ...SETTINGS, hasCollateral: false, hasDebt: true, feePips: 50n },
      ...{ range: 1_500n, threshold: 0n },
    },
  },
  {
    ...{ symbols: ["WBTC", "AAVE"], center: "stored", usd: 1e6 },
    settings: {
      ...SETTINGS,
      hasCollateral: true,
      hasDebt: false,
      range: 100_000n,
      threshold: 300n,
    },
  },
  {
    ...{ symbols: ["LINK", "DAI"], center: "set", usd: 1e6 },
    settings: { ...SETTINGS, hasCollateral: true, hasDebt: true, range: 150_000n, threshold: 200n },
  },
];

const pools: DevnetProtocol = {
  slug: "test-pools",
  deploy: () => Promise.resolve(),
  seed: ({ builder, tokens }) => makeFluidPools(builder, tokens, PLANS),
};

/** What the family's chain carries. */
export const FLUID_CHAIN: ProtocolChainOptions = {
  chainId: CHAIN_ID,
  protocols: [lido, fluid, pools],
};

/**
 * One random change of every pool: mostly trades, and settings that move with time, limits, pauses,
 * and time between two rounds.
 */
export async function shake(chain: ProtocolChain, random: Random): Promise<void> {
  const { builder, node, client } = chain;
  const { timestamp } = await node.getBlock();
  for (const state of await read(client, CHAIN_ID)) {
    resume(chain, state);
    if (random() < 0.35) reset(chain, state, random, timestamp);
    else sell(chain, state, random, timestamp + 12n);
  }
  await builder.flush();
  const wait = random();
  if (wait < 0.4) {
    await mineAfter(chain, wait < 0.1 ? 100_000 : Math.ceil(wait * 2_000));
  }
}

/** A random trade in every pool. */
export async function trade(chain: ProtocolChain, random: Random): Promise<void> {
  const { timestamp } = await chain.node.getBlock();
  for (const state of await read(chain.client, CHAIN_ID)) {
    sell(chain, state, random, timestamp + 12n);
  }
  await chain.builder.flush();
}

function sell({ builder }: ProtocolChain, state: FluidPool, random: Random, timestamp: bigint) {
  const way = edges(state)[random() < 0.5 ? 0 : 1];
  if (way === undefined) return;
  const most = maxIn(state, way, { timestamp });
  // What the block's time may change of limits is left.
  const amountIn = (most * BigInt(1 + Math.floor(600 * random() ** 2))) / 1_000n;
  if (!quote(state, way, amountIn, { timestamp }).ok) return;
  const isNative = way.tokenIn === NATIVE;
  const send = (to: Hex, data: Hex, value = 0n) =>
    builder.queue({ to, data, value, gas: GAS, label: `${data.slice(0, 10)} of ${state.address}` });
  if (!isNative) {
    const mint = { functionName: "mint", args: [builder.operator, amountIn] } as const;
    send(way.tokenIn, encodeFunctionData({ abi: tokenAbi, ...mint }));
    for (const allowance of [0n, maxUint256]) {
      const approve = { functionName: "approve", args: [state.address, allowance] } as const;
      send(way.tokenIn, encodeFunctionData({ abi: tokenAbi, ...approve }));
    }
  }
  const args = [way.tokenIn === state.tokens[0], amountIn, 0n, builder.operator] as const;
  const data = encodeFunctionData({ abi: fluidAbi, functionName: "swapIn", args });
  send(state.address, data, isNative ? amountIn : 0n);
}

/** Ends pauses of the round before. */
function resume({ builder }: ProtocolChain, { address, config, tokens, accounts }: FluidPool) {
  const running = (word: bigint) => withBits(word, { from: 255, count: 1, value: 0n });
  if (running(config) !== config) {
    setWords(builder, address, new Map([[slotOf(1), running(config)]]));
  }
  for (const [i, token] of tokens.entries()) {
    for (const [slot, word] of [
      [8, accounts[i as 0 | 1].supply],
      [9, accounts[i as 0 | 1].borrow],
    ] as const) {
      if (running(word) === word) continue;
      const place = keyed(token, keyed(address, slotOf(slot)));
      setWords(builder, FLUID_LIQUIDITY, new Map([[place, running(word)]]));
    }
  }
}

/** Sets one thing of a pool, or of what the Liquidity layer knows of it. */
function reset({ builder }: ProtocolChain, state: FluidPool, random: Random, timestamp: bigint) {
  const { address } = state;
  const config = withBits(state.config, { from: 255, count: 1, value: 0n });
  const some = (least: number, most: number) =>
    BigInt(least + Math.floor(random() * (most - least + 1)));
  const put = (word: bigint, from: number, count: number, value: bigint) =>
    withBits(word, { from, count, value });
  const set = (words: readonly (readonly [number, bigint])[]) =>
    setWords(builder, address, new Map(words.map(([slot, word]) => [slotOf(slot), word])));
  const start = timestamp << 60n;
  switch (Math.floor(random() * 9)) {
    case 0:
      return set([[1, put(put(config, 2, 17, some(0, 3_000)), 19, 7, some(0, 50))]]);
    case 1: {
      // The range moves from where it is to another width.
      const old = bitsOf(config, 27, 20);
      const width = (old * some(60, 150)) / 100n;
      const shift = old | (old << 20n) | (some(500, 3_000) << 40n) | start;
      const word = put(put(put(config, 26, 1, 1n), 27, 20, width), 47, 20, width);
      const thresholds = state.shifts >> 128n;
      return set([
        [7, (thresholds << 128n) | shift],
        [1, word],
      ]);
    }
    case 2: {
      if (bitsOf(config, 68, 20) === 0n) return;
      const old = bitsOf(config, 68, 10) | (bitsOf(config, 78, 10) << 20n);
      const shift = old | (some(500, 3_000) << 40n) | start | (bitsOf(config, 88, 24) << 93n);
      const word = put(put(put(config, 67, 1, 1n), 68, 10, some(100, 800)), 78, 10, some(100, 800));
      const ranges = state.shifts & ((1n << 128n) - 1n);
      return set([
        [7, ranges | (shift << 128n)],
        [1, put(word, 88, 24, some(60, 2_000))],
      ]);
    }
    case 3:
    case 4: {
      const nonce = centerNonceOf(config);
      if (nonce === 0n || state.tokens[1] === NATIVE) return;
      // Another center price, at once or on the way there.
      const price = (state.externalPrice * some(990, 1_010)) / 1_000n;
      const data = encodeFunctionData({ abi: fluidAbi, functionName: "setPrice", args: [price] });
      builder.queue({ to: fluidCenterAddress(nonce), data, gas: GAS, label: "center price" });
      if (random() < 0.4) return;
      const shift = timestamp | (some(1_000, 20_000) << 33n) | (some(300, 3_000) << 53n);
      return set([
        [8, shift],
        [1, put(config, 248, 1, 1n)],
      ]);
    }
    case 5:
      return set([[1, put(config, 255, 1, 1n)]]);
    case 6:
      return set([
        [1, put(config, random() < 0.5 ? 228 : 238, 10, random() < 0.5 ? 1_000n : some(480, 800))],
      ]);
    default:
      return resetLayer({ builder }, state, { random, some, put });
  }
}

function resetLayer(
  { builder }: Pick<ProtocolChain, "builder">,
  state: FluidPool,
  {
    random,
    some,
    put,
  }: {
    readonly random: Random;
    readonly some: (least: number, most: number) => bigint;
    readonly put: (word: bigint, from: number, count: number, value: bigint) => bigint;
  },
) {
  const place = random() < 0.5 ? 0 : 1;
  const { prices, ...words } = state.accounts[place];
  const [supply, borrow] = [words.supply, words.borrow].map((word) => put(word, 255, 1, 0n)) as [
    bigint,
    bigint,
  ];
  const token = state.tokens[place];
  const own = (slot: number) => keyed(token, keyed(state.address, slotOf(slot)));
  const set = (slot: Hex, word: bigint) =>
    setWords(builder, FLUID_LIQUIDITY, new Map([[slot, word]]));
  switch (Math.floor(random() * 5)) {
    case 0:
      return set(own(8), put(put(supply, 162, 14, some(50, 5_000)), 176, 24, some(600, 40_000)));
    case 1:
      return set(own(9), put(put(borrow, 162, 14, some(50, 5_000)), 176, 24, some(600, 40_000)));
    case 2:
      // A deposit that still decays.
      return set(
        own(8),
        put(
          put(supply, 218, 26, toBigNumberDown(some(1, 1_000) * 10n ** 12n, 18)),
          244,
          10,
          some(1, 1_000),
        ),
      );
    case 3: {
      const most = put(prices, 249, 1, random() < 0.5 ? 1n : 0n);
      set(keyed(token, slotOf(11)), some(5_200, 9_000));
      return set(keyed(token, slotOf(5)), most);
    }
    default:
      return random() < 0.5
        ? set(own(8), put(supply, 255, 1, 1n))
        : set(own(9), put(borrow, 255, 1, 1n));
  }
}
