import { erc20Abi, isAddressEqual, type PublicClient, parseAbi, zeroAddress } from "viem";
import { FACTORY_GAUGE } from "../../../devnet/protocols/curve-gauge.ts";
import { lower } from "../../../src/lib/address.ts";
import { deployments, type ListedGauge } from "../../../src/protocols/curve-gauge/contracts.ts";
import type { CurveGauge } from "../../../src/protocols/curve-gauge/pool.ts";
import type { RewardStream } from "../../../src/protocols/reward-streams.ts";

// The published gauge's own shape; streams of other versions lack the first field.
const rewardAbi = parseAbi([
  "function reward_count() view returns (uint256)",
  "function reward_tokens(uint256 index) view returns (address)",
  "struct Reward { address token; address distributor; uint256 period_finish; uint256 rate; uint256 last_update; uint256 integral; }",
  "function reward_data(address token) view returns (Reward)",
  "function lp_token() view returns (address)",
]);

/** Every gauge that the chain carries, by contract reads alone. */
export async function read(client: PublicClient, chainId: number): Promise<readonly CurveGauge[]> {
  const states: CurveGauge[] = [];
  for (const { slug, chains } of deployments) {
    const contracts = chains[chainId]?.contracts;
    for (const gauge of contracts?.gauges ?? []) {
      if ((await client.getCode({ address: gauge.gauge })) === undefined) continue;
      states.push(await readGauge(client, { ...gauge, slug }));
    }
    if (contracts === undefined || contracts.factories.length === 0) continue;
    const address = lower(FACTORY_GAUGE);
    const lpToken = lower(
      await client.readContract({ address, abi: rewardAbi, functionName: "lp_token" }),
    );
    states.push(await readGauge(client, { gauge: address, lpToken, kind: "token", slug }));
  }
  return states;
}

async function readGauge(
  client: PublicClient,
  { gauge: address, lpToken, kind, slug }: ListedGauge & { readonly slug: string },
): Promise<CurveGauge> {
  const supply = await client.readContract({
    ...{ address, abi: erc20Abi, functionName: "totalSupply" },
  });
  const rewards: RewardStream[] = [];
  const contract = { address, abi: rewardAbi } as const;
  const count =
    kind === "token"
      ? await client.readContract({ ...contract, functionName: "reward_count" })
      : 0n;
  for (let index = 0n; index < count; index++) {
    const token = await client.readContract({
      ...{ ...contract, functionName: "reward_tokens", args: [index] },
    });
    if (isAddressEqual(token, zeroAddress)) continue;
    const { rate, period_finish: periodFinish } = await client.readContract({
      ...{ ...contract, functionName: "reward_data", args: [token] },
    });
    rewards.push({ token: lower(token), rate, periodFinish });
  }
  return { id: address, address, slug, updatedBlock: 0, lpToken, kind, supply, rewards };
}
