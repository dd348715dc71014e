import {
  type AbiEvent,
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  keccak256,
  numberToHex,
  parseAbi,
} from "viem";
import { NATIVE, tokenOfCurrency } from "../../lib/address.ts";
import type {
  Catalogue,
  FamilySeed,
  PoolKind,
  SeedBlock,
  SeedLog,
  SeedPool,
} from "../../seed/family.ts";
import type { LensTick, PoolManager } from "../../seed/lens.ts";
import type { StateReader } from "../../seed/reader.ts";
import { wordOf } from "../../seed/words.ts";
import type { Deployment } from "../protocol.ts";
import { holdings } from "../uniswap-v3/holdings.ts";
import { createTickTable } from "../uniswap-v3/tick-table.ts";

const EXTSLOAD = parseAbi(["function extsload(bytes32[] slots) view returns (bytes32[])"]);
/**
 * Where in a pool's state its liquidity is; price and fees are first.
 *
 * @see https://unpkg.com/@uniswap/v4-core@1.0.2/src/libraries/StateLibrary.sol
 */
const LIQUIDITY_OFFSET = 3n;
/** Of an answer: offset and length of the list are before it. */
const SLOT0 = 2;
const LIQUIDITY = 3;
const ANSWER_WORDS = 4;
/**
 * Places in the first word: tick, the protocol's fee and that of the providers.
 *
 * @see https://unpkg.com/@uniswap/v4-core@1.0.2/src/types/Slot0.sol
 */
const TICK_SHIFT = 160n;
const PROTOCOL_FEE_SHIFT = 184n;
const LP_FEE_SHIFT = 208n;
const FEE_MASK = (1n << 24n) - 1n;

/** Price, fees and liquidity of a pool. */
interface Core {
  readonly sqrtPriceX96: bigint;
  readonly tick: number;
  readonly protocolFee: number;
  readonly lpFeePips: number;
  readonly liquidity: bigint;
}

/** What `Initialize` tells of the pools of every family. */
type CurrencyPair = Readonly<Record<"id" | "currency0" | "currency1", Hex>>;

/** How families whose pools share a contract differ. */
export interface ManagedFamily {
  readonly source: string;
  readonly poolTable: string;
  readonly tickTable: string;
  readonly initialize: AbiEvent;
  /** Slot of the managers' mapping from ids to states. */
  readonly mappingSlot: bigint;
  managers(chainId: number): readonly {
    readonly address: Address;
    readonly slug: string;
    readonly fromBlock: number;
  }[];
  /** Kinds of pools without hooks that most are of, where ids are made as Uniswap's. */
  readonly kinds?: readonly PoolKind[];
  /** Columns of a pool's row that its key tells, besides its tokens; the tick spacing is one. */
  readonly keyColumns: readonly ["tickSpacing", ...string[]];
  /**
   * Those columns by what `Initialize` tells of a pool; null where its swaps do not follow from its
   * logs.
   */
  keyOf(args: SeedLog["args"]): SeedPool["facts"] | null;
}

/** The managers of a chain, as a family's seed names them. */
export function managersOn(
  deployments: readonly Deployment<{ readonly manager: Address }>[],
  chainId: number,
): ReturnType<ManagedFamily["managers"]> {
  return deployments.flatMap(({ slug, chains }) => {
    const found = chains[chainId];
    if (found === undefined) return [];
    return [{ address: found.contracts.manager, slug, fromBlock: found.startBlock ?? 0 }];
  });
}

