import { and, eq } from "ponder";
import { type Hex, parseAbi } from "viem";
import { ponder } from "../../catalog/recorded.ts";
import { recordToken } from "../../catalog/tokens.ts";
import { processEnvironment } from "../../lib/env.ts";
import { deploymentWith, isIndexed } from "../sources.ts";
import { deployments } from "./contracts.ts";
import type { PoolLog } from "./logs.ts";
import {
  changeReserve,
  changeReserveOf,
  listReserve,
  marketOf,
  type Origin,
  type Writer,
} from "./reserves.ts";
import { aaveV3Deficit, aaveV3Market, aaveV3Reserve, aaveV3Reward, aaveV3Token } from "./schema.ts";
import { aaveV3Sources } from "./sources.ts";
import {
  aTokenChange,
  configured,
  type MarketFees,
  type PoolLogContext,
  poolChanges,
  stableDebtChange,
  variableDebtChange,
} from "./transitions.ts";

const sources = aaveV3Sources(processEnvironment());

const revisionAbi = parseAbi(["function POOL_REVISION() view returns (uint256)"]);
const NO_FEES: MarketFees = { flashLoanFeeBps: 0, bridgeFeeBps: 0 };
/** Of a market of which nothing was announced yet. */
const FIRST_MARKET = { revision: 0, ...NO_FEES };

async function onConfiguration(
  writer: Writer,
  { block, log }: Origin,
  decoded: Parameters<typeof configured>[0],
) {
  const { pool } = marketOf(writer.chain.id, log.address).contracts;
  const change = configured(decoded, block.timestamp);
  const name = { pool, underlying: decoded.args.asset };
  await changeReserve(writer, name, { block: block.number, change });
}

async function onFees({ db, chain }: Writer, { log }: Origin, fees: Partial<MarketFees>) {
  const { pool } = marketOf(chain.id, log.address).contracts;
  await db
    .insert(aaveV3Market)
    .values({ chainId: chain.id, pool, ...FIRST_MARKET, ...fees })
    .onConflictDoUpdate(fees);
}

/** What else a log of the pool is read with. */
interface PoolOrigin extends Origin {
  readonly transaction: { readonly hash: Hex };
}

async function onPool(writer: Writer, origin: PoolOrigin, decoded: PoolLog) {
  const { block, log } = origin;
  const pool = log.address;
  const market = await writer.db.find(aaveV3Market, { chainId: writer.chain.id, pool });
  const at: PoolLogContext = {
    timestamp: block.timestamp,
    fees: market ?? NO_FEES,
    writtenOff: await writtenOff(writer, origin, decoded),
  };
  for (const { underlying, change } of poolChanges(decoded, at)) {
    await changeReserve(writer, { pool, underlying }, { block: block.number, change });
  }
}

/** Debt that the transaction wrote off before a liquidation: it notes what the log of it says. */
async function writtenOff(
  { db, chain }: Writer,
  { log, transaction: { hash: transaction } }: PoolOrigin,
  decoded: PoolLog,
): Promise<bigint> {
  if (decoded.eventName !== "DeficitCreated" && decoded.eventName !== "LiquidationCall") return 0n;
  const { debtAsset: underlying, user } = decoded.args;
  const key = { chainId: chain.id, pool: log.address, underlying, user };
  if (decoded.eventName === "LiquidationCall") {
    const noted = await db.find(aaveV3Deficit, key);
    return noted?.transaction === transaction ? noted.amount : 0n;
  }
  const row = { amount: decoded.args.amountCreated, transaction };
  await db
    .insert(aaveV3Deficit)
    .values({ ...key, ...row })
    .onConflictDoUpdate(row);
  return 0n;
}

if (isIndexed(sources.AaveV3PoolAddressesProvider)) {
  ponder.on("AaveV3PoolAddressesProvider:PoolUpdated", async ({ event, context }) => {
    const { db, chain, client } = context;
    const provider = event.log.address.toLowerCase();
    const { pool } = deploymentWith(
      deployments,
      chain.id,
      ({ addressesProvider }) => addressesProvider === provider,
    ).contracts;
    // A constant of the code, so that the latest answer serves.
    const answer = await client.readContract({
      ...{ abi: revisionAbi, address: event.args.newAddress },
      ...{ functionName: "POOL_REVISION", cache: "immutable" },
    });
    const revision = Number(answer);
    await db
      .insert(aaveV3Market)
      .values({ chainId: chain.id, pool, ...FIRST_MARKET, revision })
      .onConflictDoUpdate({ revision });
    const listed = await db.sql
      .select({ underlying: aaveV3Reserve.underlying })
      .from(aaveV3Reserve)
      .where(and(eq(aaveV3Reserve.chainId, chain.id), eq(aaveV3Reserve.pool, pool)));
    const updatedBlock = Number(event.block.number);
    for (const { underlying } of listed) {
      await db
        .update(aaveV3Reserve, { chainId: chain.id, pool, underlying })
        .set({ revision, updatedBlock });
    }
  });
}

