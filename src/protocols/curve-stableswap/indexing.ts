import type { Context } from "ponder:registry";
import { type Address, erc20Abi } from "viem";
import { CurvePool3 } from "../../../abis/CurvePool.ts";
import { recordPool } from "../../catalog/discovery.ts";
import { ponder } from "../../catalog/recorded.ts";
import { recordSwap } from "../../catalog/swaps.ts";
import { recordToken } from "../../catalog/tokens.ts";
import { processEnvironment } from "../../lib/env.ts";
import { isIndexed } from "../sources.ts";
import { type CurvePoolContracts, configuredPool } from "./contracts.ts";
import { curvePool } from "./schema.ts";
import { curveStableswapSources } from "./sources.ts";
import {
  changed,
  isFirstDeposit,
  type LogBlock,
  opened,
  type PoolChange,
  type PoolLog,
  type PoolParameters,
  tradeOf,
} from "./transitions.ts";

const sources = curveStableswapSources(processEnvironment());

/**
 * When to read a contract: at the event's block, or at the newest block, which needs no archive
 * node.
 */
type ReadAt = { readonly cache?: "immutable" };

async function readParameters(
  { client }: Context,
  pool: Address,
  at: ReadAt,
): Promise<PoolParameters> {
  const read = (
    functionName:
      | ("fee" | "admin_fee")
      | ("initial_A" | "future_A" | "initial_A_time" | "future_A_time"),
  ) => client.readContract({ abi: CurvePool3, address: pool, functionName, ...at });
  const [feeE10, adminFeeE10, initialA, futureA, initialATime, futureATime] = await Promise.all([
    read("fee"),
    read("admin_fee"),
    read("initial_A"),
    read("future_A"),
    read("initial_A_time"),
    read("future_A_time"),
  ]);
  return { feeE10, adminFeeE10, initialA, futureA, initialATime, futureATime };
}

/** The row that a contract gives at the end of a block. */
async function readRow(
  context: Context,
  pool: CurvePoolContracts,
  block: LogBlock,
): Promise<PoolChange> {
  const [parameters, supply, ...balances] = await Promise.all([
    readParameters(context, pool.pool, {}),
    context.client.readContract({
      abi: erc20Abi,
      address: pool.lpToken,
      functionName: "totalSupply",
    }),
    ...pool.coins.map((_, index) =>
      context.client.readContract({
        abi: CurvePool3,
        address: pool.pool,
        functionName: "balances",
        args: [BigInt(index)],
      }),
    ),
  ]);
  return opened(pool, { ...parameters, balances, supply }, { block, readBlock: block.number });
}

/**
 * The row of a pool at its first log. A first deposit states all but what the constructor was
 * given, which is taken from the newest block: where it has changed since, later logs do not fit
 * and the pool is read at their block.
 */
async function firstRow(
  context: Context,
  pool: CurvePoolContracts,
  { log, block }: { readonly log: PoolLog; readonly block: LogBlock },
): Promise<PoolChange> {
  if (!isFirstDeposit(log)) return readRow(context, pool, block);
  const parameters = await readParameters(context, pool.pool, { cache: "immutable" });
  const numbers = { ...parameters, balances: log.amounts, supply: log.supply };
  return opened(pool, numbers, { block, readBlock: -1 });
}

async function record(
  context: Context,
  address: Address,
  {
    log,
    block: { number, timestamp },
  }: { log: PoolLog; block: { number: bigint; timestamp: bigint } },
): Promise<void> {
  const chainId = context.chain.id;
  const pool = configuredPool(chainId, address);
  if (pool === undefined) throw new Error(`${address} is no pool of contracts.ts; add it there.`);
  const block = { number: Number(number), timestamp: Number(timestamp) };
  const row = await context.db.find(curvePool, { chainId, address });
  if (row === null) {
    const { slug, coins, lpToken } = pool;
    await recordPool(context, {
      ...{ id: address, address, family: "curve-stableswap", slug, tokens: coins },
      block: block.number,
    });
    await recordToken(context, { address: lpToken, block: block.number });
    const first = await firstRow(context, pool, { log, block });
    await context.db.insert(curvePool).values({ chainId, address, slug, ...columns(first) });
    await recordTrade(context, pool, { log, feeE10: first.feeE10, timestamp });
    return;
  }
  await recordTrade(context, pool, { log, feeE10: row.feeE10, timestamp });
  if (row.readBlock === block.number) return;
  const next = changed(pool, row, { log, block }) ?? (await readRow(context, pool, block));
  await context.db.update(curvePool, { chainId, address }).set(columns(next));
}

