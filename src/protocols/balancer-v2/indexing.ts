import type { Context } from "ponder:registry";
import { and, eq } from "drizzle-orm";
import { type Address, slice } from "viem";
import { BalancerV2Pool } from "../../../abis/BalancerV2Pool.ts";
import { BalancerV2Vault } from "../../../abis/BalancerV2Vault.ts";
import { recordPool } from "../../catalog/discovery.ts";
import { beginsWithState } from "../../catalog/dormant.ts";
import { ponder } from "../../catalog/recorded.ts";
import { recordSwap } from "../../catalog/swaps.ts";
import { recordToken } from "../../catalog/tokens.ts";
import { lower } from "../../lib/address.ts";
import { processEnvironment } from "../../lib/env.ts";
import { deploymentWith, isIndexed } from "../sources.ts";
import { swapsSwitched, weightsScheduled } from "./bootstrapping-transitions.ts";
import { deployments } from "./contracts.ts";
import {
  collectedFeeChanged,
  FEE_TYPE,
  feesPacked,
  feeTyped,
  recoveryChanged,
} from "./fee-transitions.ts";
import { factoriesOf, makerOf } from "./makers.ts";
import { factsOf } from "./pool-facts.ts";
import { change, changeKnown, changeOrStart, placeOf } from "./pool-rows.ts";
import {
  priceRateDurationSet,
  priceRateKept,
  rateDurationSet,
  rateKept,
} from "./rate-transitions.ts";
import { balancerV2CollectedFee, balancerV2Pool } from "./schema.ts";
import { balancerV2Sources } from "./sources.ts";
import {
  ampChanged,
  balanceChanged,
  described,
  feeChanged,
  pauseEnd,
  registered,
  swapped,
  tokensRegistered,
  tradeOf,
  transferred,
} from "./transitions.ts";

const ADDRESS_BYTES = 20;

const sources = balancerV2Sources(processEnvironment());

async function pausedUntil(
  client: Context["client"],
  { address, paused }: { readonly address: Address; readonly paused: boolean },
): Promise<number> {
  if (!paused) return 0;
  // The times are fixed, so that the latest answer serves.
  const [, , bufferPeriodEndTime] = await client.readContract({
    abi: BalancerV2Vault,
    address,
    functionName: "getPausedState",
    cache: "immutable",
  });
  return pauseEnd(paused, bufferPeriodEndTime);
}

/** The protocol's parts of swap fees and of yield. */
function keptFees(
  client: Context["client"],
  address: Address,
): Promise<readonly [swapFeeWad: bigint, yieldFeeWad: bigint]> {
  const functionName = "getProtocolFeePercentageCache";
  const asked = { abi: BalancerV2Pool, address, functionName } as const;
  return Promise.all([
    client.readContract({ ...asked, args: [FEE_TYPE.swap] }),
    client.readContract({ ...asked, args: [FEE_TYPE.yield] }),
  ]);
}

if (isIndexed(sources.BalancerV2Vault)) {
  ponder.on("BalancerV2Vault:PoolRegistered", async ({ event, context }) => {
    const vault = lower(event.log.address);
    const { slug } = deploymentWith(deployments, context.chain.id, (own) => own.vault === vault);
    const { poolId, poolAddress: address } = event.args;
    const block = Number(event.block.number);
    await changeOrStart(context, { address, block }, (row) =>
      registered(row, { poolId, vault, slug }, block),
    );
  });

  ponder.on("BalancerV2Vault:TokensRegistered", async ({ event, context }) => {
    const { poolId, tokens } = event.args;
    await change(context, slice(poolId, 0, ADDRESS_BYTES), (row) =>
      tokensRegistered(row, tokens, Number(event.block.number)),
    );
  });

  ponder.on("BalancerV2Vault:Swap", async ({ event, context }) => {
    const { poolId } = event.args;
    const row = await changeKnown(context, poolId, (row) =>
      swapped(row, event.args, placeOf(event)),
    );
    const trade = row && tradeOf(row, event.args);
    if (trade) await recordSwap(context, { poolId, ...trade, timestamp: event.block.timestamp });
  });

  ponder.on("BalancerV2Vault:PoolBalanceChanged", async ({ event, context }) => {
    await changeKnown(context, event.args.poolId, (row) =>
      balanceChanged(row, event.args, placeOf(event)),
    );
  });

  ponder.on("BalancerV2Vault:PausedStateChanged", async ({ event, context }) => {
    const vault = lower(event.log.address);
    const until = await pausedUntil(context.client, {
      address: vault,
      paused: event.args.paused,
    });
    const chainId = context.chain.id;
    const pools = await context.db.sql
      .select({ address: balancerV2Pool.address })
      .from(balancerV2Pool)
      .where(and(eq(balancerV2Pool.chainId, chainId), eq(balancerV2Pool.vault, vault)));
    const paused = { vaultPausedUntil: until, updatedBlock: Number(event.block.number) };
    for (const { address } of pools) {
      await context.db.update(balancerV2Pool, { chainId, address }).set(paused);
    }
  });
}

