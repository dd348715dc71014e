import type { Context } from "ponder:registry";
import type { Address } from "viem";
import { CurveGauge } from "../../../abis/CurveGauge.ts";
import { recordPool } from "../../catalog/discovery.ts";
import { ponder } from "../../catalog/recorded.ts";
import { recordToken } from "../../catalog/tokens.ts";
import { lower } from "../../lib/address.ts";
import { processEnvironment } from "../../lib/env.ts";
import { deploymentWith, isIndexed } from "../sources.ts";
import { deployments, type ListedGauge, listedGauge } from "./contracts.ts";
import { curveGauge } from "./schema.ts";
import { curveGaugeSources } from "./sources.ts";
import { created, moved } from "./transitions.ts";

const sources = curveGaugeSources(processEnvironment());

type GaugeRow = typeof curveGauge.$inferSelect;

async function recordGauge(
  context: Context,
  { gauge, lpToken, kind, slug }: ListedGauge & { readonly slug: string },
  block: number,
): Promise<GaugeRow> {
  await recordPool(context, {
    ...{ id: gauge, address: gauge, family: "curve-gauge", slug, tokens: [lpToken], block },
  });
  if (kind !== "position") await recordToken(context, { address: gauge, block });
  const chainId = context.chain.id;
  return context.db
    .insert(curveGauge)
    .values({ chainId, address: gauge, slug, lpToken, kind, ...created(block) });
}

async function move(
  context: Context,
  address: Address,
  { value, block }: { value: bigint; block: number },
) {
  const key = { chainId: context.chain.id, address };
  const listed = listedGauge(key.chainId, address);
  const found = await context.db.find(curveGauge, key);
  if (found === null && listed === undefined) {
    throw new Error(`Gauge ${address} is neither listed nor of a factory; add it to contracts.ts.`);
  }
  const row = found ?? (listed && (await recordGauge(context, listed, block)));
  if (row === undefined) return;
  await context.db.update(curveGauge, key).set(moved(row, value, block));
}

for (const name of ["CurveGauge", "CurveChildGauge", "BalancerGauge"] as const) {
  if (!isIndexed(sources[name])) continue;
  ponder.on(`${name}:Deposit`, ({ event, context }) => {
    const { value } = event.args;
    return move(context, event.log.address, { value, block: Number(event.block.number) });
  });
  ponder.on(`${name}:Withdraw`, ({ event, context }) => {
    const value = -event.args.value;
    return move(context, event.log.address, { value, block: Number(event.block.number) });
  });
}

if (isIndexed(sources.CurveChildGaugeFactory)) {
  ponder.on("CurveChildGaugeFactory:DeployedGauge", async ({ event, context }) => {
    const { _gauge: gauge, _lp_token: lpToken } = event.args;
    const factory = lower(event.log.address);
    const { slug } = deploymentWith(deployments, context.chain.id, ({ childFactories }) =>
      childFactories.includes(factory),
    );
    const found = { gauge: lower(gauge), lpToken: lower(lpToken), kind: "token", slug } as const;
    await recordGauge(context, found, Number(event.block.number));
  });
}

if (isIndexed(sources.BalancerGaugeFactory)) {
  ponder.on("BalancerGaugeFactory:GaugeCreated", async ({ event, context }) => {
    const gauge = lower(event.args.gauge);
    const factory = lower(event.log.address);
    const { slug } = deploymentWith(deployments, context.chain.id, ({ factories }) =>
      factories.includes(factory),
    );
    const lpToken = await context.client.readContract({
      ...{ abi: CurveGauge, address: gauge, functionName: "lp_token", cache: "immutable" },
    });
    const found = { gauge, lpToken: lower(lpToken), kind: "token", slug } as const;
    await recordGauge(context, found, Number(event.block.number));
  });
}
