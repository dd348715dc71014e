import { type Address, type PublicClient, zeroAddress } from "viem";
import { BalancerV2GyroPool } from "../../../abis/BalancerV2GyroPool.ts";
import { BalancerV2RateProvider } from "../../../abis/BalancerV2Pool.ts";
import { lower } from "../../../src/lib/address.ts";
import { ellipseNumbers } from "../../../src/protocols/balancer-v2/ellipse.ts";
import type { GyroPool } from "../../../src/protocols/balancer-v2/state.ts";

/** Which pool is read, and where: at a block, or the newest. */
export interface GyroAt {
  readonly kind: GyroPool["kind"];
  readonly address: Address;
  readonly blockNumber?: bigint;
}

/** What a pool of Gyroscope's says of itself besides what all do. */
export async function readGyro(client: PublicClient, { kind, ...at }: GyroAt) {
  const pool = { abi: BalancerV2GyroPool, ...at } as const;
  const providers = await Promise.all([
    client.readContract({ ...pool, functionName: "rateProvider0" }),
    client.readContract({ ...pool, functionName: "rateProvider1" }),
  ]);
  const shape =
    kind === "eclp"
      ? ellipseNumbers(await client.readContract({ ...pool, functionName: "getECLPParams" }))
      : await client.readContract({ ...pool, functionName: "getSqrtParameters" });
  return { shape, providers: providers.map(lower) };
}

/** What providers say; null where there is none. */
export function readLiveRates(
  client: PublicClient,
  providers: readonly Address[],
  blockNumber: bigint,
): Promise<readonly (bigint | null)[]> {
  return Promise.all(
    providers.map((address) =>
      address === zeroAddress
        ? null
        : client.readContract({
            ...{ abi: BalancerV2RateProvider, address, functionName: "getRate", blockNumber },
          }),
    ),
  );
}
