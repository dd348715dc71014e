import { type Address, type Hex, type PublicClient, parseAbi } from "viem";
import { tokenOfCurrency } from "../../src/lib/address.ts";
import { createTickTable } from "../../src/protocols/uniswap-v3/tick-table.ts";
import { swapFeesPips } from "../../src/protocols/uniswap-v4/fees.ts";

// https://github.com/mds1/multicall3/blob/main/README.md
const multicallAddress = "0xca11bde05977b3631167028862be2a173976ca11";

/** Uniswap's lens has the first three, a manager of PancakeSwap Infinity all but the third. */
const viewAbi = parseAbi([
  "function getSlot0(bytes32 poolId) view returns (uint160 sqrtPriceX96, int24 tick, uint24 protocolFee, uint24 lpFee)",
  "function getLiquidity(bytes32 poolId) view returns (uint128)",
  "function getTickLiquidity(bytes32 poolId, int24 tick) view returns (uint128 liquidityGross, int128 liquidityNet)",
  "function getPoolTickInfo(bytes32 poolId, int24 tick) view returns (uint128 liquidityGross, int128 liquidityNet, uint256, uint256)",
]);

/** A pool as the log of its start tells it. */
interface Created {
  readonly id: Hex;
  readonly currency0: Address;
  readonly currency1: Address;
}

/** Where the states of pools that share a contract are read. */
export interface ManagedView {
  readonly address: Address;
  /** What tells the liquidity of a tick. */
  readonly ofTick: "getTickLiquidity" | "getPoolTickInfo";
  readonly blockNumber: bigint;
}

/**
 * What all families have of each pool of a manager.
 *
 * @param changes All changes of positions, which tell where ticks are.
 */
export async function readManaged<C extends Created>(
  client: PublicClient,
  { address, ofTick, blockNumber }: ManagedView,
  {
    created,
    changes,
  }: {
    readonly created: readonly C[];
    readonly changes: readonly {
      readonly id: Hex;
      readonly tickLower: number;
      readonly tickUpper: number;
    }[];
  },
) {
  const ends = new Map<Hex, Set<number>>();
  for (const { id, tickLower, tickUpper } of changes) {
    ends.set(id, (ends.get(id) ?? new Set()).add(tickLower).add(tickUpper));
  }
  const at = { multicallAddress, allowFailure: false, blockNumber } as const;
  const view = { address, abi: viewAbi } as const;
  const states = [];
  for (const key of created) {
    const { id } = key;
    const indexes = [...(ends.get(id) ?? [])].sort((a, b) => a - b);
    const [[sqrtPriceX96, tick, protocolFee, lpFeePips], liquidity] = await client.multicall({
      ...at,
      contracts: [
        { ...view, functionName: "getSlot0", args: [id] },
        { ...view, functionName: "getLiquidity", args: [id] },
      ],
    });
    const infos = await client.multicall({
      ...at,
      contracts: indexes.map(
        (index) => ({ ...view, functionName: ofTick, args: [id, index] }) as const,
      ),
    });
    const initialised = infos.flatMap(([liquidityGross, liquidityNet], i) =>
      liquidityGross === 0n ? [] : [{ tick: indexes[i] ?? 0, liquidityNet }],
    );
    const state = {
      ...{ id, updatedBlock: 0, ticksBlock: 0 },
      ...{
        token0: tokenOfCurrency(key.currency0),
        token1: tokenOfCurrency(key.currency1),
        lpFeePips,
      },
      ...{ feePips: swapFeesPips(lpFeePips, protocolFee), sqrtPriceX96, tick, liquidity },
      ticks: createTickTable(initialised),
    };
    states.push({ key, state });
  }
  return states;
}
