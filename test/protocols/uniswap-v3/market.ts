import { type Address, encodeFunctionData, parseAbi, parseEventLogs } from "viem";
import type { UniswapV3Pool } from "../../../src/protocols/uniswap-v3/pool.ts";
import { createTickTable, type TickTable } from "../../../src/protocols/uniswap-v3/tick-table.ts";
import { ACCOUNT, deployTokens, erc20Abi, startChain, type TestChain } from "../chain.ts";

const CORE = "@uniswap/v3-core/artifacts/contracts";
const PERIPHERY = "@uniswap/v3-periphery/artifacts/contracts";
const DEADLINE = 2n ** 40n;

const factoryAbi = parseAbi([
  "function enableFeeAmount(uint24 fee, int24 tickSpacing)",
  "function createPool(address tokenA, address tokenB, uint24 fee)",
  "function getPool(address tokenA, address tokenB, uint24 fee) view returns (address)",
]);
export const poolAbi = parseAbi([
  "function initialize(uint160 sqrtPriceX96)",
  "function slot0() view returns (uint160 sqrtPriceX96, int24 tick, uint16 observationIndex, uint16 observationCardinality, uint16 observationCardinalityNext, uint8 feeProtocol, bool unlocked)",
  "function liquidity() view returns (uint128)",
  "function ticks(int24 tick) view returns (uint128 liquidityGross, int128 liquidityNet, uint256, uint256, int56, uint160, uint32, bool)",
  "event Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick)",
]);
const managerAbi = parseAbi([
  "constructor(address factory, address weth, address descriptor)",
  "struct Mint { address token0; address token1; uint24 fee; int24 tickLower; int24 tickUpper; uint256 amount0Desired; uint256 amount1Desired; uint256 amount0Min; uint256 amount1Min; address recipient; uint256 deadline; }",
  "function mint(Mint params) returns (uint256 tokenId, uint128 liquidity, uint256 amount0, uint256 amount1)",
  "struct Decrease { uint256 tokenId; uint128 liquidity; uint256 amount0Min; uint256 amount1Min; uint256 deadline; }",
  "function decreaseLiquidity(Decrease params) returns (uint256 amount0, uint256 amount1)",
  "event IncreaseLiquidity(uint256 indexed tokenId, uint128 liquidity, uint256 amount0, uint256 amount1)",
]);
const peripheryAbi = parseAbi(["constructor(address factory, address weth)"]);
export const quoterAbi = parseAbi([
  "struct Single { address tokenIn; address tokenOut; uint256 amountIn; uint24 fee; uint160 sqrtPriceLimitX96; }",
  "function quoteExactInputSingle(Single params) returns (uint256 amountOut, uint160 sqrtPriceX96After, uint32 initializedTicksCrossed, uint256 gasEstimate)",
]);
const routerAbi = parseAbi([
  "struct ExactInputSingle { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 deadline; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }",
  "function exactInputSingle(ExactInputSingle params) returns (uint256 amountOut)",
]);

export interface Market {
  readonly chain: TestChain;
  readonly factory: Address;
  readonly manager: Address;
  readonly quoter: Address;
  readonly router: Address;
}

export interface Position {
  readonly tokenId: bigint;
  readonly liquidity: bigint;
}

/** A live pool and what the test did to it. */
export interface LivePool {
  readonly address: Address;
  readonly tokens: readonly [Address, Address];
  readonly fee: number;
  readonly tickSpacing: number;
  /** Every tick a position ever ended at. */
  readonly touched: Set<number>;
  readonly positions: Position[];
}

/**
 * The published Uniswap V3 contracts on a chain of their own, with a fifth fee tier of tick spacing
 * 1.
 */
export async function startMarket(): Promise<Market> {
  const chain = await startChain();
  const factory = await chain.deploy(`${CORE}/UniswapV3Factory.sol/UniswapV3Factory.json`);
  const deploy = (
    name: string,
    abi: typeof peripheryAbi | typeof managerAbi,
    more: Address[] = [],
  ) => chain.deploy(`${PERIPHERY}/${name}`, abi, [factory, factory, ...more]);
  const manager = await deploy(
    "NonfungiblePositionManager.sol/NonfungiblePositionManager.json",
    managerAbi,
    [factory],
  );
  const quoter = await deploy("lens/QuoterV2.sol/QuoterV2.json", peripheryAbi);
  const router = await deploy("SwapRouter.sol/SwapRouter.json", peripheryAbi);
  const data = encodeFunctionData({
    abi: factoryAbi,
    functionName: "enableFeeAmount",
    args: [100, 1],
  });
  await chain.send({ to: factory, data });
  return { chain, factory, manager, quoter, router };
}

