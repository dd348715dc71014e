import { type Address, parseAbi, parseAbiItem } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readRecordedPools } from "../../../devnet/market/recorded-pools.ts";
import { type ChainUnderTest, startChainUnderTest } from "../running-devnet.ts";

let chain: ChainUnderTest;

beforeAll(async () => {
  chain = await startChainUnderTest(1);
});

afterAll(() => chain?.devnet.stop());

const poolAbi = parseAbi([
  "function slot0() view returns (uint160 sqrtPriceX96, int24 tick, uint16, uint16, uint16, uint8, bool)",
  "function liquidity() view returns (uint128)",
  "function ticks(int24) view returns (uint128 gross, int128 net, uint256, uint256, int56, uint160, uint32, bool)",
  "function getReserves() view returns (uint112, uint112, uint32)",
]);

const mintEvent = parseAbiItem(
  "event Mint(address sender, address indexed owner, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount, uint256 amount0, uint256 amount1)",
);

// https://github.com/Uniswap/docs/blob/8c5d09e23f/docs/contracts/v3/reference/deployments/Ethereum-Deployments.md
const TICK_LENS = "0xbfd8137f7d1516D3ea5cA83523914859ec47F573";
const lensAbi = parseAbi([
  "struct Tick { int24 tick; int128 liquidityNet; uint128 liquidityGross; }",
  "function getPopulatedTicksInWord(address pool, int16 word) view returns (Tick[])",
]);

function findPool(symbols: string, venue: string, feePips: number) {
  const symbolOf = new Map(chain.manifest.tokens.map((token) => [token.address, token.symbol]));
  return chain.manifest.pools.find(
    (pool) =>
      `${symbolOf.get(pool.token0)}/${symbolOf.get(pool.token1)}` === symbols &&
      pool.venue === venue &&
      pool.feePips === feePips,
  );
}

/**
 * Every initialized tick of a pool, ascending: read in each word of the bitmap that a Mint event
 * touched.
 */
async function populatedTicks(pool: Address, spacing: number) {
  const mints = await chain.client.getLogs({
    address: pool,
    event: mintEvent,
    fromBlock: 0n,
    strict: true,
  });
  const touched = mints.flatMap(({ args }) => [args.tickLower, args.tickUpper]);
  const words = [...new Set(touched.map((tick) => Math.floor(tick / spacing) >> 8))];
  const found = await chain.client.multicall({
    multicallAddress: "0xcA11bde05977b3631167028862bE2a173976CA11",
    allowFailure: false,
    contracts: words.map((word) => ({
      address: TICK_LENS as Address,
      abi: lensAbi,
      functionName: "getPopulatedTicksInWord" as const,
      args: [pool, word] as const,
    })),
  });
  return found.flat().sort((a, b) => a.tick - b.tick);
}

describe("chain 1", () => {
  test("default", () => {
    const { pools, tokens } = chain.manifest;
    const traded = new Set(pools.flatMap((pool) => [pool.token0, pool.token1]));
    expect(pools.length).toBeGreaterThanOrEqual(150);
    expect(traded.size).toBeGreaterThanOrEqual(60);
    expect([...traded].sort()).toEqual(tokens.map((token) => token.address).sort());
    expect(new Set(pools.map((pool) => pool.address)).size).toBe(pools.length);
    expect(new Set(pools.map((pool) => pool.venue))).toEqual(
      new Set([
        ...["uniswap-v2", "sushiswap-v2", "uniswap-v3", "pancakeswap-v3", "lfj-v2-1", "fluid-dex"],
      ]),
    );
    expect(pools.filter((pool) => pool.recorded)).toHaveLength(19);
  });

  // https://github.com/Uniswap/v2-subgraph/blob/468ce7beca/config/ethereum/chain.ts
  // https://github.com/beefyfinance/beefy-api/blob/596423e79e/src/data/ethereum/beefyCowVaults.json
  // https://github.com/messari/subgraphs/blob/2711ac91ef/subgraphs/uniswap-v3-forks/protocols/pancakeswap-v3/config/deployments/pancakeswap-v3-ethereum/configurations.ts
  test("behavior: pools have their mainnet addresses", () => {
    expect([
      findPool("USDC/WETH", "uniswap-v2", 3_000)?.address,
      findPool("USDC/WETH", "uniswap-v3", 500)?.address,
      findPool("USDC/WETH", "uniswap-v3", 3_000)?.address,
      findPool("USDC/WETH", "pancakeswap-v3", 500)?.address,
    ]).toEqual([
      "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc",
      "0x88e6a0c2ddd26feeb64f039a2c41296fcb3f5640",
      "0x8ad599c3a0ff1de082011efddc58f1908eb6e6d8",
      "0x1ac1a8feaaea1900c4166deeed0c11cc10669d36",
    ]);
  });

  test("behavior: recorded pairs equal their record", async () => {
    for (const record of readRecordedPools().uniswapV2) {
      const pool = findPool(`${record.token0.symbol}/${record.token1.symbol}`, "uniswap-v2", 3_000);
      const address = pool?.address ?? "0x";
      const [reserve0, reserve1] = await chain.client.readContract({
        address,
        abi: poolAbi,
        functionName: "getReserves",
      });
      expect([reserve0, reserve1]).toEqual([record.reserve0, record.reserve1]);
    }
  });

  test("behavior: recorded concentrated pools equal their record", async () => {
    for (const record of readRecordedPools().uniswapV3) {
      const name = `${record.token0.symbol}/${record.token1.symbol}`;
      const pool = findPool(name, "uniswap-v3", record.fee);
      const contract = { address: pool?.address ?? "0x", abi: poolAbi } as const;
      const slot0 = await chain.client.readContract({ ...contract, functionName: "slot0" });
      const liquidity = await chain.client.readContract({
        ...contract,
        functionName: "liquidity",
      });
      expect([name, slot0[0], slot0[1], liquidity]).toEqual([
        name,
        record.sqrtPriceX96,
        record.tick,
        record.liquidity,
      ]);
      const ticks = await populatedTicks(contract.address, record.tickSpacing);
      expect(ticks.map(({ tick, liquidityNet }) => ({ index: tick, liquidityNet }))).toEqual(
        record.ticks,
      );
    }
  });
});
