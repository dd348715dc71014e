import type { Context } from "ponder:registry";
import type { Address } from "viem";
import { recordPool } from "../../catalog/discovery.ts";
import { ponder } from "../../catalog/recorded.ts";
import { keepsVolume, recordSwap } from "../../catalog/swaps.ts";
import { recordToken } from "../../catalog/tokens.ts";
import { lower } from "../../lib/address.ts";
import { processEnvironment } from "../../lib/env.ts";
import { isIndexed } from "../sources.ts";
import { factoriesOn, olderPoolsOn } from "./contracts.ts";
import { olderPlaceOf } from "./older-places.ts";
import { curveCryptoPool } from "./schema.ts";
import { curveCryptoSources } from "./sources.ts";
import { type CreatedPool, created } from "./transitions.ts";

const FEE_DENOMINATOR = 10n ** 10n;

const sources = curveCryptoSources(processEnvironment());

interface Log {
  readonly log: { readonly address: Address };
  readonly block: { readonly number: bigint; readonly timestamp: bigint };
}

interface Deployed extends Log {
  readonly args: { readonly pool: Address; readonly coins: readonly Address[] };
}

/** Writes a pool, of which the contract says in the next live block what it is. */
async function onDeployed(context: Context, { args, block }: Deployed): Promise<void> {
  const address = lower(args.pool);
  const coins = args.coins.map(lower);
  await write(context, { address, coins, generation: "ng", lpToken: address }, block);
}

async function write(
  context: Context,
  pool: CreatedPool & { readonly address: Address },
  block: Log["block"],
): Promise<void> {
  const chainId = context.chain.id;
  const slug = factoriesOn(chainId)?.slug ?? "";
  const { address, coins, lpToken } = pool;
  const number = Number(block.number);
  const recorded = { id: address, address, family: "curve-crypto", slug, tokens: coins };
  await recordPool(context, { ...recorded, block: number });
  await recordToken(context, { address: lpToken, block: number });
  await context.db
    .insert(curveCryptoPool)
    .values({ chainId, address, slug, ...created(pool, number) });
}

/** Writes a listed pool at its first log, if it is that. */
async function onOlder(context: Context, { log, block }: Log): Promise<void> {
  const key = { chainId: context.chain.id, address: log.address };
  if ((await context.db.find(curveCryptoPool, key)) !== null) return;
  const listed = olderPoolsOn(key.chainId).find(({ pool }) => pool === log.address);
  if (listed !== undefined) await write(context, olderPlaceOf(listed), block);
}

/** Notes that a pool has changed; what it is now, the contract says in the next live block. */
async function onChange(context: Context, { log, block }: Log): Promise<void> {
  const key = { chainId: context.chain.id, address: log.address };
  if ((await context.db.find(curveCryptoPool, key)) === null) return;
  const change = { isStale: true, updatedBlock: Number(block.number) };
  await context.db.update(curveCryptoPool, key).set(change);
}

interface Exchanged extends Log {
  readonly args: {
    readonly sold_id: bigint;
    readonly tokens_sold: bigint;
    readonly bought_id: bigint;
    readonly tokens_bought: bigint;
    /** Absent from logs of older code. */
    readonly fee?: bigint;
  };
}

async function onExchange(context: Context, event: Exchanged): Promise<void> {
  await onChange(context, event);
  if (!keepsVolume) return;
  const { sold_id, tokens_sold: amountIn, bought_id, tokens_bought: amountOut } = event.args;
  const poolId = event.log.address;
  const row = await context.db.find(curveCryptoPool, {
    chainId: context.chain.id,
    address: poolId,
  });
  const [tokenIn, tokenOut] = [row?.coins[Number(sold_id)], row?.coins[Number(bought_id)]];
  if (tokenIn === undefined || tokenOut === undefined) return;
  // The fee is taken of what is paid. Older code does not tell it: it is taken for that of a
  // balanced pool.
  const balanced = (amountOut * (row?.midFeeE10 ?? 0n)) / FEE_DENOMINATOR;
  const fee = event.args.fee ?? balanced;
  const feeIn = (amountIn * fee) / (amountOut + fee);
  const { timestamp } = event.block;
  await recordSwap(context, { poolId, tokenIn, tokenOut, amountIn, amountOut, feeIn, timestamp });
}

const CHANGES = [
  "AddLiquidity",
  "RemoveLiquidity",
  "RemoveLiquidityOne",
  "RampAgamma",
  "StopRampA",
] as const;
/** Of which there are two that differ in what they tell. */
const NEW_PARAMETERS = [
  "NewParameters(uint256 mid_fee, uint256 out_fee, uint256 fee_gamma, uint256 allowed_extra_profit, uint256 adjustment_step, uint256 ma_time)",
  "NewParameters(uint256 mid_fee, uint256 out_fee, uint256 fee_gamma, uint256 allowed_extra_profit, uint256 adjustment_step, uint256 ma_time, uint256 xcp_ma_time)",
] as const;

if (isIndexed(sources.CurveTwocryptoFactory)) {
  ponder.on("CurveTwocryptoFactory:TwocryptoPoolDeployed", ({ event, context }) =>
    onDeployed(context, event),
  );
  ponder.on("CurveTricryptoFactory:TricryptoPoolDeployed", ({ event, context }) =>
    onDeployed(context, event),
  );
  for (const name of [...CHANGES, ...NEW_PARAMETERS, "ClaimAdminFee"] as const) {
    ponder.on(`CurveTwocryptoPool:${name}`, ({ event, context }) => onChange(context, event));
  }
  for (const name of [
    ...[...CHANGES, ...NEW_PARAMETERS],
    ...([
      "ClaimAdminFee(address indexed admin, uint256[3] tokens)",
      "ClaimAdminFee(address indexed admin, uint256 tokens)",
    ] as const),
  ]) {
    ponder.on(`CurveTricryptoPool:${name}`, ({ event, context }) => onChange(context, event));
  }
  ponder.on("CurveTwocryptoPool:TokenExchange", ({ event, context }) => onExchange(context, event));
  ponder.on("CurveTricryptoPool:TokenExchange", ({ event, context }) => onExchange(context, event));
}

if (isIndexed(sources.CurveOlderTricrypto)) {
  for (const name of [
    ...(["AddLiquidity", "RemoveLiquidity", "RemoveLiquidityOne"] as const),
    ...(["StopRampA", "NewParameters", "ClaimAdminFee"] as const),
    ...([
      "RampAgamma(uint256 initial_A, uint256 future_A, uint256 initial_gamma, uint256 future_gamma, uint256 initial_time, uint256 future_time)",
      "RampAgamma(uint256 initial_A, uint256 future_A, uint256 initial_time, uint256 future_time)",
    ] as const),
  ]) {
    ponder.on(`CurveOlderTricrypto:${name}`, async ({ event, context }) => {
      await onOlder(context, event);
      await onChange(context, event);
    });
  }
  ponder.on("CurveOlderTricrypto:TokenExchange", async ({ event, context }) => {
    await onOlder(context, event);
    await onExchange(context, event);
  });
}
