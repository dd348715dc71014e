import { type Hex, type PublicClient, parseAbiItem } from "viem";
import { morphoAbi } from "../../../devnet/protocols/morpho-blue.ts";
import { lower } from "../../../src/lib/address.ts";
import { deployments } from "../../../src/protocols/morpho-blue/contracts.ts";
import type { MorphoMarket } from "../../../src/protocols/morpho-blue/pool.ts";
import { modelOf } from "../../../src/protocols/morpho-blue/transitions.ts";

const createMarket = parseAbiItem([
  "event CreateMarket(bytes32 indexed id, MarketParams marketParams)",
  "struct MarketParams { address loanToken; address collateralToken; address oracle; address irm; uint256 lltv; }",
]);

/** Every market that was ever created, as the contracts answer at the newest block. */
export async function read(
  client: PublicClient,
  chainId: number,
): Promise<readonly MorphoMarket[]> {
  const { number } = await client.getBlock();
  const states: MorphoMarket[] = [];
  for (const { slug, chains } of deployments) {
    const contracts = chains[chainId]?.contracts;
    if (contracts === undefined) continue;
    const { morpho: address } = contracts;
    const logs = await client.getLogs({
      ...{ address, event: createMarket, fromBlock: 0n, toBlock: number, strict: true },
    });
    for (const { args } of logs) {
      const id: Hex = args.id;
      const on = { abi: morphoAbi, address, args: [id], blockNumber: number } as const;
      const params = await client.readContract({ ...on, functionName: "idToMarketParams" });
      const totals = await client.readContract({ ...on, functionName: "market" });
      const model = modelOf(params.irm, contracts);
      const rate = { ...on, address: contracts.adaptiveCurveIrm } as const;
      states.push({
        ...{ id, slug, updatedBlock: Number(number), morpho: address, model },
        loanToken: lower(params.loanToken),
        collateralToken: lower(params.collateralToken),
        ...{ oracle: lower(params.oracle), irm: lower(params.irm), lltvWad: params.lltv },
        ...{ totalSupplyAssets: totals[0], totalSupplyShares: totals[1] },
        ...{ totalBorrowAssets: totals[2], totalBorrowShares: totals[3] },
        ...{ lastUpdate: totals[4], feeWad: totals[5] },
        rateAtTargetWad:
          model === "adaptive-curve"
            ? await client.readContract({ ...rate, functionName: "rateAtTarget" })
            : 0n,
      });
    }
  }
  return states;
}
