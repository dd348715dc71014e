import { type Address, getAbiItem, type PublicClient, parseAbi } from "viem";
import { RamsesV3Pool } from "../../../abis/RamsesV3Pool.ts";
import { UniswapV3Pool } from "../../../abis/UniswapV3Pool.ts";
import { lower } from "../../../src/lib/address.ts";
import { deployments } from "../../../src/protocols/uniswap-v3/contracts.ts";
import type { UniswapV3Pool as Pool } from "../../../src/protocols/uniswap-v3/pool.ts";
import { createTickTable } from "../../../src/protocols/uniswap-v3/tick-table.ts";

// https://github.com/mds1/multicall3/blob/main/README.md
const multicallAddress = "0xca11bde05977b3631167028862be2a173976ca11";

const abi = parseAbi([
  "event PoolCreated(address indexed token0, address indexed token1, uint24 indexed fee, int24 tickSpacing, address pool)",
  "function liquidity() view returns (uint128)",
  "function fee() view returns (uint24)",
  // The first words, which all forks share.
  "function slot0() view returns (uint160 sqrtPriceX96, int24 tick)",
  "function globalState() view returns (uint160 price, int24 tick)",
  "function ticks(int24) view returns (uint128 liquidityGross, int128 liquidityNet)",
]);
const mints = [
  getAbiItem({ abi: UniswapV3Pool, name: "Mint" }),
  getAbiItem({ abi: RamsesV3Pool, name: "Mint" }),
] as const;

/**
 * Every pool with a price of the configured factories: logs say where its ticks are, contract reads
 * what they hold.
 */
export async function read(client: PublicClient, chainId: number): Promise<readonly Pool[]> {
  const { number: blockNumber } = await client.getBlock();
  const range = { fromBlock: 0n, toBlock: blockNumber, strict: true } as const;
  const ends = await endsOfPositions(client, blockNumber);
  const states: Pool[] = [];
  for (const { slug, chains } of deployments) {
    const factory = chains[chainId]?.contracts.factory;
    if (factory === undefined) continue;
    const created = await client.getLogs({
      ...{ ...range, address: factory, event: getAbiItem({ abi, name: "PoolCreated" }) },
    });
    for (const { args } of created) {
      const address = lower(args.pool);
      const place = { address, ends: ends.get(address) ?? new Set(), blockNumber };
      const own = await readConcentrated(client, place);
      if (own.sqrtPriceX96 === 0n) continue;
      const asked = { address, abi, functionName: "fee", blockNumber } as const;
      states.push({
        ...{ id: address, address, slug, updatedBlock: 0, ticksBlock: 0 },
        ...{ token0: lower(args.token0), token1: lower(args.token1) },
        ...{ feePips: await client.readContract(asked), tickSpacing: args.tickSpacing, ...own },
      });
    }
  }
  return states;
}

/** Price, liquidity and ticks of a pool of this maths. */
export async function readConcentrated(
  client: PublicClient,
  on: {
    readonly address: Address;
    /** Every tick that a position ever ended at. */
    readonly ends: ReadonlySet<number>;
    readonly blockNumber: bigint;
    /** What returns price and tick first. */
    readonly priceView?: "slot0" | "globalState";
  },
): Promise<Pick<Pool, "sqrtPriceX96" | "tick" | "liquidity" | "ticks">> {
  const { address, ends, blockNumber, priceView = "slot0" } = on;
  const at = { multicallAddress, allowFailure: false, blockNumber } as const;
  const indexes = [...ends].sort((a, b) => a - b);
  const [[sqrtPriceX96, tick], liquidity] = await client.multicall({
    ...at,
    contracts: [
      { address, abi, functionName: priceView },
      { address, abi, functionName: "liquidity" },
    ],
  });
  const infos = await client.multicall({
    ...at,
    contracts: indexes.map(
      (index) => ({ address, abi, functionName: "ticks", args: [index] }) as const,
    ),
  });
  const initialised = infos.flatMap(([liquidityGross, liquidityNet], i) =>
    liquidityGross === 0n ? [] : [{ tick: indexes[i] ?? 0, liquidityNet }],
  );
  return { sqrtPriceX96, tick, liquidity, ticks: createTickTable(initialised) };
}

/** Every tick that a position ever ended at, by pool. */
export async function endsOfPositions(
  client: PublicClient,
  toBlock: bigint,
): Promise<ReadonlyMap<Address, ReadonlySet<number>>> {
  const ends = new Map<Address, Set<number>>();
  for (const { address, args } of await client.getLogs({
    ...{ events: mints, fromBlock: 0n, toBlock, strict: true },
  })) {
    const pool = lower(address);
    ends.set(pool, (ends.get(pool) ?? new Set()).add(args.tickLower).add(args.tickUpper));
  }
  return ends;
}
