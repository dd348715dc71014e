import { type Hex, numberToHex } from "viem";
import { ZERO_ADDRESS } from "../../src/lib/address.ts";
import { blockNumber } from "../builder.ts";
import { chainSpec, TRADER } from "../chains.ts";
import type { Manifest } from "../manifest.ts";
import { createRandom, type Random } from "../market/random.ts";
import type { Rpc } from "../rpc.ts";
import { readPool, type TradedPool } from "./pool-state.ts";
import { type Position, provideCall, randomPosition, randomSwap, withdrawCall } from "./trades.ts";

export interface TraderOptions {
  readonly rpc: Rpc;
  readonly manifest: Manifest;
  readonly seed: number;
  readonly log: (line: string) => void;
}

/** Trades after each new block until it is stopped. */
export interface Trader {
  stop(): void;
}

const POLL_MS = 200;
const FEWEST_SWAPS = 2;
const MOST_SWAPS = 5;
const LIQUIDITY_PROBABILITY = 0.15;
const MOST_POSITIONS = 12;
const GAS = 2_000_000n;

/**
 * Starts a trader on one chain. What it sends after a block depends on the seed, the block's number
 * and the pools' state alone, as far as no block is missed. Errors of the node are logged, and it
 * goes on with the next block.
 */
export function startTrader(options: TraderOptions): Trader {
  const { rpc, manifest, log } = options;
  const trade = createRound(options);
  let lastBlock = -1;
  let stopped = false;
  let timer = setTimeout(poll, 0);

  async function round(): Promise<void> {
    const head = await blockNumber(rpc);
    if (head === lastBlock || stopped) return;
    lastBlock = head;
    await trade(head, () => stopped);
    // Blocks that the trades themselves made, where every transaction is mined at once, are no
    // reason to trade.
    lastBlock = await blockNumber(rpc);
  }

  function poll(): void {
    round()
      .catch((error: unknown) => {
        if (!stopped) log(`devnet: trader on chain ${manifest.chainId}: ${String(error)}`);
      })
      .finally(() => {
        if (!stopped) timer = setTimeout(poll, POLL_MS);
      });
  }

  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/** The trades of one block. */
function createRound({ rpc, manifest, seed }: TraderOptions) {
  const tokens = new Map(manifest.tokens.map((token) => [token.address as string, token]));
  const wrapped = tokens.get(chainSpec(manifest.chainId).wrappedNative.address.toLowerCase());
  if (wrapped !== undefined) tokens.set(ZERO_ADDRESS, wrapped);
  const isTraded = (address: string) => {
    const tier = tokens.get(address)?.tier;
    return tier === "hub" || tier === "major" || tier === "minor";
  };
  const pools: readonly TradedPool[] = [...manifest.pools, ...manifest.managedPools].filter(
    (pool) => isTraded(pool.token0) && isTraded(pool.token1),
  );
  const positions: Position[] = [];

  async function swap(pool: TradedPool, random: Random): Promise<void> {
    const state = await readPool(rpc, pool);
    const data = state === null ? null : randomSwap(state, tokens, random);
    if (data !== null) await send(rpc, manifest, data);
  }

  async function changeLiquidity(random: Random): Promise<void> {
    const oldest = positions.length >= MOST_POSITIONS ? positions.shift() : undefined;
    if (oldest !== undefined) await send(rpc, manifest, withdrawCall(oldest));
    const state = await readPool(rpc, random.pick(pools));
    const position = state === null ? null : randomPosition(state, random);
    if (position === null) return;
    await send(rpc, manifest, provideCall(position));
    positions.push(position);
  }

  return async (block: number, isStopped: () => boolean): Promise<void> => {
    const random = createRandom(`trader ${seed} ${manifest.chainId} ${block}`);
    const swaps = FEWEST_SWAPS + random.below(MOST_SWAPS - FEWEST_SWAPS + 1);
    // Each pool once: a second trade would be made for a price that the first one has moved.
    const chosen = new Set<TradedPool>();
    for (let count = 0; count < swaps; count++) chosen.add(random.pick(pools));
    for (const pool of chosen) {
      if (!isStopped()) await swap(pool, random);
    }
    if (random.next() < LIQUIDITY_PROBABILITY && !isStopped()) await changeLiquidity(random);
  };
}

async function send(rpc: Rpc, manifest: Manifest, data: Hex): Promise<void> {
  const fees = { maxFeePerGas: numberToHex(100_000_000_000n), maxPriorityFeePerGas: "0x0" };
  await rpc.request("eth_sendTransaction", [
    { from: TRADER, to: manifest.marketMaker, data, gas: numberToHex(GAS), ...fees },
  ]);
}
