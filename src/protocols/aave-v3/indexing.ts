import { ponder } from "../../catalog/recorded.ts";
import { recordToken } from "../../catalog/tokens.ts";
import { processEnvironment } from "../../lib/env.ts";
import { isIndexed } from "../sources.ts";
import type { PoolLog, ReserveConfigLog } from "./logs.ts";
import {
  changeReserve,
  changeReserveOf,
  listReserve,
  marketOf,
  type Origin,
  type Writer,
} from "./reserves.ts";
import { aaveV3Market, aaveV3Reserve, aaveV3Reward, aaveV3Token } from "./schema.ts";
import { aaveV3Sources } from "./sources.ts";
import {
  aTokenChange,
  configured,
  type MarketFees,
  poolChanges,
  stableDebtChange,
  variableDebtChange,
} from "./transitions.ts";

const sources = aaveV3Sources(processEnvironment());

const NO_FEES: MarketFees = { flashLoanFeeBps: 0, bridgeFeeBps: 0 };

async function onConfiguration(writer: Writer, { block, log }: Origin, decoded: ReserveConfigLog) {
  const { pool } = marketOf(writer.chain.id, log.address).contracts;
  const change = configured(decoded);
  await changeReserve(
    writer,
    { pool, underlying: decoded.args.asset },
    { block: block.number, change: () => change },
  );
}

async function onFees({ db, chain }: Writer, { log }: Origin, fees: Partial<MarketFees>) {
  const { pool } = marketOf(chain.id, log.address).contracts;
  await db
    .insert(aaveV3Market)
    .values({ chainId: chain.id, pool, ...NO_FEES, ...fees })
    .onConflictDoUpdate(fees);
}

async function onPool(writer: Writer, { block, log }: Origin, decoded: PoolLog) {
  const pool = log.address;
  const market = await writer.db.find(aaveV3Market, { chainId: writer.chain.id, pool });
  const at = { timestamp: block.timestamp, fees: market ?? NO_FEES };
  for (const { underlying, change } of poolChanges(decoded, at)) {
    await changeReserve(writer, { pool, underlying }, { block: block.number, change });
  }
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
