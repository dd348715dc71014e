import type { Context } from "ponder:registry";
import { type Hex, zeroAddress } from "viem";
import { recordPool } from "../../catalog/discovery.ts";
import { isDormant } from "../../catalog/dormant.ts";
import { ponder } from "../../catalog/recorded.ts";
import { lower } from "../../lib/address.ts";
import { processEnvironment } from "../../lib/env.ts";
import { deploymentWith, isIndexed } from "../sources.ts";
import { deployments } from "./contracts.ts";
import { morphoBlueMarket } from "./schema.ts";
import { morphoBlueSources } from "./sources.ts";
import {
  accrued,
  borrowed,
  created,
  feeSet,
  liquidated,
  type MarketTotals,
  modelOf,
  rateUpdated,
  repaid,
  supplied,
  withdrawn,
} from "./transitions.ts";

const sources = morphoBlueSources(processEnvironment());

/** Changes the row of a market, if its creation was told of. */
async function change(
  context: Context,
  id: Hex,
  transition: (row: MarketTotals) => Partial<MarketTotals>,
): Promise<void> {
  const key = { chainId: context.chain.id, id };
  if (await isDormant(context, morphoBlueMarket, key)) return;
  await context.db.update(morphoBlueMarket, key).set(transition);
}

if (isIndexed(sources.Morpho)) {
  ponder.on("Morpho:CreateMarket", async ({ event, context }) => {
    const chainId = context.chain.id;
    const { id, marketParams } = event.args;
    const morpho = event.log.address;
    const { slug, contracts } = deploymentWith(
      deployments,
      chainId,
      (candidate) => candidate.morpho === morpho.toLowerCase(),
    );
    const { oracle, irm, lltv: lltvWad } = marketParams;
    const loanToken = lower(marketParams.loanToken);
    const collateralToken = lower(marketParams.collateralToken);
    await recordPool(context, {
      ...{ id, address: morpho, family: "morpho-blue", slug, block: Number(event.block.number) },
      tokens: collateralToken === zeroAddress ? [loanToken] : [loanToken, collateralToken],
    });
    await context.db.insert(morphoBlueMarket).values({
      ...{ chainId, id, slug, morpho, loanToken, collateralToken },
      ...{ oracle: lower(oracle), irm: lower(irm), lltvWad, model: modelOf(irm, contracts) },
      ...created(event.block),
    });
  });

  ponder.on("Morpho:AccrueInterest", ({ event, context }) =>
    change(context, event.args.id, (row) => accrued(row, event.args, event.block)),
  );
  ponder.on("Morpho:Supply", ({ event, context }) =>
    change(context, event.args.id, (row) => supplied(row, event.args, event.block)),
  );
  ponder.on("Morpho:Withdraw", ({ event, context }) =>
    change(context, event.args.id, (row) => withdrawn(row, event.args, event.block)),
  );
  ponder.on("Morpho:Borrow", ({ event, context }) =>
    change(context, event.args.id, (row) => borrowed(row, event.args, event.block)),
  );
  ponder.on("Morpho:Repay", ({ event, context }) =>
    change(context, event.args.id, (row) => repaid(row, event.args, event.block)),
  );
  ponder.on("Morpho:Liquidate", ({ event, context }) =>
    change(context, event.args.id, (row) => liquidated(row, event.args, event.block)),
  );
  ponder.on("Morpho:SetFee", ({ event, context }) =>
    change(context, event.args.id, () => feeSet(event.args, event.block)),
  );
}

if (isIndexed(sources.AdaptiveCurveIrm)) {
  ponder.on("AdaptiveCurveIrm:BorrowRateUpdate", ({ event, context }) =>
    change(context, event.args.id, () => rateUpdated(event.args, event.block)),
  );
}
