import { type Address, encodeFunctionData, type Hex, parseAbi } from "viem";
import { BalancerV2BootstrappingPool } from "../../abis/BalancerV2BootstrappingPool.ts";
import type { Builder } from "../builder.ts";
import { headTime } from "../clock.ts";
import { deployAt } from "../deploy-at.ts";
import { npmArtifact } from "../solidity/artifact.ts";
import type { Part, PoolPlan } from "./balancer-v2-pools.ts";

/** Factories of liquidity bootstrapping pools. */
export interface BootstrappingFactories {
  /** Of those that pay the protocol. */
  readonly bootstrapping: Address;
  readonly feelessBootstrapping: Address;
}

// https://github.com/balancer/balancer-deployments/blob/6826feb824/addresses/mainnet.json
/** Those on Ethereum. */
export const BOOTSTRAPPING_FACTORIES: BootstrappingFactories = {
  bootstrapping: "0x751A0bC0e3f75b38e01Cf25bFCE7fF36DE1C87DE",
  feelessBootstrapping: "0x0F3e0c4218b7b0108a3643cFe9D3ec0d4F57c54e",
};

const TASKS = "@balancer-labs/v2-deployments/dist/tasks";
const CHARGED = "deprecated/20210721-liquidity-bootstrapping-pool/artifact/";
const FEELESS = "20211202-no-protocol-fee-lbp/artifact/NoProtocolFee";

const factoryAbi = parseAbi([
  "function create(string name, string symbol, address[] tokens, uint256[] weights, uint256 swapFeePercentage, address owner, bool swapEnabledOnStart) returns (address)",
]);

/** A factory's constructor deposits the code of its pools. */
const FACTORY_GAS = 14_000_000n;
const CALL_GAS = 300_000n;
const PERCENT = 10n ** 16n;

/** A pool to make whose weights its owner moves. */
export interface BootstrappingPlan {
  readonly kind: "bootstrapping";
  /** Of its factory: the first charges the protocol's fees; the second when absent. */
  readonly version?: 1;
  readonly swapEnabled: boolean;
  /** Where the weights move to from the first join on; null: they stay. */
  readonly course: {
    /** Percent by symbol. */
    readonly endWeights: Readonly<Record<string, number>>;
    readonly seconds: bigint;
  } | null;
}

type Plan = PoolPlan & BootstrappingPlan;

/** Deploys both factories. */
export async function deployBootstrapping(
  builder: Builder,
  vault: Address,
  { bootstrapping, feelessBootstrapping }: BootstrappingFactories,
): Promise<void> {
  const name = "LiquidityBootstrappingPoolFactory.json";
  const factory = (address: Address, path: string) => ({
    ...{ address, artifact: npmArtifact(`${TASKS}/${path}${name}`) },
    ...{ args: [vault], gas: FACTORY_GAS },
  });
  await deployAt(builder, [
    factory(bootstrapping, CHARGED),
    factory(feelessBootstrapping, FEELESS),
  ]);
}

/** The call that makes a pool, with the operator as its owner. */
export function createBootstrapping(
  { operator }: Builder,
  { name, symbol, swapFeeWad, swapEnabled }: Plan,
  parts: readonly Part[],
): Hex {
  const tokens = parts.map(({ token }) => token.address);
  const weights = parts.map(({ weight }) => BigInt(weight) * PERCENT);
  return encodeFunctionData({
    ...{ abi: factoryAbi, functionName: "create" },
    args: [name, symbol, tokens, weights, swapFeeWad, operator, swapEnabled],
  });
}

/** Queues the start of a pool's course. */
export async function queueCourse(
  { rpc, queue }: Builder,
  pool: Address,
  { plan: { course, symbol }, parts }: { readonly plan: Plan; readonly parts: readonly Part[] },
): Promise<void> {
  if (course === null) return;
  const timestamp = BigInt(await headTime(rpc));
  const endWeights = parts.map(
    ({ token }) => BigInt(course.endWeights[token.symbol] ?? 0) * PERCENT,
  );
  queue({
    to: pool,
    data: encodeFunctionData({
      ...{ abi: BalancerV2BootstrappingPool, functionName: "updateWeightsGradually" },
      args: [timestamp, timestamp + course.seconds, endWeights],
    }),
    ...{ gas: CALL_GAS, label: `weights of ${symbol}` },
  });
}
