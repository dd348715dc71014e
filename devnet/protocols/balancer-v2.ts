import { type Abi, type Address, encodeFunctionData, type Hex, numberToHex, parseAbi } from "viem";
import { z } from "zod";
import type { Builder } from "../builder.ts";
import { deployAt } from "../deploy-at.ts";
import { type Artifact, npmArtifact, npmText, pickArtifact } from "../solidity/artifact.ts";
import { linkedArtifact } from "../solidity/linked-artifact.ts";
import {
  BOOTSTRAPPING_FACTORIES,
  type BootstrappingFactories,
  deployBootstrapping,
} from "./balancer-v2-bootstrapping.ts";
import { CHAIN_1, CHAIN_80094 } from "./balancer-v2-plans.ts";
import { seedPools } from "./balancer-v2-pools.ts";
import type { DevnetProtocol } from "./protocol.ts";

/** Addresses of a vault and what stands around it. */
export interface BalancerV2Deployment {
  readonly vault: Address;
  readonly authorizer: Address;
  readonly feesProvider: Address;
  /** Of the third version. */
  readonly weightedFactory: Address;
  readonly stableFactory: Address;
  /** Gyroscope's, our own contracts; null where there are none. */
  readonly gyro: { readonly eclp: Address; readonly twoClp: Address } | null;
  /** Factories of earlier versions; null where there are none. */
  readonly earlier: EarlierFactories | null;
}

/**
 * Factories of weighted pools and of stable ones: of each two of the first version and one of the
 * second.
 */
export interface EarlierFactories extends BootstrappingFactories {
  readonly first: Address;
  readonly firstOfTwo: Address;
  readonly second: Address;
  readonly stable: Address;
  readonly metaStable: Address;
  /** Of composable stable pools of the second version. */
  readonly secondStable: Address;
  /** A library of pools with an oracle. */
  readonly queryProcessor: Address;
}

/**
 * Balancer V2 with the first three versions of its weighted pools and of its stable ones: those
 * that are published as bytecode.
 */
// https://github.com/balancer/balancer-deployments/blob/6826feb824/addresses/mainnet.json
export const BALANCER_V2: BalancerV2Deployment = {
  vault: "0xBA12222222228d8Ba445958a75a0704d566BF2C8",
  authorizer: "0xA331D84eC860Bf466b4CdCcFb4aC09a1B43F3aE6",
  feesProvider: "0x97207B095e4D5C9a6e4cfbfcd2C3358E03B90c4A",
  weightedFactory: "0x5Dd94Da3644DDD055fcf6B3E1aa310Bb7801EB8b",
  stableFactory: "0xdba127fBc23fb20F5929C546af220A991b5C6e01",
  // https://github.com/balancer/balancer-subgraph-v2/blob/8040b355ad/networks.json
  gyro: {
    eclp: "0x412a5B2e7a678471985542757A6855847D4931D5",
    twoClp: "0x579653927BF509B361F6e3813f5D4B95331d98c9",
  },
  earlier: {
    first: "0x8E9aa87E45e92bad84D5F8DD1bff34Fb92637dE9",
    firstOfTwo: "0xA5bf2ddF098bb0Ef6d120C98217dD6B141c74EE0",
    second: "0xcC508a455F5b0073973107Db6a878DdBDab957bC",
    stable: "0xc66Ba2B6595D3613CCab350C886aCE23866EDe24",
    metaStable: "0x67d27634E44793fE63c467035E31ea8635117cd4",
    secondStable: "0x85a80afee867aDf27B50BdB7b76DA70f1E853062",
    ...BOOTSTRAPPING_FACTORIES,
    queryProcessor: "0x469b58680774AAc9Ad66447eFB4EF634756A2cC5",
  },
};

/** BEX: its addresses with Balancer's bytecode. No public source names its authorizer. */
// https://github.com/berachain/docs/blob/0ed325e162/data/contracts.json
export const BEX: BalancerV2Deployment = {
  vault: "0x4Be03f781C497A489E3cB0287833452cA9B9E80B",
  authorizer: "0x00000000000000000000000000000000000be4a0",
  feesProvider: "0x33C88ffdEe710ed3908C791137Bd1D4421AabBBf",
  weightedFactory: "0xa966fA8F2d5B087FFFA499C0C1240589371Af409",
  stableFactory: "0xDfA30BDa0375d4763711AB0CC8D91B20bfCC87E1",
  gyro: null,
  earlier: null,
};