if (isIndexed(sources.BalancerV2PoolFactory)) {
  ponder.on("BalancerV2PoolFactory:PoolCreated", async ({ event, context }) => {
    const chainId = context.chain.id;
    const maker = lower(event.log.address);
    const address = lower(event.args.pool);
    const block = Number(event.block.number);
    const { contracts } = deploymentWith(deployments, chainId, (own) =>
      factoriesOf(own).includes(maker),
    );
    const known = await context.db.find(balancerV2Pool, { chainId, address });
    const facts = await factsOf(context.client, {
      ...{ address, ...makerOf(contracts, maker), tokens: known?.tokens ?? [] },
    });
    if (facts === null) return;
    await change(context, address, (row) => described(row, facts, block));
    if (facts.paysTokens) {
      const fee = { chainId, vault: contracts.vault };
      const feeWad = (await context.db.find(balancerV2CollectedFee, fee))?.feeWad ?? 0n;
      await change(context, address, (row) => collectedFeeChanged(row, feeWad, block));
    }
    const row = await context.db.find(balancerV2Pool, { chainId, address });
    if (row === null) return;
    const { poolId, vault, slug, tokens } = row;
    await recordPool(context, {
      ...{ id: poolId, address: vault, family: "balancer-v2", slug, block },
      tokens: tokens.filter((token) => token !== address),
    });
    await recordToken(context, { address, block });
  });
}

if (isIndexed(sources.BalancerV2FeesCollector)) {
  ponder.on("BalancerV2FeesCollector:SwapFeePercentageChanged", async ({ event, context }) => {
    const chainId = context.chain.id;
    const collector = lower(event.log.address);
    const { contracts } = deploymentWith(
      deployments,
      chainId,
      ({ first }) => first?.feesCollector === collector,
    );
    const { vault } = contracts;
    const { newSwapFeePercentage: feeWad } = event.args;
    const block = Number(event.block.number);
    const fee = { feeWad, updatedBlock: block };
    await context.db
      .insert(balancerV2CollectedFee)
      .values({ chainId, vault, ...fee })
      .onConflictDoUpdate(fee);
    const { vault: held, paysTokens } = balancerV2Pool;
    const pools = await context.db.sql
      .select({ address: balancerV2Pool.address })
      .from(balancerV2Pool)
      .where(and(eq(balancerV2Pool.chainId, chainId), eq(held, vault), eq(paysTokens, true)));
    for (const { address } of pools) {
      await change(context, address, (row) => collectedFeeChanged(row, feeWad, block));
    }
  });
}

