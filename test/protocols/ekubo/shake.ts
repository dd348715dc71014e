import { type Address, encodeFunctionData, type Hex, maxUint256, parseAbi } from "viem";
import {
  EKUBO_CORE,
  EKUBO_ROUTER,
  ekubo,
  ekuboAbi,
  hold,
  type Kind,
  keyOf,
  type PoolKey,
  tokenOf,
} from "../../../devnet/protocols/ekubo.ts";
import type { DevnetProtocol } from "../../../devnet/protocols/protocol.ts";
import { currencyOf, NATIVE } from "../../../src/lib/address.ts";
import { min } from "../../../src/lib/math.ts";
import { type EkuboPool, edges, maxIn, quote } from "../../../src/protocols/ekubo/pool.ts";
import type { Edge } from "../../../src/protocols/protocol.ts";
import { enrich } from "../enrich.ts";
import type { Random } from "../on-chain.ts";
import type { ProtocolChain, ProtocolChainOptions } from "../protocol-chain.ts";
import { read } from "./read.ts";

const GAS = 8_000_000n;
const RICH = 10n ** 40n;
const LARGEST = 10n ** 30n;
const tokenAbi = parseAbi([
  "function mint(address to, uint256 value)",
  "function approve(address spender, uint256 value)",
]);

/** Symbols, fee, kind and tick of the first price: spacings of all sizes, one range, all prices. */
const POOLS: readonly (readonly [string, string, bigint, Kind, number])[] = [
  ["ETH", "USDC", 500n, { tickSpacing: 1_000 }, -19_625_000],
  ["LINK", "DAI", 0n, { tickSpacing: 50 }, 2_000],
  ["WBTC", "DAI", 3_000n, { tickSpacing: 5_982 }, 0],
  ["UNI", "DAI", 123_456n, { tickSpacing: 698_605 }, 40_000_000],
  ["ETH", "DAI", 100n, { amplification: 10 }, 7_000_000],
  ["ETH", "UNI", 2_000n, {}, -3_000_000],
];

/** Positions that were made, by pool. */
type Positions = Map<Hex, { readonly lower: number; readonly upper: number; left: bigint }[]>;

const pools: DevnetProtocol = {
  slug: "test-pools",
  deploy: () => Promise.resolve(),
  async seed({ builder, tokens }) {
    const held = new Map<Address, bigint>();
    for (const [a, b, feePips, kind, tick] of POOLS) {
      const pair = [a, b].map((symbol) => tokenOf(tokens, symbol).address);
      const [token0, token1] = pair.sort() as [Address, Address];
      for (const token of [token0, token1]) held.set(token, RICH);
      const args = [keyOf(token0, token1, { ...kind, feePips }, tick), tick] as const;
      const data = encodeFunctionData({ abi: ekuboAbi, functionName: "initializePool", args });
      builder.queue({ to: EKUBO_CORE, data, gas: GAS, label: `pool of ${a} and ${b}` });
    }
    await hold(builder, held);
  },
};

/** What the family's chain carries. */
export const EKUBO_CHAIN: ProtocolChainOptions = { chainId: 1, protocols: [ekubo, pools] };

/** One random change of every pool: a position that is made, or left in part, or a swap. */
export function createShake(): (chain: ProtocolChain, random: Random) => Promise<void> {
  const positions: Positions = new Map();
  return async (chain, random) => {
    await enrich(chain);
    for (const pool of await read(chain.client)) {
      if (edges(pool).length === 0 || random() < 0.4) move(chain, pool, positions, random);
      else sell(chain, pool, random);
    }
    await chain.builder.flush();
  };
}

