import { type Address, numberToHex } from "viem";
import { commandedRanges } from "../uniswap-v4/commanded-ranges.ts";
import { TICK_SPACING_SHIFT } from "./admission.ts";
import { CONTRACTS, deployments } from "./contracts.ts";
import type { InfinityPool } from "./pool.ts";

/**
 * The position manager, the same on all chains; the indexer does not read it.
 *
 * @see https://github.com/pancakeswap/pancake-developer/blob/e4778927f6/docs/pages/contracts/infinity/resources/addresses.mdx
 * @see https://github.com/pancakeswap/infinity-periphery/blob/39976ac/script/config/bsc-mainnet.json
 */
const POSITION_MANAGER: Address = "0x55f4c8aba71a1e923edc303eb4feff14608cc226";

/**
 * Positions of Infinity's own manager, in pools without a hook: what a hook is called for is in the
 * pool's key, which nobody names in a request. Its commands are those of Uniswap V4's manager.
 *
 * @see https://github.com/pancakeswap/infinity-periphery/blob/39976ac/src/pool-cl/CLPositionManager.sol
 */
export const ranges = commandedRanges<InfinityPool>({
  manager: (slug, chainId) =>
    deployments.some((each) => each.slug === slug && chainId in each.chains)
      ? POSITION_MANAGER
      : null,
  hasHooks: false,
  keyType:
    "(address currency0, address currency1, address hooks, address poolManager, uint24 fee, bytes32 parameters)",
  keyOf: ({ feePips, tickSpacing, hooks }) => ({
    ...{ hooks, poolManager: CONTRACTS.manager, fee: feePips },
    parameters: numberToHex(BigInt(tickSpacing ?? 0) << TICK_SPACING_SHIFT, { size: 32 }),
  }),
  keyFee: ({ keyFee }) => keyFee,
});