const TASKS = "@balancer-labs/v2-deployments/dist/tasks";

const META_STABLE_TASK = "deprecated/20210727-meta-stable-pool";

/** Seconds that the vault can be paused for, and that a pause lasts at most after that. */
const PAUSE_WINDOW = 7_776_000n;
const BUFFER_PERIOD = 2_592_000n;

/** The protocol's part of swap fees, and of what rates grow by: 50 %. */
const PROTOCOL_FEE_WAD = 5n * 10n ** 17n;
const YIELD_FEE_TYPE = 2n;

/** A factory's constructor deposits the code of its pools. */
const FACTORY_GAS = 14_000_000n;
const ONE = 10n ** 18n;
const CALL_GAS = 300_000n;

/** The operator's switches. */
export const balancerV2Abi = parseAbi([
  "function grantRole(bytes32 role, address account)",
  "function getActionId(bytes4 selector) view returns (bytes32)",
  "function getProtocolFeesCollector() view returns (address)",
  "function setSwapFeePercentage(uint256 swapFeePercentage)",
  "function setFeeTypePercentage(uint256 feeType, uint256 newValue)",
  "function updateProtocolFeePercentageCache()",
  "function updateTokenRateCache(address token)",
  "function setTokenRateCacheDuration(address token, uint256 duration)",
  "function updatePriceRateCache(address token)",
  "function setPriceRateCacheDuration(address token, uint256 duration)",
  "function setPaused(bool paused)",
  "function pause()",
  "function unpause()",
  "function enableRecoveryMode()",
  "function disableRecoveryMode()",
  "function startAmplificationParameterUpdate(uint256 rawEndValue, uint256 endTime)",
  "function stopAmplificationParameterUpdate()",
]);

/**
 * Balancer V2 on Ethereum: published bytecode, weighted and stable pools of several versions, one
 * of them 80/20 with an oracle; Gyroscope's pools are our own.
 */
export const balancerV2: DevnetProtocol = {
  slug: "balancer-v2",
  compilations: ["balancerV2"],
  async deploy({ builder, compiled }) {
    await deployBalancer(builder, BALANCER_V2);
    const { gyro, vault } = BALANCER_V2;
    if (gyro === null) return;
    const factory = (address: Address, name: string) => ({
      ...{ address, artifact: pickArtifact(compiled.balancerV2, name) },
      ...{ args: [vault], gas: FACTORY_GAS },
    });
    await deployAt(builder, [
      factory(gyro.eclp, "GyroEclpFactory"),
      factory(gyro.twoClp, "GyroTwoClpFactory"),
    ]);
  },
  seed: (context) => seedPools(context, BALANCER_V2, CHAIN_1),
};

/** BEX on Berachain: Balancer's bytecode, two weighted pools and one of stablecoins. */
export const bex: DevnetProtocol = {
  slug: "bex",
  deploy: ({ builder }) => deployBalancer(builder, BEX),
  seed: (context) => seedPools(context, BEX, CHAIN_80094),
};

async function deployBalancer(builder: Builder, at: BalancerV2Deployment): Promise<void> {
  const { address: wrapped } = builder.spec.wrappedNative;
  const { vault, authorizer, feesProvider } = at;
  const feesTask = "20220725-protocol-fee-percentages-provider";
  await deployAt(builder, [
    {
      address: authorizer,
      artifact: splitArtifact("20210418-authorizer", "Authorizer"),
      args: [builder.operator],
    },
    {
      address: vault,
      artifact: splitArtifact("20210418-vault", "Vault"),
      args: [authorizer, wrapped, PAUSE_WINDOW, BUFFER_PERIOD],
      gas: 4_000_000n,
    },
  ]);
  await deployAt(builder, [
    {
      address: feesProvider,
      artifact: splitArtifact(feesTask, "ProtocolFeePercentagesProvider"),
      args: [vault, ONE, ONE],
    },
  ]);
  const collector = await read(builder, vault, "getProtocolFeesCollector");
  const setFee = encodeFunctionData({
    abi: balancerV2Abi,
    functionName: "setSwapFeePercentage",
    args: [PROTOCOL_FEE_WAD],
  });
  await allow(builder, { authorizer, target: collector, data: setFee });
  builder.queue({ to: collector, data: setFee, gas: CALL_GAS, label: "protocol fee" });
  const setYieldFee = encodeFunctionData({
    ...{ abi: balancerV2Abi, functionName: "setFeeTypePercentage" },
    args: [YIELD_FEE_TYPE, PROTOCOL_FEE_WAD],
  });
  await allow(builder, { authorizer, target: feesProvider, data: setYieldFee });
  builder.queue({ to: feesProvider, data: setYieldFee, gas: CALL_GAS, label: "yield fee" });
  await builder.flush();
  const constructorArgs = [vault, feesProvider, "", ""];
  await deployAt(builder, [
    {
      address: at.weightedFactory,
      artifact: taskArtifact("20230206-weighted-pool-v3", "WeightedPoolFactory"),
      args: constructorArgs,
      gas: FACTORY_GAS,
    },
    {
      address: at.stableFactory,
      artifact: taskArtifact("20230206-composable-stable-pool-v3", "ComposableStablePoolFactory"),
      args: constructorArgs,
      gas: FACTORY_GAS,
    },
  ]);
  if (at.earlier === null) return;
  await deployEarlier(builder, at, at.earlier);
  await deployBootstrapping(builder, vault, at.earlier);
}

