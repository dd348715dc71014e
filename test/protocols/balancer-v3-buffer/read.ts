import { getAbiItem, type PublicClient } from "viem";
import { BalancerV3Buffers } from "../../../abis/BalancerV3Buffers.ts";
import { OPERATOR } from "../../../devnet/chains.ts";
import { lower, ZERO_ADDRESS } from "../../../src/lib/address.ts";
import { deployments } from "../../../src/protocols/balancer-v3-buffer/contracts.ts";
import type { BalancerV3Buffer } from "../../../src/protocols/balancer-v3-buffer/pool.ts";
import { reliance } from "../../../src/protocols/balancer-v3-buffer/reliance.ts";
import { idOf } from "../../../src/protocols/balancer-v3-buffer/transitions.ts";
import { contractsOn } from "../../../src/protocols/deployment.ts";
import { read as readVaults } from "../erc4626/read.ts";

const sharesMinted = getAbiItem({ abi: BalancerV3Buffers, name: "BufferSharesMinted" });

/** Every buffer with the vault that it wraps, at the newest block, by contract reads alone. */
export async function read(
  client: PublicClient,
  chainId: number,
): Promise<readonly BalancerV3Buffer[]> {
  const slug = "balancer-v3-buffers";
  const contracts = contractsOn(deployments, slug, chainId);
  if (contracts === null) return [];
  const { vault, batchRouter } = contracts;
  if ((await client.getCode({ address: vault })) === undefined) return [];
  const vaults = await readVaults(client, chainId, lower(OPERATOR));
  const at = { abi: BalancerV3Buffers, address: vault } as const;
  const logs = await client.getLogs({
    ...{ address: vault, event: sharesMinted, args: { to: ZERO_ADDRESS } },
    ...{ fromBlock: 0n, toBlock: "latest", strict: true },
  });
  const isPaused = await client.readContract({ ...at, functionName: "areBuffersPaused" });
  return Promise.all(
    logs.map(async ({ args }) => {
      const wrapped = lower(args.wrappedToken);
      const of = { ...at, args: [wrapped] } as const;
      const asset = lower(await client.readContract({ ...of, functionName: "getBufferAsset" }));
      const held = await client.readContract({ ...of, functionName: "getBufferBalance" });
      const [assetBalance, wrappedBalance] = held;
      const state: BalancerV3Buffer = {
        ...{ id: idOf(wrapped), slug, updatedBlock: 0, vault, batchRouter, wrapped, asset },
        ...{ assetBalance, wrappedBalance, isPaused, wrapper: null },
      };
      return reliance.given(state, vaults.find(({ address }) => address === wrapped) ?? null);
    }),
  );
}
