import { type Address, encodeFunctionData, type Hex, parseAbi } from "viem";
import {
  allow,
  BALANCER_V2,
  type BalancerV2Deployment,
  BEX,
  balancerV2Abi,
} from "../../../devnet/protocols/balancer-v2.ts";
import {
  isFirst,
  isGyro,
  type BalancerV2Pool as PoolState,
} from "../../../src/protocols/balancer-v2/state.ts";
import type { ProtocolChain } from "../protocol-chain.ts";

const GAS = 3_000_000n;

/** Balancer V2 on Ethereum, BEX on Berachain. */
export function deploymentOn({ chain }: ProtocolChain): BalancerV2Deployment {
  return chain.chainId === 1 ? BALANCER_V2 : BEX;
}

/** Makes a call that the authorizer guards. */
export async function govern(
  chain: ProtocolChain,
  call: { readonly to: Address; readonly data: Hex },
): Promise<void> {
  const { authorizer } = deploymentOn(chain);
  await allow(chain.builder, { authorizer, target: call.to, data: call.data });
  await chain.builder.flush();
  chain.builder.queue({ ...call, gas: GAS, label: `Balancer ${call.data.slice(0, 10)}` });
  await chain.builder.flush();
}

/** Switches recovery mode, which the first version and Gyroscope's pools do not have. */
export async function toggleRecovery(chain: ProtocolChain, state: PoolState): Promise<void> {
  if (isFirst(state) || isGyro(state)) return;
  const isOn = await chain.client.readContract({
    ...{ abi: parseAbi(["function inRecoveryMode() view returns (bool)"]), address: state.address },
    functionName: "inRecoveryMode",
  });
  const functionName = isOn ? "disableRecoveryMode" : "enableRecoveryMode";
  await govern(chain, {
    to: state.address,
    data: encodeFunctionData({ abi: balancerV2Abi, functionName }),
  });
}

/** Pauses or unpauses one pool. */
export async function setPaused(
  chain: ProtocolChain,
  state: PoolState,
  functionName: "pause" | "unpause",
): Promise<void> {
  if (functionName === "pause" && state.pausedUntil > 0) return;
  const data = isFirst(state)
    ? encodeFunctionData({
        ...{ abi: balancerV2Abi, functionName: "setPaused" },
        args: [functionName === "pause"],
      })
    : encodeFunctionData({ abi: balancerV2Abi, functionName });
  await govern(chain, { to: state.address, data });
}

/** Pauses or unpauses the vault. */
export async function setVaultPaused(chain: ProtocolChain, paused: boolean): Promise<void> {
  const data = encodeFunctionData({
    abi: balancerV2Abi,
    functionName: "setPaused",
    args: [paused],
  });
  await govern(chain, { to: deploymentOn(chain).vault, data });
}