/** The state of the pools of managers, which tell of each in a log. */
export function managedSeed(family: ManagedFamily): FamilySeed {
  const { source, poolTable, tickTable, initialize, keyColumns, kinds, mappingSlot } = family;
  return {
    sources: [source],
    version: 1,
    parts: { [tickTable]: { by: "poolId", gone: { liquidityGross: 0n, liquidityNet: 0n } } },
    factsOf: {
      ...{ table: poolTable, by: "poolId" },
      facts: (row) => keptOf(keyColumns, row as SeedPool["facts"]),
    },
    catalogues: (chainId) =>
      family.managers(chainId).map(
        ({ address, slug, fromBlock }): Catalogue => ({
          kind: "logged",
          key: address,
          address: [address],
          event: initialize,
          fromBlock,
          read: async (_, logs) => logs.flatMap((log) => poolOf(family, slug, log)),
          ...(kinds === undefined
            ? {}
            : { byPairs: { of: { address, mappingSlot }, slug, kinds: async () => kinds } }),
        }),
      ),
    async holdings(state, pools) {
      const cores = await coresOf(family, state, pools);
      // Where nothing is in range, nothing trades.
      const traded = pools.filter((_, at) => (cores[at]?.liquidity ?? 0n) > 0n);
      const ticks = new Map(await ticksOf(family, state, traded));
      return pools.map((pool, at) => {
        const core = cores[at];
        if (core == null || state.oversized.has(pool.id)) return null;
        return amountsIn(pool, core, ticks.get(pool.id) ?? []);
      });
    },
    async state(state, pools, { chainId, number }) {
      const cores = await coresOf(family, state, pools);
      const own = pools.flatMap((pool, at) =>
        rowOf(family, pool, cores[at] ?? null, { chainId, number }),
      );
      const known = new Set(own.map(({ poolId }) => poolId));
      const ticks = await ticksOf(
        family,
        state,
        pools.filter(({ id }) => known.has(id)),
      );
      const rows = ticks.flatMap(([poolId, found]) =>
        found.map((tick) => ({ chainId, poolId, ...tick, updatedBlock: number })),
      );
      const read = own.filter(({ poolId }) => !state.oversized.has(poolId));
      return { rows: { [poolTable]: read, [tickTable]: rows } };
    },
  };
}

function poolOf(
  family: ManagedFamily,
  slug: string,
  { address: manager, args }: SeedLog,
): readonly SeedPool[] {
  const facts = family.keyOf(args);
  if (facts === null) return [];
  const { id, currency0, currency1 } = args as CurrencyPair;
  const tokens = [currency0, currency1].map(tokenOfCurrency);
  return [{ id, address: manager, parent: manager, slug, tokens, facts }];
}

/** Null for a pool that is not there. */
async function coresOf(
  { mappingSlot }: Pick<ManagedFamily, "mappingSlot">,
  state: StateReader,
  pools: readonly SeedPool[],
): Promise<readonly (Core | null)[]> {
  const views = pools.map(({ id, address: target }) => {
    const key = [{ type: "bytes32" }, { type: "uint256" }] as const;
    const slot0 = keccak256(encodeAbiParameters(key, [id, mappingSlot]));
    const liquidity = numberToHex(BigInt(slot0) + LIQUIDITY_OFFSET, { size: 32 });
    return { target, data: encodeFunctionData({ abi: EXTSLOAD, args: [[slot0, liquidity]] }) };
  });
  return (await state.list(views, ANSWER_WORDS)).map((returned) => {
    const slot0 = wordOf(returned, SLOT0) ?? 0n;
    const sqrtPriceX96 = slot0 & ((1n << TICK_SHIFT) - 1n);
    if (sqrtPriceX96 === 0n) return null;
    return {
      sqrtPriceX96,
      tick: Number(BigInt.asIntN(24, slot0 >> TICK_SHIFT)),
      protocolFee: Number((slot0 >> PROTOCOL_FEE_SHIFT) & FEE_MASK),
      lpFeePips: Number((slot0 >> LP_FEE_SHIFT) & FEE_MASK),
      liquidity: wordOf(returned, LIQUIDITY) ?? 0n,
    };
  });
}

async function ticksOf(
  { mappingSlot }: Pick<ManagedFamily, "mappingSlot">,
  state: StateReader,
  pools: readonly SeedPool[],
): Promise<readonly (readonly [id: Hex, ticks: readonly LensTick[]])[]> {
  const found: (readonly [Hex, readonly LensTick[]])[] = [];
  for (const address of new Set(pools.map((pool) => pool.address))) {
    const own = pools.filter((pool) => pool.address === address);
    const asked = own.map(({ id, facts }) => ({ id, tickSpacing: Number(facts.tickSpacing) }));
    const manager: PoolManager = { address, mappingSlot };
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
  { keyColumns }: Pick<ManagedFamily, "keyColumns">,
  { id: poolId, address: manager, slug, tokens, facts }: SeedPool,
  core: Core | null,
  { chainId, number }: Pick<SeedBlock, "chainId" | "number">,
) {
  if (core === null) return [];
  const [token0, token1] = tokens;
  return [
    {
      ...{ chainId, poolId, slug, manager, token0, token1 },
      ...{ ...keptOf(keyColumns, facts), ...core, ticksBlock: number, updatedBlock: number },
    },
  ];
}

function keptOf(columns: readonly string[], of: SeedPool["facts"]): SeedPool["facts"] {
  return Object.fromEntries(columns.map((column) => [column, of[column] ?? null]));
}
