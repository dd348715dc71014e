import { encodeFunctionData, type Hex, parseAbi } from "viem";
import { v4Key } from "../../devnet/market/managed-calls.ts";
import { createRandom, type Random as DevnetRandom } from "../../devnet/market/random.ts";
import { MARKET_MAKER } from "../../devnet/protocols/market-maker.ts";
import { pancakeswapInfinityPools } from "../../devnet/protocols/pancakeswap-infinity.ts";
import { UNISWAP_V4_MANAGER, uniswapV4Pools } from "../../devnet/protocols/uniswap-v4.ts";
import { readPool, type TradedPool } from "../../devnet/trader/pool-state.ts";
import {
  provideCall,
  randomPosition,
  randomSwap,
  withdrawCall,
} from "../../devnet/trader/trades.ts";
import { lower, ZERO_ADDRESS } from "../../src/lib/address.ts";
import { randomProtocolFee } from "../protocols/managed-shake.ts";
import type { Random } from "../protocols/on-chain.ts";
import { read as readInfinity } from "../protocols/pancakeswap-infinity/read.ts";
import { shakenFees } from "../protocols/pancakeswap-infinity/shake.ts";
import type { ProtocolChain } from "../protocols/protocol-chain.ts";

const managerAbi = parseAbi([
  "struct Key { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }",
  "function setProtocolFee(Key key, uint24 fee)",
]);
const GAS = 2_000_000n;
const MOST_PROTOCOL_FEE = 1_000;

/** In each of some pools a position, a swap and now and then the end of the position; queued. */
export async function playPools(
  { builder, tokens }: ProtocolChain,
  pools: readonly TradedPool[],
  own: DevnetRandom,
): Promise<void> {
  const known = new Map(tokens.map((token) => [token.address as string, token]));
  const native = known.get(lower(builder.spec.wrappedNative.address));
  if (native !== undefined) known.set(ZERO_ADDRESS, native);
  const byMaker = (data: Hex, label: string) =>
    builder.queue({ to: MARKET_MAKER, data, gas: GAS, label });
  for (const pool of pools) {
    const state = await readPool(builder.rpc, pool);
    if (state === null) throw new Error(`The pool ${pool.address} is empty.`);
    const [position, swap] = [randomPosition(state, own), randomSwap(state, known, own)];
    if (position !== null) byMaker(provideCall(position), "position");
    if (swap !== null) byMaker(swap, "swap");
    if (position !== null && own.next() < 0.5) byMaker(withdrawCall(position), "end of a position");
  }
}

/** Trades in every pool of Uniswap's manager, and in some another protocol fee. */
export async function playV4(chain: ProtocolChain, random: Random): Promise<void> {
  const { builder } = chain;
  const own = createRandom(`managed pools ${random()}`);
  const pools = uniswapV4Pools(chain.tokens);
  await playPools(chain, pools, own);
  for (const pool of pools) {
    if (own.next() > 0.3) continue;
    const fee = randomProtocolFee(() => own.next(), MOST_PROTOCOL_FEE);
    const data = encodeFunctionData({ abi: managerAbi, args: [v4Key(pool), fee] });
    builder.queue({ to: UNISWAP_V4_MANAGER, data, gas: GAS, label: "protocol fee" });
  }
  await builder.flush();
}

/** Trades in every pool of PancakeSwap Infinity, and in some another protocol fee. */
export async function playInfinity(chain: ProtocolChain, random: Random): Promise<void> {
  const { builder } = chain;
  const own = createRandom(`infinity pools ${random()}`);
  await playPools(chain, pancakeswapInfinityPools(chain.tokens), own);
  for (const pool of await readInfinity(chain.client)) {
    if (own.next() > 0.3) continue;
    for (const call of shakenFees(pool, () => own.next())) {
      builder.queue({ ...call, gas: GAS, label: "protocol fee" });
    }
  }
  await builder.flush();
}
