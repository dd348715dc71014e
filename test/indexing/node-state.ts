import { isUtf8 } from "node:buffer";
import {
  type Address,
  BaseError,
  createPublicClient,
  decodeAbiParameters,
  defineChain,
  type Hex,
  http,
  type Log,
  type PublicClient,
  parseAbi,
  parseAbiItem,
} from "viem";
import { lower } from "../../src/lib/address.ts";

/** Reads of one block, straight from the node. */
export interface NodeState {
  readonly client: PublicClient;
  readonly blockNumber: bigint;
  /** `eth_call`; null when it fails. */
  call(to: Address, data: Hex): Promise<Hex | null>;
}

// https://github.com/mds1/multicall3: at this address on every chain, the devnet's included.
const MULTICALL3: Address = "0xcA11bde05977b3631167028862bE2a173976CA11";

/** The node at one block. Calls made at the same time share a multicall. */
export function nodeAt(url: string, blockNumber: bigint): NodeState {
  const chain = defineChain({
    id: 1,
    name: "node",
    nativeCurrency: { name: "Native", symbol: "NATIVE", decimals: 18 },
    rpcUrls: { default: { http: [url] } },
    contracts: { multicall3: { address: MULTICALL3 } },
  });
  const client = createPublicClient({
    chain,
    transport: http(url, { batch: { batchSize: 500, wait: 5 }, retryCount: 0, timeout: 60_000 }),
    batch: { multicall: { batchSize: 16_384, wait: 5 } },
  });
  return {
    client,
    blockNumber,
    async call(to, data) {
      try {
        return (await client.call({ to, data, blockNumber })).data ?? "0x";
      } catch (error) {
        // A revert of the contract, whatever the node calls it; a node out of reach fails other
        // reads too.
        if (error instanceof Error && error.name === "CallExecutionError") return null;
        throw error;
      }
    },
  };
}

/** The bytes of an ABI `string`, else of a `bytes32`; null for anything else. */
function textBytes(answer: Hex): Hex | null {
  try {
    return decodeAbiParameters([{ type: "bytes" }], answer)[0];
  } catch (error) {
    if (error instanceof BaseError) return answer.length === 66 ? answer : null;
    throw error;
  }
}

/**
 * What a contract answers to `symbol()` or `name()`: string, else bytes32, else null. At most 64
 * characters without control characters; null where nothing or no valid UTF-8 is left.
 */
export function decodeText(answer: Hex | null): string | null {
  if (answer === null || answer === "0x") return null;
  const bytes = textBytes(answer);
  if (bytes === null) return null;
  const buffer = Buffer.from(bytes.slice(2), "hex");
  if (!isUtf8(buffer)) return null;
  const visible = [...buffer.toString()].filter((character) => character >= " ");
  return visible.slice(0, 64).join("").trim() || null;
}

export const pairAbi = parseAbi([
  "function factory() view returns (address)",
  "function token0() view returns (address)",
  "function token1() view returns (address)",
  "function getReserves() view returns (uint112, uint112, uint32)",
  "function totalSupply() view returns (uint256)",
  "function kLast() view returns (uint256)",
]);

export const poolAbi = parseAbi([
  "function factory() view returns (address)",
  "function token0() view returns (address)",
  "function token1() view returns (address)",
  "function fee() view returns (uint24)",
  "function tickSpacing() view returns (int24)",
  "function liquidity() view returns (uint128)",
  // The first words, which all forks share.
  "function slot0() view returns (uint160, int24)",
  "function ticks(int24) view returns (uint128, int128)",
]);

const events = {
  pairCreated: parseAbiItem(
    "event PairCreated(address indexed token0, address indexed token1, address pair, uint256 n)",
  ),
  poolCreated: parseAbiItem(
    "event PoolCreated(address indexed token0, address indexed token1, uint24 indexed fee, int24 tickSpacing, address pool)",
  ),
  sync: parseAbiItem("event Sync(uint112 reserve0, uint112 reserve1)"),
  initialize: parseAbiItem("event Initialize(uint160 sqrtPriceX96, int24 tick)"),
  swap: parseAbiItem(
    "event Swap(address indexed sender, address indexed recipient, int256, int256, uint160, uint128, int24)",
  ),
  pancakeSwap: parseAbiItem(
    "event Swap(address indexed sender, address indexed recipient, int256, int256, uint160, uint128, int24, uint128, uint128)",
  ),
  mint: parseAbiItem(
    "event Mint(address sender, address indexed owner, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount, uint256 amount0, uint256 amount1)",
  ),
  burn: parseAbiItem(
    "event Burn(address indexed owner, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount, uint256 amount0, uint256 amount1)",
  ),
};

