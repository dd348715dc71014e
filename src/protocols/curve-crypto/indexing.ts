import type { Context } from "ponder:registry";
import type { Address } from "viem";
import { CurveCryptoFactory, CurveTokenV5 } from "../../../abis/CurveCrypto.ts";
import { recordPool } from "../../catalog/discovery.ts";
import { ponder } from "../../catalog/recorded.ts";
import { keepsVolume, recordSwap } from "../../catalog/swaps.ts";
import { recordToken } from "../../catalog/tokens.ts";
import { lower } from "../../lib/address.ts";
import { processEnvironment } from "../../lib/env.ts";
import { isIndexed } from "../sources.ts";
import { factoriesOn, olderPoolsOn } from "./contracts.ts";
import { olderPlaceOf, precisionsOf } from "./older-places.ts";
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
async function open(context: Context, { log, block }: Log): Promise<void> {
  const key = { chainId: context.chain.id, address: log.address };
  const listed = olderPoolsOn(key.chainId).find(({ pool }) => pool === log.address);
  if (listed === undefined || (await context.db.find(curveCryptoPool, key)) !== null) return;
  await write(context, olderPlaceOf(listed), block);
}

async function onOlder(context: Context, event: Log): Promise<void> {
  await open(context, event);
  await onChange(context, event);
}

async function onOlderExchange(context: Context, event: Exchanged): Promise<void> {
  await open(context, event);
  await onExchange(context, event);
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
  const whole = amountOut + fee;
  // An exchange may pay nothing.
  const feeIn = whole === 0n ? 0n : (amountIn * fee) / whole;
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

/** What all older pools log besides trades, and what the oldest log otherwise. */
const OLDER_CHANGES = [
  ...(["AddLiquidity", "RemoveLiquidity", "RemoveLiquidityOne"] as const),
  ...(["StopRampA", "NewParameters", "ClaimAdminFee"] as const),
] as const;
const OLDER_RAMPS = [
  "RampAgamma(uint256 initial_A, uint256 future_A, uint256 initial_gamma, uint256 future_gamma, uint256 initial_time, uint256 future_time)",
  "RampAgamma(uint256 initial_A, uint256 future_A, uint256 initial_time, uint256 future_time)",
] as const;

/**
 * Writes the pool of a token that the factory made, which the token tells. What is asked never
 * changes: the newest block tells it.
 */
async function onCryptoDeployed(context: Context, event: CryptoDeployed): Promise<void> {
  const { client, db } = context;
  const lpToken = lower(event.args.token);
  const read = { cache: "immutable" } as const;
  const address = lower(
    await client.readContract({
      ...read,
      abi: CurveTokenV5,
      address: lpToken,
      functionName: "minter",
    }),
  );
  const key = { chainId: context.chain.id, address };
  if ((await db.find(curveCryptoPool, key)) !== null) return;
  const decimals = await client.readContract({
    ...{ ...read, abi: CurveCryptoFactory, address: event.log.address },
    ...{ functionName: "get_decimals", args: [address] },
  });
  const coins = event.args.coins.map(lower);
  const precisions = precisionsOf(decimals.map(Number));
  await write(context, { address, coins, generation: "factory", lpToken, precisions }, event.block);
}

interface CryptoDeployed extends Log {
  readonly args: { readonly token: Address; readonly coins: readonly Address[] };
}

if (isIndexed(sources.CurveOlderTricrypto)) {
  for (const name of [...OLDER_CHANGES, ...OLDER_RAMPS]) {
    ponder.on(`CurveOlderTricrypto:${name}`, ({ event, context }) => onOlder(context, event));
  }
  ponder.on("CurveOlderTricrypto:TokenExchange", ({ event, context }) =>
    onOlderExchange(context, event),
  );
}

if (isIndexed(sources.CurveOlderTwocrypto)) {
  for (const name of [...OLDER_CHANGES, "RampAgamma"] as const) {
    ponder.on(`CurveOlderTwocrypto:${name}`, ({ event, context }) => onOlder(context, event));
  }
  ponder.on("CurveOlderTwocrypto:TokenExchange", ({ event, context }) =>
    onOlderExchange(context, event),
  );
}

if (isIndexed(sources.CurveCryptoFactory)) {
  ponder.on("CurveCryptoFactory:CryptoPoolDeployed", ({ event, context }) =>
    onCryptoDeployed(context, event),
  );
  // Those of three coins have a source of their own.
  const isOfThree = (context: Context, { log }: Log): boolean =>
    olderPoolsOn(context.chain.id).some(
      ({ pool, coins }) => pool === log.address && coins.length === 3,
    );
  for (const name of [...OLDER_CHANGES, "RampAgamma"] as const) {
    ponder.on(`CurveCryptoPool:${name}`, async ({ event, context }) => {
      if (!isOfThree(context, event)) await onOlder(context, event);
    });
  }
  ponder.on("CurveCryptoPool:TokenExchange", async ({ event, context }) => {
    if (!isOfThree(context, event)) await onOlderExchange(context, event);
  });
}
