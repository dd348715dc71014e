import { type Address, type Hex, type PublicClient, pad, parseAbi, parseEventLogs } from "viem";
import { lower } from "../../src/lib/address.ts";
import { poolsOn } from "../../src/protocols/curve-lending/contracts.ts";
import type { Indexed } from "./comparison.ts";

/** Swaps of every kind of pool, under names of their own where arguments differ. */
const pairSwap = parseAbi([
  "event Swap(address indexed sender, uint256 in0, uint256 in1, uint256 out0, uint256 out1, address indexed to)",
]);
const solidlySwap = parseAbi([
  "event Swap(address indexed sender, address indexed to, uint256 in0, uint256 in1, uint256 out0, uint256 out1)",
]);
const v3Swap = parseAbi([
  "event Swap(address indexed sender, address indexed to, int256 amount0, int256 amount1, uint160 price, uint128 liquidity, int24 tick)",
]);
const pancakeSwap = parseAbi([
  "event Swap(address indexed sender, address indexed to, int256 amount0, int256 amount1, uint160 price, uint128 liquidity, int24 tick, uint128 fees0, uint128 fees1)",
]);
const integralSwap = parseAbi([
  "event Swap(address indexed sender, address indexed to, int256 amount0, int256 amount1, uint160 price, uint128 liquidity, int24 tick, uint24 overrideFee, uint24 pluginFee)",
]);
const curveSwap = parseAbi([
  "event TokenExchange(address indexed buyer, int128 sold, uint256 amountIn, int128 bought, uint256 amountOut)",
]);
/** Of pools of what is lent out alone: metapools number coins of theirs and of others by it. */
const curveLendingSwap = parseAbi([
  "event TokenExchangeUnderlying(address indexed buyer, int128 sold, uint256 amountIn, int128 bought, uint256 amountOut)",
]);
const curveCryptoSwap = parseAbi([
  "event TokenExchange(address indexed buyer, uint256 sold, uint256 amountIn, uint256 bought, uint256 amountOut, uint256 fee, uint256 priceScale)",
]);
const curveOlderSwap = parseAbi([
  "event TokenExchange(address indexed buyer, uint256 sold, uint256 amountIn, uint256 bought, uint256 amountOut)",
]);
const balancerSwap = parseAbi([
  "event Swap(bytes32 indexed poolId, address indexed tokenIn, address indexed tokenOut, uint256 amountIn, uint256 amountOut)",
]);
const balancerV3Swap = parseAbi([
  "event Swap(address indexed pool, address indexed tokenIn, address indexed tokenOut, uint256 amountIn, uint256 amountOut, uint256 feeWad, uint256 fee)",
]);
const bufferSwap = parseAbi([
  "event Wrap(address indexed wrapped, uint256 amountIn, uint256 amountOut, bytes32 balances)",
  "event Unwrap(address indexed wrapped, uint256 amountIn, uint256 amountOut, bytes32 balances)",
]);
const v4Swap = parseAbi([
  "event Swap(bytes32 indexed id, address indexed sender, int128 amount0, int128 amount1, uint160 price, uint128 liquidity, int24 tick, uint24 fee)",
]);

const infinitySwap = parseAbi([
  "event Swap(bytes32 indexed id, address indexed sender, int128 amount0, int128 amount1, uint160 price, uint128 liquidity, int24 tick, uint24 fee, uint16 protocolFee)",
]);
const infinityBinSwap = parseAbi([
  "event Swap(bytes32 indexed id, address indexed sender, int128 amount0, int128 amount1, uint24 activeId, uint24 fee, uint16 protocolFee)",
]);
const bookSwap = parseAbi([
  "event Swap(address indexed sender, address indexed to, uint24 id, bytes32 amountsIn, bytes32 amountsOut, uint24 volatility, bytes32 fees, bytes32 protocolFees)",
]);
const fluidSwap = parseAbi([
  "event Swap(bool swap0to1, uint256 amountIn, uint256 amountOut, address to)",
]);
const dexLiteSwap = parseAbi(["event LogSwap(uint256 swapData, uint256 dexVariables)"]);

