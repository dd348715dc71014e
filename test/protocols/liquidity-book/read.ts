import { getAbiItem, type PublicClient, parseAbi } from "viem";
import { LBFactory } from "../../../abis/LBFactory.ts";
import { LBPair } from "../../../abis/LBPair.ts";
import { lower } from "../../../src/lib/address.ts";
import { CHAINS } from "../../../src/lib/chains.ts";
import { createBinTable } from "../../../src/protocols/liquidity-book/bins.ts";
import { deployments } from "../../../src/protocols/liquidity-book/contracts.ts";
import type { LiquidityBookPool } from "../../../src/protocols/liquidity-book/pool.ts";

const viewAbi = parseAbi([
  "function getActiveId() view returns (uint24)",
  "function getBin(uint24 id) view returns (uint128 reserveX, uint128 reserveY)",
]);

/**
 * Every pair of the configured factories: logs say which bins were filled, contract reads what they
 * hold and what trades pay.
 */
export async function read(
  client: PublicClient,
  chainId: number,
): Promise<readonly LiquidityBookPool[]> {
  const blockNumber = await client.getBlockNumber({ cacheTime: 0 });
  const range = { fromBlock: 0n, toBlock: blockNumber, strict: true } as const;
  const multicallAddress = CHAINS.get(chainId)?.multicall3;
  if (multicallAddress === undefined) throw new Error(`No chain ${chainId}.`);
  const states: LiquidityBookPool[] = [];
  for (const { slug, chains } of deployments) {
    const contracts = chains[chainId]?.contracts;
    if (contracts === undefined) continue;
    const event = getAbiItem({ abi: LBFactory, name: "LBPairCreated" });
    const pairs = await client.getLogs({ ...range, address: contracts.factory, event });
    for (const { args } of pairs) {
      const address = lower(args.LBPair);
      const deposited = getAbiItem({ abi: LBPair, name: "DepositedToBins" });
      const deposits = await client.getLogs({ ...range, address, event: deposited });
      const filled = new Set(deposits.flatMap((log) => log.args.ids.map(Number)));
      const ids = [...filled].sort((a, b) => a - b);
      const pair = { abi: LBPair, address, blockNumber } as const;
      const view = { abi: viewAbi, address, functionName: "getBin" } as const;
      const [parameters, variable, activeId, bins] = await Promise.all([
        client.readContract({ ...pair, functionName: "getStaticFeeParameters" }),
        client.readContract({ ...pair, functionName: "getVariableFeeParameters" }),
        client.readContract({ ...pair, abi: viewAbi, functionName: "getActiveId" }),
        client.multicall({
          ...{ allowFailure: false, blockNumber, multicallAddress },
          contracts: ids.map((id) => ({ ...view, args: [id] as const })),
        }),
      ]);
      const [baseFactor, filterPeriod, decayPeriod, reductionFactor] = parameters;
      const [, , , , variableFeeControl, protocolShare, maxVolatilityAccumulator] = parameters;
      const [volatilityAccumulator, volatilityReference, idReference, timeOfLastUpdate] = variable;
      const rows = ids.map((bin, at) => {
        const [reserveX, reserveY] = bins[at] ?? [0n, 0n];
        return { bin, reserveX, reserveY };
      });
      const active = rows.find(({ bin }) => bin === activeId);
      const { reserveX = 0n, reserveY = 0n } = active ?? {};
      states.push({
        ...{ id: address, address, slug, updatedBlock: 0, binsBlock: 0, activeId },
        ...{ tokenX: lower(args.tokenX), tokenY: lower(args.tokenY) },
        binStep: Number(args.binStep),
        parameters: {
          ...{ baseFactor, filterPeriod, decayPeriod, reductionFactor },
          ...{ variableFeeControl, protocolShare, maxVolatilityAccumulator },
        },
        volatility: {
          ...{ volatilityAccumulator, volatilityReference, idReference, timeOfLastUpdate },
        },
        bins: createBinTable(rows, activeId),
        changed: new Map([[activeId, { reserveX, reserveY }]]),
      });
    }
  }
  return states;
}