async function recordTrade(
  context: Context,
  pool: CurvePoolContracts,
  {
    log,
    feeE10,
    timestamp,
  }: { readonly log: PoolLog; readonly feeE10: bigint; readonly timestamp: bigint },
): Promise<void> {
  const trade = tradeOf(pool, log, feeE10);
  if (trade !== null) await recordSwap(context, { poolId: pool.pool, ...trade, timestamp });
}

function columns(row: PoolChange) {
  return { ...row, balances: [...row.balances] };
}

for (const name of ["CurveEarlyPool2", "CurveEarlyPool3", "CurvePool2", "CurvePool3"] as const) {
  if (!isIndexed(sources[name])) continue;
  ponder.on(`${name}:TokenExchange`, ({ event, context }) => {
    const { sold_id, tokens_sold: amountIn, bought_id, tokens_bought: amountOut } = event.args;
    const [i, j] = [Number(sold_id), Number(bought_id)];
    const log: PoolLog = { kind: "exchange", i, amountIn, j, amountOut };
    return record(context, event.log.address, { log, block: event.block });
  });
  ponder.on(`${name}:AddLiquidity`, ({ event, context }) => {
    const { token_amounts: amounts, fees, invariant, token_supply: supply } = event.args;
    const log: PoolLog = { kind: "add", amounts, fees, invariant, supply };
    return record(context, event.log.address, { log, block: event.block });
  });
  ponder.on(`${name}:RemoveLiquidity`, ({ event, context }) => {
    const { token_amounts: amounts, token_supply: supply } = event.args;
    const log: PoolLog = { kind: "remove", amounts, supply };
    return record(context, event.log.address, { log, block: event.block });
  });
  ponder.on(`${name}:RemoveLiquidityImbalance`, ({ event, context }) => {
    const { token_amounts: amounts, fees, token_supply: supply } = event.args;
    const log: PoolLog = { kind: "remove-imbalance", amounts, fees, supply };
    return record(context, event.log.address, { log, block: event.block });
  });
  ponder.on(`${name}:RemoveLiquidityOne`, ({ event, context }) => {
    const { token_amount: amountIn, coin_amount: amountOut } = event.args;
    const log: PoolLog = { kind: "remove-one", amountIn, amountOut };
    return record(context, event.log.address, { log, block: event.block });
  });
  ponder.on(`${name}:NewFee`, ({ event, context }) => {
    const { fee: feeE10, admin_fee: adminFeeE10 } = event.args;
    const log: PoolLog = { kind: "fee", feeE10, adminFeeE10 };
    return record(context, event.log.address, { log, block: event.block });
  });
  ponder.on(`${name}:RampA`, ({ event, context }) => {
    const { old_A: initialA, new_A: futureA } = event.args;
    const { initial_time: initialATime, future_time: futureATime } = event.args;
    const log: PoolLog = { kind: "ramp", initialA, futureA, initialATime, futureATime };
    return record(context, event.log.address, { log, block: event.block });
  });
  ponder.on(`${name}:StopRampA`, ({ event, context }) => {
    const { A: a, t } = event.args;
    const ramp = { initialA: a, futureA: a, initialATime: t, futureATime: t };
    return record(context, event.log.address, {
      log: { kind: "ramp", ...ramp },
      block: event.block,
    });
  });
}
