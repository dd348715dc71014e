import { getAbiItem, type PublicClient } from "viem";
import { InfinityBinPoolManager as abi } from "../../../abis/InfinityBinPoolManager.ts";
import {
  INFINITY_BIN_MANAGER,
  INFINITY_VAULT,
} from "../../../devnet/protocols/pancakeswap-infinity.ts";
import { lower, tokenOfCurrency } from "../../../src/lib/address.ts";
import { createListedTable } from "../../../src/protocols/liquidity-book/bins.ts";
import { isKnownByEvents } from "../../../src/protocols/pancakeswap-infinity/admission.ts";
import type { InfinityBinPool } from "../../../src/protocols/pancakeswap-infinity-bin/pool.ts";
import { binStepIn } from "../../../src/protocols/pancakeswap-infinity-bin/transitions.ts";
import { swapFeesPips } from "../../../src/protocols/uniswap-v4/fees.ts";

// https://github.com/mds1/multicall3/blob/main/README.md
const multicallAddress = "0xca11bde05977b3631167028862be2a173976ca11";
/** @see https://github.com/pancakeswap/infinity-core/blob/7c04695f/src/pool-bin/libraries/BinPool.sol#L74 */
const MINIMUM_SHARE = 1_000n;

/**
 * Every admitted pool: logs say which there are and which bins were filled, the manager what they
 * hold and whether anybody has shares of them.
 */
export async function read(client: PublicClient): Promise<readonly InfinityBinPool[]> {
  const { number: blockNumber } = await client.getBlock();
  const range = { address: INFINITY_BIN_MANAGER, fromBlock: 0n, strict: true } as const;
  const event = getAbiItem({ abi, name: "Initialize" });
  const created = await client.getLogs({ ...range, event });
  const minted = await client.getLogs({ ...range, event: getAbiItem({ abi, name: "Mint" }) });
  const states: InfinityBinPool[] = [];
  for (const { args } of created) {
    if (!isKnownByEvents(args)) continue;
    const { id, fee: keyFee, parameters } = args;
    const filled = minted.filter((log) => log.args.id === id).flatMap((log) => log.args.ids);
    const ids = [...new Set(filled.map(Number))].sort((a, b) => a - b);
    const view = { abi, address: INFINITY_BIN_MANAGER } as const;
    const [activeId, protocolFee, lpFeePips] = await client.readContract({
      ...{ ...view, functionName: "getSlot0", args: [id], blockNumber },
    });
    const answers = await client.multicall({
      ...{ multicallAddress, allowFailure: false, blockNumber },
      contracts: ids.map((bin) => ({ ...view, functionName: "getBin", args: [id, bin] }) as const),
    });
    const bins = ids.map((bin, at) => {
      const [reserveX = 0n, reserveY = 0n, , shares = 0n] = answers[at] ?? [];
      return { bin, reserveX, reserveY, isListed: shares > MINIMUM_SHARE };
    });
    const active = bins.find(({ bin }) => bin === activeId);
    const fees = swapFeesPips(lpFeePips, protocolFee);
    const held = bins.filter(({ reserveX, reserveY }) => reserveX !== 0n || reserveY !== 0n);
    states.push({
      ...{ id, slug: "pancakeswap-infinity-bin", updatedBlock: 0, binsBlock: 0 },
      ...{ manager: lower(INFINITY_BIN_MANAGER), vault: lower(INFINITY_VAULT) },
      ...{ tokenX: tokenOfCurrency(args.currency0), tokenY: tokenOfCurrency(args.currency1) },
      ...{ hooks: lower(args.hooks), keyFee, parameters, binStep: binStepIn(parameters) },
      ...{ protocolFee, feesPips: typeof fees === "number" ? [fees, fees] : fees, activeId },
      bins: createListedTable(
        held.filter(({ isListed }) => isListed),
        activeId,
      ),
      changed: new Map([
        [activeId, { reserveX: active?.reserveX ?? 0n, reserveY: active?.reserveY ?? 0n }],
      ]),
    });
  }
  return states;
}