const pendleSwap = parseAbi([
  "event Swap(address indexed caller, address indexed receiver, int256 ptOut, int256 syOut, uint256 syFee, uint256 syToReserve)",
]);

const feeAdjustment = parseAbi(["event FeeAdjustment(uint24 oldFee, uint24 newFee)"]);

interface Trade {
  readonly pool: Hex;
  readonly tokenIn: string;
  readonly tokenOut: string;
  readonly amountIn: bigint;
  readonly amountOut: bigint;
  readonly block: bigint;
  /** Hundredths of a basis point, where the log states it. */
  readonly feePips?: number;
}

/** All swaps of pools in the catalog, by their logs. */
async function trades(
  client: PublicClient,
  tokens: ReadonlyMap<string, readonly string[]>,
  { chainId, head }: { readonly chainId: number; readonly head: bigint },
): Promise<readonly Trade[]> {
  const events = [
    pairSwap,
    solidlySwap,
    v3Swap,
    pancakeSwap,
    integralSwap,
    curveSwap,
    curveLendingSwap,
    curveCryptoSwap,
    curveOlderSwap,
    balancerSwap,
    balancerV3Swap,
    bufferSwap,
    v4Swap,
    infinitySwap,
    infinityBinSwap,
    bookSwap,
    fluidSwap,
    dexLiteSwap,
    pendleSwap,
    feeAdjustment,
  ].flat();
  const logs = await client.getLogs({ events, fromBlock: 0n, toBlock: head });
  const found: Trade[] = [];
  const add = (
    { address, blockNumber }: { readonly address: Address; readonly blockNumber: bigint },
    [i, j]: readonly [number, number],
    [amountIn, amountOut]: readonly [bigint, bigint],
    feePips?: number,
  ) => {
    const pool = lower(address);
    const [tokenIn, tokenOut] = [tokens.get(pool)?.[i], tokens.get(pool)?.[j]];
    if (tokenIn === undefined || tokenOut === undefined || amountIn <= 0n) return;
    const fee = feePips === undefined ? {} : { feePips };
    found.push({ pool, tokenIn, tokenOut, amountIn, amountOut, block: blockNumber, ...fee });
  };
  const adjustments = parseEventLogs({ abi: feeAdjustment, logs });
  for (const abi of [pairSwap, solidlySwap]) {
    for (const log of parseEventLogs({ abi, logs })) {
      const { in0, in1, out0, out1 } = log.args;
      add(log, [0, 1], [in0, out1]);
      add(log, [1, 0], [in1, out0]);
    }
  }
  for (const abi of [v3Swap, pancakeSwap, integralSwap]) {
    for (const log of parseEventLogs({ abi, logs })) {
      const { amount0, amount1 } = log.args;
      const fee = adjustedFee(adjustments, log);
      if (amount0 > 0n) add(log, [0, 1], [amount0, -amount1], fee);
      else add(log, [1, 0], [amount1, -amount0], fee);
    }
  }
  const half = (word: Hex, isX: boolean) =>
    isX ? BigInt(word) & (2n ** 128n - 1n) : BigInt(word) >> 128n;
  for (const log of parseEventLogs({ abi: bookSwap, logs })) {
    const { amountsIn, amountsOut, protocolFees } = log.args;
    const isX = half(amountsIn, true) > 0n;
    const amountIn = half(amountsIn, isX) + half(protocolFees, isX);
    add(log, isX ? [0, 1] : [1, 0], [amountIn, half(amountsOut, !isX)]);
  }
  for (const log of parseEventLogs({ abi: fluidSwap, logs })) {
    const { swap0to1, amountIn, amountOut } = log.args;
    add(log, swap0to1 ? [0, 1] : [1, 0], [amountIn, amountOut]);
  }
  for (const { args, blockNumber: block } of parseEventLogs({ abi: dexLiteSwap, logs })) {
    const swap = (from: bigint, count: bigint) => (args.swapData >> from) & (2n ** count - 1n);
    const pool: Hex = `0x${swap(0n, 64n).toString(16).padStart(16, "0")}`;
    const [i, j] = swap(64n, 1n) === 1n ? ([0, 1] as const) : ([1, 0] as const);
    const restored = (amount: bigint, place: 0 | 1) => {
      const decimals = (args.dexVariables >> (place === 0 ? 126n : 131n)) & 31n;
      return (amount * 10n ** decimals) / 10n ** 9n;
    };
    const [amountIn, amountOut] = [restored(swap(65n, 60n), i), restored(swap(125n, 60n), j)];
    const [tokenIn, tokenOut] = [tokens.get(pool)?.[i], tokens.get(pool)?.[j]];
    if (tokenIn === undefined || tokenOut === undefined) continue;
    found.push({ pool, tokenIn, tokenOut, amountIn, amountOut, block });
  }
  for (const log of parseEventLogs({ abi: pendleSwap, logs })) {
    const { ptOut, syOut } = log.args;
    if (ptOut > 0n) add(log, [0, 1], [-syOut, ptOut]);
    else add(log, [1, 0], [-ptOut, syOut]);
  }
  for (const abi of [curveSwap, curveCryptoSwap, curveOlderSwap]) {
    for (const log of parseEventLogs({ abi, logs })) {
      const { sold, bought, amountIn, amountOut } = log.args;
      add(log, [Number(sold), Number(bought)], [amountIn, amountOut]);
    }
  }
  const lent = new Set(poolsOn(chainId).map(({ pool }) => pool));
  for (const log of parseEventLogs({ abi: curveLendingSwap, logs })) {
    const { sold, bought, amountIn, amountOut } = log.args;
    if (!lent.has(lower(log.address))) continue;
    add(log, [Number(sold), Number(bought)], [amountIn, amountOut]);
  }
  for (const { args, blockNumber } of parseEventLogs({ abi: balancerSwap, logs })) {
    const pool = lower(args.poolId);
    const [tokenIn, tokenOut] = [lower(args.tokenIn), lower(args.tokenOut)];
    const known = tokens.get(pool) ?? [];
    // Swaps of the pool's own share are joins and exits; it is none of the pool's tokens.
    if (!known.includes(tokenIn) || !known.includes(tokenOut)) continue;
    const { amountIn, amountOut } = args;
    found.push({ pool, tokenIn, tokenOut, amountIn, amountOut, block: blockNumber });
  }
  for (const { args, blockNumber: block } of parseEventLogs({ abi: balancerV3Swap, logs })) {
    const { amountIn, amountOut } = args;
    const [pool, tokenIn, tokenOut] = [lower(args.pool), lower(args.tokenIn), lower(args.tokenOut)];
    if (tokens.has(pool)) found.push({ pool, tokenIn, tokenOut, amountIn, amountOut, block });
  }
  for (const { args, blockNumber: block, eventName } of parseEventLogs({ abi: bufferSwap, logs })) {
    const { amountIn, amountOut } = args;
    const pool = pad(lower(args.wrapped));
    const [asset, wrapped] = tokens.get(pool) ?? [];
    if (asset === undefined || wrapped === undefined) continue;
    const [tokenIn, tokenOut] = eventName === "Wrap" ? [asset, wrapped] : [wrapped, asset];
    found.push({ pool, tokenIn, tokenOut, amountIn, amountOut, block });
  }
  for (const abi of [v4Swap, infinitySwap, infinityBinSwap]) {
    for (const { args, blockNumber: block } of parseEventLogs({ abi, logs })) {
      const { id: pool, amount0, amount1, fee: feePips } = args;
      const [token0, token1] = tokens.get(pool) ?? [];
      if (token0 === undefined || token1 === undefined) continue;
      // What the trader gains.
      const [tokenIn, tokenOut] = amount0 < 0n ? [token0, token1] : [token1, token0];
      const amounts = amount0 < 0n ? paid(amount0, amount1) : paid(amount1, amount0);
      found.push({ pool, tokenIn, tokenOut, block, feePips, ...amounts });
    }
  }
  return found;
}

