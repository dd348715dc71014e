import type { Context } from "ponder:registry";
import type { Address } from "viem";
import { CurvePlainFactory } from "../../../abis/CurveFactory.ts";
import { recordPool } from "../../catalog/discovery.ts";
import { ponder } from "../../catalog/recorded.ts";
import { keepsVolume, recordSwap } from "../../catalog/swaps.ts";
import { recordToken } from "../../catalog/tokens.ts";
import { lower, ZERO_ADDRESS } from "../../lib/address.ts";
import { processEnvironment } from "../../lib/env.ts";
import { isIndexed } from "../sources.ts";
import { type CurveFactory, factoriesOn, namedPoolsOn } from "./contracts.ts";
import { type CurveFactoryFacts, factsOf, factsOfNamed } from "./reading.ts";
import { curveFactoryPool } from "./schema.ts";
import { curveFactorySources } from "./sources.ts";
import { created } from "./transitions.ts";

const sources = curveFactorySources(processEnvironment());

const FEE_SCALE = 10n ** 10n;
/** Pools of two coins that are looked for. */
const MOST_OF_A_PAIR = 16n;

interface Log {
  readonly log: { readonly address: Address };
  readonly block: { readonly number: bigint; readonly timestamp: bigint };
}

interface Deployed extends Log {
  readonly args: { readonly coins: readonly Address[] };
}

/**
 * Writes the pools of the first two coins that are new. The factory's lists only ever grow: the
 * newest block tells them.
 */
async function onDeployed(context: Context, { args, log, block }: Deployed): Promise<void> {
  const chainId = context.chain.id;
  const from = lower(log.address);
  const contracts = factoriesOn(chainId).find(({ factory }) => factory === from);
  const [first, second] = args.coins;
  if (contracts === undefined || first === undefined || second === undefined) return;
  const read = { abi: CurvePlainFactory, address: from, cache: "immutable" } as const;
  for (let i = 0n; i < MOST_OF_A_PAIR; i++) {
    const place = [first, second, i] as const;
    const address = lower(
      await context.client.readContract({
        ...{ ...read, functionName: "find_pool_for_coins", args: place },
      }),
    );
    if (address === ZERO_ADDRESS) return;
    const key = { chainId, address };
    if ((await context.db.find(curveFactoryPool, key)) !== null) continue;
    await discover(context, { contracts, address, block: Number(block.number) });
  }
}

async function discover(
  context: Context,
  {
    contracts,
    address,
    block,
  }: { readonly contracts: CurveFactory; readonly address: Address; readonly block: number },
): Promise<void> {
  const { client } = context;
  const { factory, slug } = contracts;
  const of = {
    ...({ abi: CurvePlainFactory, address: factory, cache: "immutable" } as const),
    args: [address],
  } as const;
  const [coins, decimals, implementation] = await Promise.all([
    client.readContract({ ...of, functionName: "get_coins" }),
    client.readContract({ ...of, functionName: "get_decimals" }),
    client.readContract({ ...of, functionName: "get_implementation_address" }),
  ]);
  const facts = factsOf(contracts, {
    ...{ address, coins: coins.map(lower), decimals, implementation: lower(implementation) },
  });
  if (facts !== null) await write(context, facts, { slug, block });
}

async function write(
  context: Context,
  facts: CurveFactoryFacts,
  { slug, block }: { readonly slug: string; readonly block: number },
): Promise<void> {
  const { address, lpToken, coins: tokens } = facts;
  const pool = { id: address, address, family: "curve-factory", slug, tokens, block };
  await recordPool(context, pool);
  await recordToken(context, { address: lpToken, block });
  const key = { chainId: context.chain.id, address };
  await context.db.insert(curveFactoryPool).values({ ...key, slug, ...created(facts, block) });
}

/**
 * Notes that a pool has changed; what it is now, the contract says in the next live block. One that
 * no factory made is new with its first log.
 */
async function onChange(context: Context, { log, block }: Log): Promise<void> {
  const address = lower(log.address);
  const key = { chainId: context.chain.id, address };
  const change = { isStale: true, updatedBlock: Number(block.number) };
  if ((await context.db.find(curveFactoryPool, key)) === null) {
    const named = namedPoolsOn(context.chain.id).find(({ pool }) => pool === address);
    if (named === undefined) return;
    await write(context, factsOfNamed(named), { slug: named.slug, block: change.updatedBlock });
    return;
  }
  await context.db.update(curveFactoryPool, key).set(change);
}

if (isIndexed(sources.CurvePlainFactory)) {
  ponder.on("CurvePlainFactory:PlainPoolDeployed", ({ event, context }) =>
    onDeployed(context, event),
  );
  ponder.on("CurveStablecoinFactory:PlainPoolDeployed", ({ event, context }) =>
    onDeployed(context, event),
  );
  for (const name of ["RemoveLiquidityOne", "RampA", "StopRampA", "ApplyNewFee"] as const) {
    ponder.on(`CurvePlainPool2:${name}`, ({ event, context }) => onChange(context, event));
  }
  for (const source of ["CurvePlainPool2", "CurvePlainPool3", "CurvePlainPool4"] as const) {
    for (const name of ["AddLiquidity", "RemoveLiquidity", "RemoveLiquidityImbalance"] as const) {
      ponder.on(`${source}:${name}`, ({ event, context }) => onChange(context, event));
    }
  }
  ponder.on("CurvePlainPool2:TokenExchange", async ({ event, context }) => {
    await onChange(context, event);
    if (!keepsVolume) return;
    const { sold_id, tokens_sold: amountIn, bought_id, tokens_bought: amountOut } = event.args;
    const poolId = event.log.address;
    const key = { chainId: context.chain.id, address: poolId };
    const row = await context.db.find(curveFactoryPool, key);
    const [tokenIn, tokenOut] = [row?.coins[Number(sold_id)], row?.coins[Number(bought_id)]];
    if (!row || tokenIn === undefined || tokenOut === undefined) return;
    const feeIn = (amountIn * row.feeE10) / FEE_SCALE;
    const { timestamp } = event.block;
    await recordSwap(context, { poolId, tokenIn, tokenOut, amountIn, amountOut, feeIn, timestamp });
  });
}