async function deployEarlier(
  builder: Builder,
  { vault, feesProvider }: BalancerV2Deployment,
  { first, firstOfTwo, second, stable, metaStable, queryProcessor, secondStable }: EarlierFactories,
): Promise<void> {
  const task = "20210418-weighted-pool";
  await deployAt(builder, [
    { address: first, artifact: splitArtifact(task, "WeightedPoolFactory"), args: [vault] },
    {
      address: firstOfTwo,
      artifact: splitArtifact(task, "WeightedPool2TokensFactory"),
      args: [vault],
    },
    {
      address: second,
      artifact: taskArtifact("20220908-weighted-pool-v2", "WeightedPoolFactory"),
      args: [vault, feesProvider],
      gas: FACTORY_GAS,
    },
    {
      address: stable,
      artifact: taskArtifact("deprecated/20210624-stable-pool", "StablePoolFactory"),
      args: [vault],
    },
    {
      address: secondStable,
      artifact: taskArtifact("20221122-composable-stable-pool-v2", "ComposableStablePoolFactory"),
      args: [vault, feesProvider, "", ""],
      gas: FACTORY_GAS,
    },
    { address: queryProcessor, artifact: taskArtifact(META_STABLE_TASK, "QueryProcessor") },
    {
      address: metaStable,
      artifact: linkedArtifact(`${TASKS}/${META_STABLE_TASK}/artifact/MetaStablePoolFactory.json`, {
        QueryProcessor: queryProcessor,
      }),
      args: [vault],
      gas: FACTORY_GAS,
    },
  ]);
}

/** Queues the grant that lets the operator make a call which the authorizer guards. */
export async function allow(
  builder: Builder,
  call: { readonly authorizer: Address; readonly target: Address; readonly data: Hex },
): Promise<void> {
  const selector = call.data.slice(0, 10) as Hex;
  const query = encodeFunctionData({
    abi: balancerV2Abi,
    functionName: "getActionId",
    args: [selector],
  });
  const role = await builder.rpc.request("eth_call", [{ to: call.target, data: query }, "latest"]);
  builder.queue({
    to: call.authorizer,
    data: encodeFunctionData({
      abi: balancerV2Abi,
      functionName: "grantRole",
      args: [z.custom<Hex>().parse(role), builder.operator],
    }),
    gas: CALL_GAS,
    label: `role of ${selector} on ${call.target}`,
  });
}

async function read(
  builder: Builder,
  to: Address,
  functionName: "getProtocolFeesCollector",
): Promise<Address> {
  const data = encodeFunctionData({ abi: balancerV2Abi, functionName });
  const word = z.string().parse(await builder.rpc.request("eth_call", [{ to, data }, "latest"]));
  return numberToHex(BigInt(word), { size: 20 });
}

const creationSchema = z.object({ creationCode: z.string() });

/** A contract of a task that keeps ABI and creation code apart. */
function splitArtifact(task: string, name: string): Artifact {
  const abi = JSON.parse(npmText(`${TASKS}/${task}/abi/${name}.json`)) as Abi;
  const bytecode = JSON.parse(npmText(`${TASKS}/${task}/bytecode/${name}.json`));
  return { abi, bytecode: `0x${creationSchema.parse(bytecode).creationCode}` };
}

function taskArtifact(task: string, name: string): Artifact {
  return npmArtifact(`${TASKS}/${task}/artifact/${name}.json`);
}