/** A swap in every pool that has liquidity, and now and then a small position around the price. */
export async function trade(chain: ProtocolChain, random: Random): Promise<void> {
  await enrich(chain);
  for (const pool of await read(chain.client)) {
    const edge = edges(pool)[random() < 0.5 ? 0 : 1];
    if (edge === undefined) continue;
    if (random() < 0.3) {
      const spacing = pool.tickSpacing ?? 1;
      const lower = (Math.floor(pool.tick / spacing) - 1 - Math.floor(random() * 9)) * spacing;
      const upper = lower + (11 + Math.floor(random() * 9)) * spacing;
      provide(chain, pool, { lower, upper, delta: pool.liquidity / 200n });
      continue;
    }
    const most = min(maxIn(pool, edge), LARGEST);
    const amountIn = (most * BigInt(1 + Math.floor(100 * random() ** 3))) / 2_000n;
    if (quote(pool, edge, amountIn).ok) queueSwap(chain, pool, { edge, amountIn });
  }
  await chain.builder.flush();
}

function move(chain: ProtocolChain, pool: EkuboPool, positions: Positions, random: Random): void {
  const made = positions.get(pool.id) ?? [];
  positions.set(pool.id, made);
  const left = made.filter((each) => each.left > 0n);
  const old = left[Math.floor(random() * left.length)];
  if (old !== undefined && left.length > 1 && random() < 0.4) {
    const part = random() < 0.4 ? old.left : old.left / 3n + 1n;
    old.left -= part;
    provide(chain, pool, { ...old, delta: -part });
    return;
  }
  const spacing = pool.tickSpacing ?? 1;
  const at = Math.floor(pool.tick / spacing);
  const reach = random() < 0.4 ? 3 : random() < 0.5 ? 50 : 700;
  const end = () => Math.floor((2 * random() - 1) * reach);
  const most = Math.floor(88_722_835 / spacing);
  const [a, b] = [at + end(), at + end()].map((one) => Math.max(-most, Math.min(most, one)));
  const [low, high] = [Math.min(a ?? 0, b ?? 0), Math.max(a ?? 0, b ?? 0)];
  const isAround = made.length === 0;
  const lower = (isAround ? Math.min(low, at) : low) * spacing;
  const upper = (isAround ? Math.max(high, at + 1) : high === low ? low + 1 : high) * spacing;
  if (upper > most * spacing) return;
  const delta = BigInt(Math.floor(10 ** (6 + random() * 16)));
  made.push({ lower, upper, left: delta });
  provide(chain, pool, { lower, upper, delta });
}

function provide(
  { builder }: ProtocolChain,
  pool: EkuboPool,
  on: { readonly lower: number; readonly upper: number; readonly delta: bigint },
): void {
  const args = [contractKey(pool), on.lower, on.upper, on.delta] as const;
  const data = encodeFunctionData({ abi: ekuboAbi, functionName: "provide", args });
  builder.queue({ to: EKUBO_CORE, data, gas: GAS, label: `position of ${pool.id}` });
}

/** The key of a pool, as the Core has it. */
export function contractKey({ token0, token1, config }: EkuboPool): PoolKey {
  return { token0: currencyOf(token0), token1, config };
}

function sell(chain: ProtocolChain, pool: EkuboPool, random: Random): void {
  const edge = edges(pool)[random() < 0.5 ? 0 : 1];
  if (edge === undefined) return;
  const most = min(maxIn(pool, edge), LARGEST);
  const amountIn = random() < 0.1 ? most : BigInt(Math.floor(Number(most) * random() ** 6));
  if (quote(pool, edge, amountIn).ok) queueSwap(chain, pool, { edge, amountIn });
}

/** Queues a swap of the operator, who is given what it takes but the native currency. */
export function queueSwap(
  { builder }: ProtocolChain,
  pool: EkuboPool,
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
      const approve = { functionName: "approve", args: [EKUBO_ROUTER, allowance] } as const;
      send(edge.tokenIn, encodeFunctionData({ abi: tokenAbi, ...approve }));
    }
  }
  const isToken1 = edge.tokenIn === pool.token1;
  const args = [contractKey(pool), isToken1, amountIn, 0n, 0n, least, builder.operator] as const;
  const data = encodeFunctionData({ abi: ekuboAbi, functionName: "swap", args });
  send(EKUBO_ROUTER, data, isNative ? amountIn : 0n);
}
