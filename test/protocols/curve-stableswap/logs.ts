import { type Log, type PublicClient, parseEventLogs } from "viem";
import {
  CurveEarlyPool2,
  CurveEarlyPool3,
  CurvePool2,
  CurvePool3,
} from "../../../abis/CurvePool.ts";
import type { CurvePoolContracts } from "../../../src/protocols/curve-stableswap/contracts.ts";
import type { LogBlock, PoolLog } from "../../../src/protocols/curve-stableswap/transitions.ts";

/** A log of a pool as the handlers pass it on. */
export interface PlacedLog {
  readonly log: PoolLog;
  readonly block: LogBlock;
}

/** Every log that a pool has emitted, in order. */
export async function logsOf(
  client: PublicClient,
  pool: CurvePoolContracts,
): Promise<readonly PlacedLog[]> {
  const logs = await client.getLogs({ address: pool.pool, fromBlock: 0n, toBlock: "latest" });
  const timestamps = new Map<bigint, number>();
  const placed: PlacedLog[] = [];
  for (const raw of logs) {
    const log = decode(pool, raw);
    if (log === null) continue;
    const { blockNumber } = raw;
    const timestamp =
      timestamps.get(blockNumber) ?? Number((await client.getBlock({ blockNumber })).timestamp);
    timestamps.set(blockNumber, timestamp);
    placed.push({ log, block: { number: Number(blockNumber), timestamp } });
  }
  return placed;
}

function decode(pool: CurvePoolContracts, raw: Log): PoolLog | null {
  const two = pool.returnsAmount ? CurvePool2 : CurveEarlyPool2;
  const three = pool.returnsAmount ? CurvePool3 : CurveEarlyPool3;
  const abi = pool.coins.length === 2 ? two : three;
  const [log] = parseEventLogs({ abi, logs: [raw] });
  if (log === undefined) return null;
  switch (log.eventName) {
    case "TokenExchange": {
      const { sold_id, tokens_sold: amountIn, bought_id, tokens_bought: amountOut } = log.args;
      return { kind: "exchange", i: Number(sold_id), amountIn, j: Number(bought_id), amountOut };
    }
    case "AddLiquidity": {
      const { token_amounts: amounts, fees, invariant, token_supply: supply } = log.args;
      return { kind: "add", amounts, fees, invariant, supply };
    }
    case "RemoveLiquidity":
      return { kind: "remove", amounts: log.args.token_amounts, supply: log.args.token_supply };
    case "RemoveLiquidityImbalance": {
      const { token_amounts: amounts, fees, token_supply: supply } = log.args;
      return { kind: "remove-imbalance", amounts, fees, supply };
    }
    case "RemoveLiquidityOne": {
      const { token_amount: amountIn, coin_amount: amountOut } = log.args;
      return { kind: "remove-one", amountIn, amountOut };
    }
    case "NewFee":
      return { kind: "fee", feeE10: log.args.fee, adminFeeE10: log.args.admin_fee };
    case "RampA": {
      const { old_A: initialA, new_A: futureA } = log.args;
      const { initial_time: initialATime, future_time: futureATime } = log.args;
      return { kind: "ramp", initialA, futureA, initialATime, futureATime };
    }
    case "StopRampA": {
      const { A: a, t } = log.args;
      return { kind: "ramp", initialA: a, futureA: a, initialATime: t, futureATime: t };
    }
  }
}