/** Creates a pool of two new tokens at a price. */
export async function openPool(
  { chain, factory, manager, router }: Market,
  tier: { readonly fee: number; readonly tickSpacing: number },
  sqrtPriceX96: bigint,
): Promise<LivePool> {
  const tokens = await deployTokens(chain);
  for (const to of tokens) {
    for (const spender of [manager, router]) {
      const args = [spender, (1n << 256n) - 1n] as const;
      const data = encodeFunctionData({ abi: erc20Abi, functionName: "approve", args });
      await chain.send({ to, data });
    }
  }
  const args = [...tokens, tier.fee] as const;
  await chain.send({
    to: factory,
    data: encodeFunctionData({ abi: factoryAbi, functionName: "createPool", args }),
  });
  const address = await chain.client.readContract({
    address: factory,
    abi: factoryAbi,
    functionName: "getPool",
    args,
  });
  await chain.send({
    to: address,
    data: encodeFunctionData({ abi: poolAbi, functionName: "initialize", args: [sqrtPriceX96] }),
  });
  return { address, tokens, ...tier, touched: new Set(), positions: [] };
}

/**
 * Adds liquidity between two ticks, at most the amounts; returns false when they buy no liquidity
 * at all.
 */
export async function addLiquidity(
  { chain, manager }: Market,
  pool: LivePool,
  position: { tickLower: number; tickUpper: number; amount0: bigint; amount1: bigint },
): Promise<boolean> {
  const { tickLower, tickUpper, amount0, amount1 } = position;
  const params = {
    token0: pool.tokens[0],
    token1: pool.tokens[1],
    fee: pool.fee,
    tickLower,
    tickUpper,
    amount0Desired: amount0,
    amount1Desired: amount1,
    amount0Min: 0n,
    amount1Min: 0n,
    recipient: ACCOUNT,
    deadline: DEADLINE,
  };
  const data = encodeFunctionData({ abi: managerAbi, functionName: "mint", args: [params] });
  const works = await chain.client.call({ account: ACCOUNT, to: manager, data }).then(
    () => true,
    () => false,
  );
  if (!works) return false;
  const { logs } = await chain.send({ to: manager, data });
  for (const { args } of parseEventLogs({ abi: managerAbi, logs })) pool.positions.push(args);
  pool.touched.add(tickLower).add(tickUpper);
  return true;
}

/** Takes all liquidity out of a position. */
export async function removeLiquidity(
  { chain, manager }: Market,
  pool: LivePool,
  at: number,
): Promise<void> {
  const [position] = pool.positions.splice(at, 1);
  if (position === undefined) return;
  const params = { ...position, amount0Min: 0n, amount1Min: 0n, deadline: DEADLINE };
  const args = [params] as const;
  const data = encodeFunctionData({ abi: managerAbi, functionName: "decreaseLiquidity", args });
  await chain.send({ to: manager, data });
}

/** Executes an exact-input swap; the numbers of its event. A price limit of 0 is none. */
export async function executeSwap(
  { chain, router }: Market,
  pool: LivePool,
  trade: { zeroForOne: boolean; amountIn: bigint; sqrtPriceLimitX96?: bigint },
) {
  const { zeroForOne, amountIn, sqrtPriceLimitX96 = 0n } = trade;
  const [tokenIn, tokenOut] = zeroForOne ? pool.tokens : [pool.tokens[1], pool.tokens[0]];
  const params = {
    tokenIn,
    tokenOut,
    fee: pool.fee,
    recipient: ACCOUNT,
    deadline: DEADLINE,
    amountIn,
    amountOutMinimum: 0n,
    sqrtPriceLimitX96,
  };
  const data = encodeFunctionData({
    abi: routerAbi,
    functionName: "exactInputSingle",
    args: [params],
  });
  const { logs } = await chain.send({ to: router, data });
  const [event] = parseEventLogs({ abi: poolAbi, eventName: "Swap", logs });
  if (event === undefined) throw new Error(`The swap of ${amountIn} emitted no Swap event.`);
  return event.args;
}

/** Reads the pool's state from the contract; `ticks` are read when not given. */
export async function readPool(
  { chain: { client } }: Market,
  pool: LivePool,
  ticks?: TickTable,
): Promise<UniswapV3Pool> {
  const contract = { address: pool.address, abi: poolAbi } as const;
  const indexes = ticks === undefined ? [...pool.touched].sort((a, b) => a - b) : [];
  const [slot0, liquidity, ...infos] = await Promise.all([
    client.readContract({ ...contract, functionName: "slot0" }),
    client.readContract({ ...contract, functionName: "liquidity" }),
    ...indexes.map((tick) =>
      client.readContract({ ...contract, functionName: "ticks", args: [tick] }),
    ),
  ]);
  const initialised = infos.flatMap(([liquidityGross, liquidityNet], at) => {
    const tick = indexes[at];
    return tick === undefined || liquidityGross === 0n ? [] : [{ tick, liquidityNet }];
  });
  const [sqrtPriceX96, tick] = slot0;
  return {
    id: pool.address,
    address: pool.address,
    slug: "uniswap-v3",
    updatedBlock: 1,
    ticksBlock: 1,
    token0: pool.tokens[0],
    token1: pool.tokens[1],
    feePips: pool.fee,
    tickSpacing: pool.tickSpacing,
    sqrtPriceX96,
    tick,
    liquidity,
    ticks: ticks ?? createTickTable(initialised),
  };
}