if (isIndexed(sources.BalancerV2Pool)) {
  ponder.on("BalancerV2Pool:SwapFeePercentageChanged", async ({ event, context }) => {
    const block = Number(event.block.number);
    await changeOrStart(context, { address: event.log.address, block }, (row) =>
      feeChanged(row, event.args.swapFeePercentage, block),
    );
  });

  ponder.on("BalancerV2Pool:ProtocolFeePercentageCacheUpdated", async ({ event, context }) => {
    await change(context, event.log.address, (row) =>
      feesPacked(row, event.args.feeCache, placeOf(event)),
    );
  });

  ponder.on("BalancerV2Pool:PausedStateChanged", async ({ event, context }) => {
    const { address } = event.log;
    const { paused } = event.args;
    const until = await pausedUntil(context.client, { address, paused });
    await change(context, address, (row) => ({
      ...row,
      pausedUntil: until,
      updatedBlock: Number(event.block.number),
    }));
  });

  ponder.on("BalancerV2Pool:RecoveryModeStateChanged", async ({ event, context }) => {
    const { enabled } = event.args;
    const row = await change(context, event.log.address, (row) =>
      recoveryChanged(row, enabled, placeOf(event)),
    );
    if (row === null || enabled || !beginsWithState(context.chain.id)) return;
    // What the pool keeps is not to be read while it is in recovery mode, as it may have begun.
    const [protocolFeeWad, yieldFeeWad] = await keptFees(context.client, row.address);
    await change(context, event.log.address, (row) => ({ ...row, protocolFeeWad, yieldFeeWad }));
  });

  ponder.on("BalancerV2Pool:TokenRateCacheUpdated", async ({ event, context }) => {
    await change(context, event.log.address, (row) => rateKept(row, event.args, placeOf(event)));
  });

  ponder.on("BalancerV2Pool:TokenRateProviderSet", async ({ event, context }) => {
    await change(context, event.log.address, (row) =>
      rateDurationSet(row, event.args, placeOf(event)),
    );
  });

  ponder.on("BalancerV2Pool:PriceRateCacheUpdated", async ({ event, context }) => {
    await change(context, event.log.address, (row) =>
      priceRateKept(row, event.args, placeOf(event)),
    );
  });

  ponder.on("BalancerV2Pool:PriceRateProviderSet", async ({ event, context }) => {
    await change(context, event.log.address, (row) =>
      priceRateDurationSet(row, event.args, placeOf(event)),
    );
  });

  ponder.on("BalancerV2Pool:AmpUpdateStarted", async ({ event, context }) => {
    await change(context, event.log.address, (row) =>
      ampChanged(row, event.args, Number(event.block.number)),
    );
  });

  ponder.on("BalancerV2Pool:AmpUpdateStopped", async ({ event, context }) => {
    const { currentValue: value } = event.args;
    const { number, timestamp } = event.block;
    const fixed = { startValue: value, endValue: value, startTime: timestamp, endTime: timestamp };
    await change(context, event.log.address, (row) => ampChanged(row, fixed, Number(number)));
  });
}

if (isIndexed(sources.BalancerV2BootstrappingPool)) {
  ponder.on(
    "BalancerV2BootstrappingPool:GradualWeightUpdateScheduled",
    async ({ event, context }) => {
      await change(context, event.log.address, (row) =>
        weightsScheduled(row, event.args, Number(event.block.number)),
      );
    },
  );

  ponder.on("BalancerV2BootstrappingPool:SwapEnabledSet", async ({ event, context }) => {
    await change(context, event.log.address, (row) =>
      swapsSwitched(row, event.args.swapEnabled, Number(event.block.number)),
    );
  });
}

if (isIndexed(sources.BalancerV2TypedFees)) {
  ponder.on("BalancerV2TypedFees:ProtocolFeePercentageCacheUpdated", async ({ event, context }) => {
    await change(context, event.log.address, (row) => feeTyped(row, event.args, placeOf(event)));
  });
}

if (isIndexed(sources.BalancerV2Mint)) {
  ponder.on("BalancerV2Mint:Transfer", async ({ event, context }) => {
    await change(context, event.log.address, (row) =>
      transferred(row, event.args, Number(event.block.number)),
    );
  });

  ponder.on("BalancerV2Burn:Transfer", async ({ event, context }) => {
    await change(context, event.log.address, (row) =>
      transferred(row, event.args, Number(event.block.number)),
    );
  });
}
