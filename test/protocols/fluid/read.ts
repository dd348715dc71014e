import { type PublicClient, parseAbi } from "viem";
import { FluidDex } from "../../../abis/FluidDex.ts";
import type { Ask } from "../../../src/catalog/live/aggregate.ts";
import { lower } from "../../../src/lib/address.ts";
import { CHAINS } from "../../../src/lib/chains.ts";
import { deployments } from "../../../src/protocols/fluid/contracts.ts";
import { readPools } from "../../../src/protocols/fluid/reading.ts";
import type { FluidPool } from "../../../src/protocols/fluid/state.ts";

const factoryAbi = parseAbi([
  "function totalDexes() view returns (uint256)",
  "function getDexAddress(uint256 id) view returns (address)",
]);

/** Every pool of the chain's factory, by contract reads alone. */
export async function read(client: PublicClient, chainId: number): Promise<readonly FluidPool[]> {
  const blockNumber = await client.getBlockNumber({ cacheTime: 0 });
  const multicall3 = CHAINS.get(chainId)?.multicall3;
  if (multicall3 === undefined) throw new Error(`No chain ${chainId}.`);
  const ask: Ask = (views) =>
    Promise.all(
      views.map(async ({ target, data }) => {
        const answer = await client.call({ to: target, data, blockNumber });
        return answer.data ?? null;
      }),
    );
  const states: FluidPool[] = [];
  for (const { slug, chains } of deployments) {
    const contracts = chains[chainId]?.contracts;
    if (contracts === undefined) continue;
    const factory = { abi: factoryAbi, address: contracts.factory, blockNumber } as const;
    if ((await client.getCode({ address: contracts.factory })) === undefined) continue;
    const count = await client.readContract({ ...factory, functionName: "totalDexes" });
    for (let id = 1n; id <= count; id++) {
      const listed = { ...factory, functionName: "getDexAddress", args: [id] } as const;
      const address = lower(await client.readContract(listed));
      const pool = { abi: FluidDex, address, blockNumber } as const;
      const facts = await client.readContract({ ...pool, functionName: "constantsView" });
      const scales = await client.readContract({ ...pool, functionName: "constantsView2" });
      const tokens = [lower(facts.token0), lower(facts.token1)] as const;
      const asked = { address, tokens, deployer: lower(facts.deployerContract), config: 0n };
      const place = { liquidity: contracts.liquidity, multicall3 };
      const [reading] = await readPools(ask, [asked], place);
      if (!reading) continue;
      states.push({
        ...{ id: address, address, slug, tokens, updatedBlock: 0 },
        numerators: [scales.token0NumeratorPrecision, scales.token1NumeratorPrecision],
        denominators: [scales.token0DenominatorPrecision, scales.token1DenominatorPrecision],
        ...reading,
      });
    }
  }
  return states;
}
