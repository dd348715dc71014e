import { factory } from "ponder";
import {
  BalancerGaugeFactory,
  CurveChildGaugeFactory,
  CurveGauge,
} from "../../../abis/CurveGauge.ts";
import type { Environment } from "../../lib/env.ts";
import { chainSources } from "../sources.ts";
import { type CurveGaugeContracts, deployments } from "./contracts.ts";

const [deployedGauge] = CurveChildGaugeFactory;
const [gaugeCreated] = BalancerGaugeFactory;

function childrenOf(contracts: readonly CurveGaugeContracts[]) {
  return contracts.flatMap(({ childFactories }) => childFactories);
}

function factoriesOf(contracts: readonly CurveGaugeContracts[]) {
  return contracts.flatMap(({ factories }) => factories);
}

/** What Ponder indexes for the family, by source name. */
export function curveGaugeSources(environment: Pick<Environment, "chains">) {
  const select = (list: typeof childrenOf) => (contracts: CurveGaugeContracts) =>
    list([contracts]).length > 0;
  const children = { select: select(childrenOf) };
  const forks = { select: select(factoriesOf) };
  return {
    CurveGauge: {
      abi: CurveGauge,
      chain: chainSources(deployments, environment, {
        select: ({ gauges }) => gauges.length > 0,
        address: (contracts) => contracts.flatMap(({ gauges }) => gauges.map(({ gauge }) => gauge)),
      }),
    },
    CurveChildGaugeFactory: {
      abi: CurveChildGaugeFactory,
      chain: chainSources(deployments, environment, { ...children, address: childrenOf }),
    },
    CurveChildGauge: {
      abi: CurveGauge,
      chain: chainSources(deployments, environment, {
        ...children,
        address: (contracts) =>
          factory({ address: childrenOf(contracts), event: deployedGauge, parameter: "_gauge" }),
      }),
    },
    BalancerGaugeFactory: {
      abi: BalancerGaugeFactory,
      chain: chainSources(deployments, environment, { ...forks, address: factoriesOf }),
    },
    BalancerGauge: {
      abi: CurveGauge,
      chain: chainSources(deployments, environment, {
        ...forks,
        address: (contracts) =>
          factory({ address: factoriesOf(contracts), event: gaugeCreated, parameter: "gauge" }),
      }),
    },
  };
}
