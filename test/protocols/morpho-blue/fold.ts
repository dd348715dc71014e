import { type PublicClient, parseEventLogs } from "viem";
import { AdaptiveCurveIrm } from "../../../abis/AdaptiveCurveIrm.ts";
import { Morpho } from "../../../abis/Morpho.ts";
import {
  accrued,
  borrowed,
  created,
  feeSet,
  type LogBlock,
  liquidated,
  type MarketTotals,
  rateUpdated,
  repaid,
  supplied,
  withdrawn,
} from "../../../src/protocols/morpho-blue/transitions.ts";

const abi = [...Morpho, ...AdaptiveCurveIrm];

/** Every market's totals, by id, made of the chain's logs alone, in their order. */
export async function foldLogs(client: PublicClient): Promise<Map<string, MarketTotals>> {
  const { number } = await client.getBlock();
  const logs = await client.getLogs({ fromBlock: 0n, toBlock: number });
  const rows = new Map<string, MarketTotals>();
  let block: LogBlock = await client.getBlock({ blockNumber: 0n });
  for (const log of parseEventLogs({ abi, logs })) {
    if (block.number !== log.blockNumber) {
      block = await client.getBlock({ blockNumber: log.blockNumber });
    }
    const row = rows.get(log.args.id) ?? created(block);
    rows.set(log.args.id, { ...row, ...changeOf(row, log, block) });
  }
  return rows;
}

type MorphoLog = ReturnType<typeof parseEventLogs<typeof abi>>[number];

function changeOf(row: MarketTotals, log: MorphoLog, block: LogBlock): Partial<MarketTotals> {
  switch (log.eventName) {
    case "CreateMarket":
      return created(block);
    case "AccrueInterest":
      return accrued(row, log.args, block);
    case "Supply":
      return supplied(row, log.args, block);
    case "Withdraw":
      return withdrawn(row, log.args, block);
    case "Borrow":
      return borrowed(row, log.args, block);
    case "Repay":
      return repaid(row, log.args, block);
    case "Liquidate":
      return liquidated(row, log.args, block);
    case "SetFee":
      return feeSet(log.args, block);
    case "BorrowRateUpdate":
      return rateUpdated(log.args, block);
  }
}