/** Numbers of the blocks that last changed something, by what they changed. */
export interface LastChanges {
  /** Creation block of each pool, by address, and its factory. */
  readonly created: ReadonlyMap<Address, { readonly block: number; readonly factory: Address }>;
  /** By pair or pool. */
  readonly pool: ReadonlyMap<Address, number>;
  readonly ticks: ReadonlyMap<Address, number>;
  /** By `<pool>:<tick>`: every tick that was ever used. */
  readonly tick: ReadonlyMap<string, number>;
}

/** Goes through all logs of `factories` and of their pools. */
export async function lastChanges(
  { client, blockNumber: toBlock }: NodeState,
  factories: ReadonlySet<Address>,
): Promise<LastChanges> {
  const range = { fromBlock: 0n, toBlock, strict: true } as const;
  const created = new Map<Address, { block: number; factory: Address }>();
  const pool = new Map<Address, number>();
  const ticks = new Map<Address, number>();
  const tick = new Map<string, number>();
  const raise = <K>(map: Map<K, number>, key: K, block: number) =>
    map.set(key, Math.max(map.get(key) ?? 0, block));
  const touch = (log: Pick<Log<bigint, number, false>, "address" | "blockNumber">) => {
    const address = lower(log.address);
    if (!created.has(address)) return null;
    raise(pool, address, Number(log.blockNumber));
    return address;
  };
  const discover = (address: Address, log: { address: Address; blockNumber: bigint }) => {
    const factory = lower(log.address);
    if (!factories.has(factory)) return;
    const block = Number(log.blockNumber);
    created.set(lower(address), { block, factory });
    pool.set(lower(address), block);
    ticks.set(lower(address), block);
  };

  for (const log of await client.getLogs({ event: events.pairCreated, ...range })) {
    discover(log.args.pair, log);
  }
  for (const log of await client.getLogs({ event: events.poolCreated, ...range })) {
    discover(log.args.pool, log);
  }
  for (const event of [events.sync, events.initialize, events.swap, events.pancakeSwap]) {
    for (const log of await client.getLogs({ event, ...range })) touch(log);
  }
  for (const event of [events.mint, events.burn]) {
    for (const log of await client.getLogs({ event, ...range })) {
      if (log.args.amount === 0n) continue;
      const address = touch(log);
      if (address === null) continue;
      const block = Number(log.blockNumber);
      raise(ticks, address, block);
      raise(tick, `${address}:${log.args.tickLower}`, block);
      raise(tick, `${address}:${log.args.tickUpper}`, block);
    }
  }
  return { created, pool, ticks, tick };
}

/** Every block that changed a pair or a concentrated pool, as `<address>:<block>`. */
export interface ChangedBlocks {
  readonly pairs: ReadonlySet<string>;
  readonly pools: ReadonlySet<string>;
}

/**
 * Goes through all logs that the factories' pools write; those of other families' pools are left
 * out.
 */
export async function changedBlocks({
  client,
  blockNumber: toBlock,
}: NodeState): Promise<ChangedBlocks> {
  const range = { fromBlock: 0n, toBlock, strict: true } as const;
  const collect = (
    created: readonly { readonly address: Address; readonly blockNumber: bigint }[],
    logs: readonly { readonly address: Address; readonly blockNumber: bigint }[],
  ): ReadonlySet<string> => {
    const known = new Set(created.map(({ address }) => lower(address)));
    const own = logs.filter(({ address }) => known.has(lower(address)));
    const ids = [...created, ...own].map(
      ({ address, blockNumber }) => `${lower(address)}:${blockNumber}`,
    );
    return new Set(ids);
  };
  const pairs = await client.getLogs({ event: events.pairCreated, ...range });
  const pools = await client.getLogs({ event: events.poolCreated, ...range });
  const moves: { readonly address: Address; readonly blockNumber: bigint }[] = [];
  for (const event of [events.initialize, events.swap, events.pancakeSwap]) {
    moves.push(...(await client.getLogs({ event, ...range })));
  }
  for (const event of [events.mint, events.burn]) {
    const logs = await client.getLogs({ event, ...range });
    moves.push(...logs.filter(({ args }) => args.amount > 0n));
  }
  return {
    pairs: collect(
      pairs.map(({ args, blockNumber }) => ({ address: args.pair, blockNumber })),
      await client.getLogs({ event: events.sync, ...range }),
    ),
    pools: collect(
      pools.map(({ args, blockNumber }) => ({ address: args.pool, blockNumber })),
      moves,
    ),
  };
}