if (isIndexed(sources.AaveV3PoolConfigurator)) {
  ponder.on("AaveV3PoolConfigurator:ReserveInitialized", ({ event, context }) =>
    listReserve(context, event, event.args),
  );
  ponder.on("AaveV3PoolConfigurator:ReserveDropped", ({ event, context }) =>
    onConfiguration(context, event, { eventName: "ReserveDropped", args: event.args }),
  );
  ponder.on("AaveV3PoolConfigurator:ReserveActive", ({ event, context }) =>
    onConfiguration(context, event, { eventName: "ReserveActive", args: event.args }),
  );
  ponder.on("AaveV3PoolConfigurator:ReserveFrozen", ({ event, context }) =>
    onConfiguration(context, event, { eventName: "ReserveFrozen", args: event.args }),
  );
  ponder.on("AaveV3PoolConfigurator:ReservePaused", ({ event, context }) =>
    onConfiguration(context, event, { eventName: "ReservePaused", args: event.args }),
  );
  ponder.on("AaveV3PoolConfigurator:ReserveBorrowing", ({ event, context }) =>
    onConfiguration(context, event, { eventName: "ReserveBorrowing", args: event.args }),
  );
  ponder.on("AaveV3PoolConfigurator:ReserveFactorChanged", ({ event, context }) =>
    onConfiguration(context, event, { eventName: "ReserveFactorChanged", args: event.args }),
  );
  ponder.on("AaveV3PoolConfigurator:SupplyCapChanged", ({ event, context }) =>
    onConfiguration(context, event, { eventName: "SupplyCapChanged", args: event.args }),
  );
  ponder.on("AaveV3PoolConfigurator:FlashloanPremiumToProtocolUpdated", ({ event, context }) =>
    onFees(context, event, { flashLoanFeeBps: Number(event.args.newFlashloanPremiumToProtocol) }),
  );
  ponder.on("AaveV3PoolConfigurator:BridgeProtocolFeeUpdated", ({ event, context }) =>
    onFees(context, event, { bridgeFeeBps: Number(event.args.newBridgeProtocolFee) }),
  );
}

if (isIndexed(sources.AaveV3Pool)) {
  ponder.on("AaveV3Pool:ReserveDataUpdated", ({ event, context }) =>
    onPool(context, event, { eventName: "ReserveDataUpdated", args: event.args }),
  );
  ponder.on("AaveV3Pool:Supply", ({ event, context }) =>
    onPool(context, event, { eventName: "Supply", args: event.args }),
  );
  ponder.on("AaveV3Pool:Withdraw", ({ event, context }) =>
    onPool(context, event, { eventName: "Withdraw", args: event.args }),
  );
  ponder.on("AaveV3Pool:Borrow", ({ event, context }) =>
    onPool(context, event, { eventName: "Borrow", args: event.args }),
  );
  ponder.on("AaveV3Pool:Repay", ({ event, context }) =>
    onPool(context, event, { eventName: "Repay", args: event.args }),
  );
  ponder.on("AaveV3Pool:FlashLoan", ({ event, context }) =>
    onPool(context, event, { eventName: "FlashLoan", args: event.args }),
  );
  ponder.on("AaveV3Pool:LiquidationCall", ({ event, context }) =>
    onPool(context, event, { eventName: "LiquidationCall", args: event.args }),
  );
  ponder.on("AaveV3Pool:DeficitCreated", ({ event, context }) =>
    onPool(context, event, { eventName: "DeficitCreated", args: event.args }),
  );
  ponder.on("AaveV3Pool:DeficitCovered", ({ event, context }) =>
    onPool(context, event, { eventName: "DeficitCovered", args: event.args }),
  );
  ponder.on("AaveV3Pool:MintedToTreasury", ({ event, context }) =>
    onPool(context, event, { eventName: "MintedToTreasury", args: event.args }),
  );
  ponder.on("AaveV3Pool:BackUnbacked", ({ event, context }) =>
    onPool(context, event, { eventName: "BackUnbacked", args: event.args }),
  );
}

if (isIndexed(sources.AaveV3AToken)) {
  ponder.on("AaveV3AToken:Mint", ({ event, context }) =>
    changeReserveOf(context, event, aTokenChange({ eventName: "Mint", args: event.args })),
  );
  ponder.on("AaveV3AToken:Burn", ({ event, context }) =>
    changeReserveOf(context, event, aTokenChange({ eventName: "Burn", args: event.args })),
  );
  ponder.on("AaveV3VariableDebtToken:Mint", ({ event, context }) => {
    const log = { eventName: "Mint", args: event.args } as const;
    return changeReserveOf(context, event, variableDebtChange(log, event.block.timestamp));
  });
  ponder.on("AaveV3VariableDebtToken:Burn", ({ event, context }) => {
    const log = { eventName: "Burn", args: event.args } as const;
    return changeReserveOf(context, event, variableDebtChange(log, event.block.timestamp));
  });
  ponder.on("AaveV3StableDebtToken:Mint", ({ event, context }) => {
    const log = { eventName: "Mint", args: event.args } as const;
    return changeReserveOf(context, event, stableDebtChange(log, event.block.timestamp));
  });
  ponder.on("AaveV3StableDebtToken:Burn", ({ event, context }) => {
    const log = { eventName: "Burn", args: event.args } as const;
    return changeReserveOf(context, event, stableDebtChange(log, event.block.timestamp));
  });
}

if (isIndexed(sources.AaveV3RewardsController)) {
  ponder.on("AaveV3RewardsController:AssetConfigUpdated", async ({ event, context }) => {
    const { db, chain } = context;
    const { asset, reward } = event.args;
    const rewarded = await db.find(aaveV3Token, { chainId: chain.id, address: asset });
    if (rewarded === null) return;
    const block = Number(event.block.number);
    const { pool, underlying } = rewarded;
    await recordToken(context, { address: reward, block });
    await db
      .insert(aaveV3Reward)
      .values({ chainId: chain.id, pool, underlying, reward, updatedBlock: block })
      .onConflictDoNothing();
    await db
      .update(aaveV3Reserve, { chainId: chain.id, pool, underlying })
      .set({ updatedBlock: block });
  });
}
