import { type Address, getAbiItem, type Hex, type PublicClient, parseAbi } from "viem";
import { UniswapV4Manager } from "../../../abis/UniswapV4Manager.ts";
import { UNISWAP_V4_MANAGER, UNISWAP_V4_STATE_VIEW } from "../../../devnet/protocols/uniswap-v4.ts";
import { lower, NATIVE, ZERO_ADDRESS } from "../../../src/lib/address.ts";
import { createTickTable } from "../../../src/protocols/uniswap-v3/tick-table.ts";
import { isKnownByEvents } from "../../../src/protocols/uniswap-v4/admission.ts";
import { swapFeesPips } from "../../../src/protocols/uniswap-v4/fees.ts";
import type { UniswapV4Pool } from "../../../src/protocols/uniswap-v4/pool.ts";

// https://github.com/mds1/multicall3/blob/main/README.md
const multicallAddress = "0xca11bde05977b3631167028862be2a173976ca11";

const viewAbi = parseAbi([
  "function getSlot0(bytes32 poolId) view returns (uint160 sqrtPriceX96, int24 tick, uint24 protocolFee, uint24 lpFee)",
  "function getLiquidity(bytes32 poolId) view returns (uint128)",
  "function getTickLiquidity(bytes32 poolId, int24 tick) view returns (uint128 liquidityGross, int128 liquidityNet)",
]);

/**
 * Every admitted pool: logs say which there are and where their ticks are, the manager's lens what
 * they hold.
 */
export async function read(client: PublicClient): Promise<readonly UniswapV4Pool[]> {
  const { number: blockNumber } = await client.getBlock();
  const range = { address: UNISWAP_V4_MANAGER, fromBlock: 0n, strict: true } as const;
  const at = { multicallAddress, allowFailure: false, blockNumber } as const;
  const created = await client.getLogs({
    ...range,
    event: getAbiItem({ abi: UniswapV4Manager, name: "Initialize" }),
  });
  const changes = await client.getLogs({
    ...range,
    event: getAbiItem({ abi: UniswapV4Manager, name: "ModifyLiquidity" }),
  });
  const ends = new Map<Hex, Set<number>>();
  for (const { args } of changes) {
    ends.set(args.id, (ends.get(args.id) ?? new Set()).add(args.tickLower).add(args.tickUpper));
  }
  const view = { address: UNISWAP_V4_STATE_VIEW, abi: viewAbi } as const;
  const states: UniswapV4Pool[] = [];
  for (const { args: key } of created) {
    if (!isKnownByEvents(key)) continue;
    const { id, tickSpacing } = key;
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
        (index) => ({ ...view, functionName: "getTickLiquidity", args: [id, index] }) as const,
      ),
    });
    const initialised = infos.flatMap(([liquidityGross, liquidityNet], i) =>
      liquidityGross === 0n ? [] : [{ tick: indexes[i] ?? 0, liquidityNet }],
    );
    states.push({
      ...{ id, slug: "uniswap-v4", updatedBlock: 0, ticksBlock: 0 },
      ...{ manager: lower(UNISWAP_V4_MANAGER), hooks: lower(key.hooks) },
      ...{ token0: tokenOf(key.currency0), token1: tokenOf(key.currency1), lpFeePips },
      ...{ feePips: swapFeesPips(lpFeePips, protocolFee) },
      ...{ tickSpacing, sqrtPriceX96, tick, liquidity },
      ticks: createTickTable(initialised),
    });
  }
  return states;
}

function tokenOf(currency: Address): Address {
  return currency === ZERO_ADDRESS ? NATIVE : lower(currency);
}
