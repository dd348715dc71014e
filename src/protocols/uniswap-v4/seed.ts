import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  keccak256,
  parseAbi,
} from "viem";
import { UniswapV4Manager } from "../../../abis/UniswapV4Manager.ts";
import { NATIVE, ZERO_ADDRESS } from "../../lib/address.ts";
import type { Catalogue, FamilySeed, SeedBlock, SeedLog, SeedPool } from "../../seed/family.ts";
import type { LensTick } from "../../seed/lens.ts";
import type { StateReader } from "../../seed/reader.ts";
import { wordOf } from "../../seed/words.ts";
import { deploymentWith } from "../sources.ts";
import { holdings } from "../uniswap-v3/holdings.ts";
import { createTickTable } from "../uniswap-v3/tick-table.ts";
import { isKnownByEvents } from "./admission.ts";
import { deployments } from "./contracts.ts";

const [initialize] = UniswapV4Manager;
const EXTSLOAD = parseAbi([
  "function extsload(bytes32 startSlot, uint256 nSlots) view returns (bytes32[])",
]);
/**
 * Where a manager keeps its pools, and what of a pool's state is read: price and fees first,
 * liquidity last.
 *
 * @see https://unpkg.com/@uniswap/v4-core@1.0.2/src/libraries/StateLibrary.sol
 */
const POOLS_SLOT = 6n;
const STATE_WORDS = 4n;
/** Of an answer: offset and length of the list are before it. */
const SLOT0 = 2;
const LIQUIDITY = 5;
const ANSWER_WORDS = 6;
/**
 * Places in the first word: tick, and the protocol's fee.
 *
 * @see https://unpkg.com/@uniswap/v4-core@1.0.2/src/types/Slot0.sol
 */
const TICK_SHIFT = 160n;
const PROTOCOL_FEE_SHIFT = 184n;
const FEE_MASK = (1n << 24n) - 1n;

/** Price, fee and liquidity of a pool. */
interface Core {
  readonly sqrtPriceX96: bigint;
  readonly tick: number;
  readonly protocolFee: number;
  readonly liquidity: bigint;
}

/** The state of the pools of a manager, which tells of each in a log. */
export const uniswapV4Seed: FamilySeed = {
  sources: ["UniswapV4Manager"],
  version: 1,
  parts: { uniswapV4Tick: { by: "poolId", gone: { liquidityGross: 0n, liquidityNet: 0n } } },
  factsOf: {
    ...{ table: "uniswapV4Pool", by: "poolId" },
    facts: ({ lpFeePips, tickSpacing, hooks }) => ({
      ...{ fee: Number(lpFeePips), tickSpacing: Number(tickSpacing), hooks: String(hooks) },
    }),
  },
  catalogues: (chainId) =>
    deployments.flatMap(({ chains }): readonly Catalogue[] => {
      const found = chains[chainId];
      if (found === undefined) return [];
      const { manager } = found.contracts;
      return [
        {
          kind: "logged",
          key: manager,
          address: [manager],
          event: initialize,
          fromBlock: found.startBlock ?? 0,
          read: async (_, logs) => logs.flatMap((log) => poolOf(chainId, log)),
        },
      ];
    }),
  async holdings(state, pools) {
    const cores = await coresOf(state, pools);
    // Where nothing is in range, nothing trades.
    const traded = pools.filter((_, at) => (cores[at]?.liquidity ?? 0n) > 0n);
    const ticks = new Map(await ticksOf(state, traded));
    return pools.map((pool, at) => {
      const core = cores[at];
      if (core == null || state.oversized.has(pool.id)) return null;
      return amountsIn(pool, core, ticks.get(pool.id) ?? []);
    });
  },
  async state(state, pools, { chainId, number }) {
    const cores = await coresOf(state, pools);
    const own = pools.flatMap((pool, at) => rowOf(pool, cores[at] ?? null, { chainId, number }));
    const known = new Set(own.map(({ poolId }) => poolId));
    const ticks = await ticksOf(
      state,
      pools.filter(({ id }) => known.has(id)),
    );
    const rows = ticks.flatMap(([poolId, found]) =>
      found.map((tick) => ({ chainId, poolId, ...tick, updatedBlock: number })),
    );
    const read = own.filter(({ poolId }) => !state.oversized.has(poolId));
    return { rows: { uniswapV4Pool: read, uniswapV4Tick: rows } };
  },
};

