import {
  type Address,
  concatHex,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  maxUint256,
  parseAbi,
} from "viem";
import type { Builder } from "../builder.ts";
import { deployAt } from "../deploy-at.ts";
import { type Artifact, npmText, pickArtifact } from "../solidity/artifact.ts";
import { generatedAddress } from "../token-list.ts";
import type { DevnetProtocol } from "./protocol.ts";

const TASK = "@balancer-labs/v2-deployments/dist/tasks/20220822-mainnet-gauge-factory-v2";

// https://github.com/balancer/balancer-deployments/blob/6826feb824/addresses/mainnet.json
const FACTORY: Address = "0xf1665E19bc105BE4EDD3739F88315cC699cc5b65";
const IMPLEMENTATION: Address = "0xe5F96070CA00cd54795416B1a4b4c2403231c548";

// https://github.com/curvefi/curve-js/blob/8cb9f82dfa/src/constants/pools/ethereum.ts
export const THREE_CRV: Address = "0x6c3F90f043a72FA612cbac8115EE7e52BDe6E490";
export const THREE_POOL_GAUGE: Address = "0xbFcF63294aD7105dEa65aA58F8AE5BE2D9d0952A";
export const FRAX_USDC_LP: Address = "0x3175Df0976dFA876431C2E9eE6Bc45b65d3473CC";
export const FRAX_USDC_GAUGE: Address = "0xCFc25170633581Bf896CB6CDeE170e3E3Aa59503";
const CRV: Address = "0xD533a949740bb3306d119CC777fa900bA034cd52";
const BAL: Address = "0xba100000625a3754423978a60c9317c58a424e3D";

/** Governance of the gauges; there is no such contract on the real chain. */
export const GAUGE_SYSTEM = generatedAddress("gauge system");

/** The gauge that Balancer's factory creates first, for 3Crv. */
export const FACTORY_GAUGE: Address = getContractAddress({ from: FACTORY, nonce: 1n });

/** No cap on a gauge's part of the inflation. */
const NO_CAP = 10n ** 18n;
const WAD = 10n ** 18n;
const DEPOSIT = 500_000n * WAD;
/** For one week each, as the gauge has it. */
const REWARDS = 600n * WAD;

const gaugeAbi = parseAbi([
  "function initialize(address lp_token, uint256 cap)",
  "function add_reward(address token, address distributor)",
  "function deposit_reward_token(address token, uint256 amount)",
  "function deposit(uint256 value)",
]);
const factoryAbi = parseAbi(["function create(address pool, uint256 cap) returns (address)"]);
const systemAbi = parseAbi(["function act(address target, bytes data)"]);
const tokenAbi = parseAbi([
  "function mint(address to, uint256 value)",
  "function approve(address spender, uint256 value)",
]);

function published(name: string): Artifact {
  return {
    abi: JSON.parse(npmText(`${TASK}/abi/${name}.json`)),
    bytecode: `0x${JSON.parse(npmText(`${TASK}/bytecode/${name}.json`)).creationCode}`,
  };
}

/** Code of a minimal proxy. https://eips.ethereum.org/EIPS/eip-1167 */
function proxyCode(implementation: Address): Hex {
  return concatHex([
    ...(["0x363d3d373d3d3d363d73", implementation, "0x5af43d82803e903d91602b57fd5bf3"] as const),
  ]);
}

/**
 * Gauges: Balancer's published LiquidityGaugeV5 behind its factory, the same code at the address of
 * Curve's FRAX/USDC gauge, and an own one with the ABI of the first version for the 3pool.
 */
export const curveGauge: DevnetProtocol = {
  slug: "curve-gauge",
  compilations: ["curve"],
  async deploy({ builder, compiled }) {
    await deployAt(builder, [
      {
        address: GAUGE_SYSTEM,
        artifact: pickArtifact(compiled.curve, "GaugeSystem"),
        args: [builder.operator, BAL],
      },
    ]);
    await deployAt(builder, [
      {
        address: IMPLEMENTATION,
        artifact: published("LiquidityGaugeV5"),
        args: [GAUGE_SYSTEM, GAUGE_SYSTEM, GAUGE_SYSTEM],
      },
      {
        address: FACTORY,
        artifact: published("LiquidityGaugeFactory"),
        args: [IMPLEMENTATION],
      },
      {
        address: THREE_POOL_GAUGE,
        artifact: pickArtifact(compiled.curve, "LiquidityGaugeV1"),
        args: [THREE_CRV, builder.operator],
      },
    ]);
    await placeGauge(builder, { gauge: FRAX_USDC_GAUGE, lpToken: FRAX_USDC_LP });
    const create = { functionName: "create", args: [THREE_CRV, NO_CAP] } as const;
    send(builder, FACTORY, encodeFunctionData({ abi: factoryAbi, ...create }));
    await builder.flush();
  },
  async seed({ builder }) {
    for (const [gauge, lpToken] of [
      [THREE_POOL_GAUGE, THREE_CRV],
      [FRAX_USDC_GAUGE, FRAX_USDC_LP],
      [FACTORY_GAUGE, THREE_CRV],
    ] as const) {
      approve(builder, lpToken, gauge);
      const deposit = { functionName: "deposit", args: [DEPOSIT] } as const;
      send(builder, gauge, encodeFunctionData({ abi: gaugeAbi, ...deposit }));
    }
    stream(builder, FRAX_USDC_GAUGE, CRV);
    stream(builder, FACTORY_GAUGE, BAL);
    await builder.flush();
  },
};

/**
 * Puts a gauge of the published code at a chosen address, which no factory tells of; queued but for
 * its code.
 */
export async function placeGauge(
  builder: Builder,
  { gauge, lpToken }: { readonly gauge: Address; readonly lpToken: Address },
): Promise<void> {
  await builder.rpc.request("anvil_setCode", [gauge, proxyCode(IMPLEMENTATION)]);
  await builder.rpc.request("anvil_setNonce", [gauge, "0x1"]);
  const args = [lpToken, NO_CAP] as const;
  send(builder, gauge, encodeFunctionData({ abi: gaugeAbi, functionName: "initialize", args }));
}

/** Adds a reward to a gauge and pays in a week's worth. */
function stream(builder: Builder, gauge: Address, token: Address): void {
  const add = { functionName: "add_reward", args: [token, builder.operator] } as const;
  const act = {
    functionName: "act",
    args: [gauge, encodeFunctionData({ abi: gaugeAbi, ...add })],
  } as const;
  send(builder, GAUGE_SYSTEM, encodeFunctionData({ abi: systemAbi, ...act }));
  const mint = { functionName: "mint", args: [builder.operator, REWARDS] } as const;
  send(builder, token, encodeFunctionData({ abi: tokenAbi, ...mint }));
  approve(builder, token, gauge);
  const pay = { functionName: "deposit_reward_token", args: [token, REWARDS] } as const;
  send(builder, gauge, encodeFunctionData({ abi: gaugeAbi, ...pay }));
}

function approve(builder: Builder, token: Address, spender: Address): void {
  const args = [spender, maxUint256] as const;
  send(builder, token, encodeFunctionData({ abi: tokenAbi, functionName: "approve", args }));
}

function send(builder: Builder, to: Address, data: Hex): void {
  builder.queue({ to, data, gas: 1_500_000n, label: `set-up of gauges at ${to}` });
}