interface Placed {
  readonly address: Address;
  readonly blockNumber: bigint;
  readonly logIndex: number;
}

interface Adjustment extends Placed {
  readonly args: { readonly oldFee: number; readonly newFee: number };
}

/** The fee of a pool at a log of its, of a pool whose fee was adjusted, before or after. */
function adjustedFee(
  adjustments: readonly Adjustment[],
  { address, blockNumber, logIndex }: Placed,
): number | undefined {
  const own = adjustments.filter((log) => log.address === address);
  const isBefore = (log: Placed) =>
    log.blockNumber < blockNumber || (log.blockNumber === blockNumber && log.logIndex < logIndex);
  return own.findLast(isBefore)?.args.newFee ?? own[0]?.args.oldFee;
}

function paid(given: bigint, gained: bigint): Pick<Trade, "amountIn" | "amountOut"> {
  return { amountIn: -given, amountOut: gained };
}

/**
 * Where the hourly volume differs from the node's logs, one line each. Fees are compared where a
 * pool's fee never changes, or logs tell it.
 */
export async function volumeDifferences(
  { sql, schema, chainId }: Indexed,
  { client, head }: { readonly client: PublicClient; readonly head: bigint },
): Promise<readonly string[]> {
  const select = (query: string) =>
    sql.unsafe(query.replaceAll("$schema", `"${schema}"`), [chainId]);
  const tokens = new Map<string, string[]>();
  for (const { pool_id, token } of await select(
    "SELECT * FROM $schema.pool_token WHERE chain_id = $1 ORDER BY pool_id, position",
  )) {
    tokens.set(pool_id, [...(tokens.get(pool_id) ?? []), token]);
  }
  const v2 = await select("SELECT * FROM $schema.uniswap_v2_pair WHERE chain_id = $1");
  const v3 = await select("SELECT * FROM $schema.uniswap_v3_pool WHERE chain_id = $1");
  const down = new Map(v2.map(({ address, fee_pips }) => [address, BigInt(fee_pips)]));
  const up = new Map(v3.map(({ address, fee_pips }) => [address, BigInt(fee_pips)]));
  const stated = new Set<string>();
  const hours = new Map<bigint, bigint>();
  const expected = new Map<string, { swaps: number; in: bigint; out: bigint; fee: bigint }>();
  for (const trade of await trades(client, tokens, { chainId, head })) {
    const { pool, tokenIn, tokenOut, amountIn, amountOut, block, feePips } = trade;
    if (feePips !== undefined) stated.add(pool);
    const known = hours.get(block);
    const time = known ?? (await client.getBlock({ blockNumber: block })).timestamp;
    hours.set(block, time);
    const id = `${pool} ${tokenIn} ${tokenOut} ${time - (time % 3600n)}`;
    const sum = expected.get(id) ?? { swaps: 0, in: 0n, out: 0n, fee: 0n };
    const fee =
      (amountIn * (down.get(pool) ?? 0n)) / 1_000_000n +
      (amountIn * BigInt(feePips ?? up.get(pool) ?? 0) + 999_999n) / 1_000_000n;
    expected.set(id, {
      ...{ swaps: sum.swaps + 1, in: sum.in + amountIn },
      ...{ out: sum.out + amountOut, fee: sum.fee + fee },
    });
  }
  const lines: string[] = [];
  for (const row of await select("SELECT * FROM $schema.pool_hour WHERE chain_id = $1")) {
    const id = `${row.pool_id} ${row.token_in} ${row.token_out} ${row.hour}`;
    const sum = expected.get(id);
    expected.delete(id);
    const isFixed = [down, up, stated].some((pools) => pools.has(row.pool_id));
    const held = [row.swaps, row.volume_in, row.volume_out, isFixed ? row.fees_in : 0n];
    const wanted = sum && [sum.swaps, sum.in, sum.out, sum.fee];
    if (String(held) !== String(wanted)) lines.push(`pool_hour ${id}: ${held}; the logs ${wanted}`);
  }
  for (const id of expected.keys()) lines.push(`pool_hour lacks ${id}`);
  return lines;
}