/** None of a pool whose swaps do not follow from its logs. */
function poolOf(chainId: number, { address: manager, args }: SeedLog): readonly SeedPool[] {
  const { id, currency0, currency1, fee, tickSpacing, hooks } = args as {
    readonly id: Hex;
    readonly currency0: Address;
    readonly currency1: Address;
    readonly fee: number;
    readonly tickSpacing: number;
    readonly hooks: Address;
  };
  if (!isKnownByEvents({ fee, hooks })) return [];
  const { slug } = deploymentWith(deployments, chainId, (own) => own.manager === manager);
  const tokens = [currency0, currency1].map((one) => (one === ZERO_ADDRESS ? NATIVE : one));
  const facts = { fee, tickSpacing, hooks };
  return [{ id, address: manager, parent: manager, slug, tokens, facts }];
}

/** Null for a pool that is not there. */
async function coresOf(
  state: StateReader,
  pools: readonly SeedPool[],
): Promise<readonly (Core | null)[]> {
  const views = pools.map(({ id, address: target }) => {
    const key = [{ type: "bytes32" }, { type: "uint256" }] as const;
    const slot = keccak256(encodeAbiParameters(key, [id, POOLS_SLOT]));
    const asked = { functionName: "extsload", args: [slot, STATE_WORDS] } as const;
    return { target, data: encodeFunctionData({ abi: EXTSLOAD, ...asked }) };
  });
  return (await state.list(views, ANSWER_WORDS)).map((returned) => {
    const slot0 = wordOf(returned, SLOT0) ?? 0n;
    const sqrtPriceX96 = slot0 & ((1n << TICK_SHIFT) - 1n);
    if (sqrtPriceX96 === 0n) return null;
    return {
      sqrtPriceX96,
      tick: Number(BigInt.asIntN(24, slot0 >> TICK_SHIFT)),
      protocolFee: Number((slot0 >> PROTOCOL_FEE_SHIFT) & FEE_MASK),
      liquidity: wordOf(returned, LIQUIDITY) ?? 0n,
    };
  });
}

async function ticksOf(
  state: StateReader,
  pools: readonly SeedPool[],
): Promise<readonly (readonly [id: Hex, ticks: readonly LensTick[]])[]> {
  const found: (readonly [Hex, readonly LensTick[]])[] = [];
  for (const manager of new Set(pools.map(({ address }) => address))) {
    const own = pools.filter(({ address }) => address === manager);
    const asked = own.map(({ id, facts }) => ({ id, tickSpacing: Number(facts.tickSpacing) }));
    const ticks = await state.managedTicks(manager, asked);
    for (const [at, { id }] of own.entries()) found.push([id, ticks[at] ?? []]);
  }
  return found;
}

/** What the pool's positions hold; null where that cannot be told. */
function amountsIn(
  { id, slug, tokens, facts }: SeedPool,
  { sqrtPriceX96, tick, liquidity }: Core,
  ticks: readonly LensTick[],
): readonly bigint[] | null {
  const [token0 = NATIVE, token1 = NATIVE] = tokens;
  const held = holdings({
    ...{ id, slug, token0, token1, sqrtPriceX96, tick, liquidity, updatedBlock: 0, ticksBlock: 0 },
    ...{ feePips: 0, tickSpacing: Number(facts.tickSpacing), ticks: createTickTable(ticks) },
  });
  return held.length === 0 ? null : held.map(({ amount }) => amount);
}

/** What the logs of a pool up to the block come to. */
function rowOf(
  { id: poolId, address: manager, slug, tokens, facts }: SeedPool,
  core: Core | null,
  { chainId, number }: Pick<SeedBlock, "chainId" | "number">,
) {
  if (core === null) return [];
  const [token0, token1] = tokens;
  return [
    {
      ...{ chainId, poolId, slug, manager, token0, token1 },
      ...{ lpFeePips: Number(facts.fee), tickSpacing: Number(facts.tickSpacing) },
      ...{ hooks: String(facts.hooks), ...core, ticksBlock: number, updatedBlock: number },
    },
  ];
}
