import { type Address, numberToHex } from "viem";
import { currencyOf, ZERO_ADDRESS } from "../../lib/address.ts";
import { commandedRanges } from "../uniswap-v4/commanded-ranges.ts";
import { CONTRACTS, deployments } from "./contracts.ts";
import type { InfinityPool } from "./pool.ts";

/**
 * The position manager, the same on all chains; the indexer does not read it.
 *
 * @see https://github.com/pancakeswap/pancake-developer/blob/e4778927f6/docs/pages/contracts/infinity/resources/addresses.mdx
 * @see https://github.com/pancakeswap/infinity-periphery/blob/39976ac/script/config/bsc-mainnet.json
 */
const POSITION_MANAGER: Address = "0x55f4c8aba71a1e923edc303eb4feff14608cc226";
/** The tick spacing's place in a key's parameters. */
const SPACING_SHIFT = 16n;

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
  isPool: ({ token0, token1, keyFee, tickSpacing, hooks }, pool) =>
    token0 === pool.tokens[0] &&
    token1 === pool.tokens[1] &&
    keyFee === pool.feePips &&
    tickSpacing === pool.tickSpacing &&
    hooks === ZERO_ADDRESS,
  keyType:
    "(address currency0, address currency1, address hooks, address poolManager, uint24 fee, bytes32 parameters)",
  keyOf: ({ tokens, feePips, tickSpacing }) => ({
    ...{ currency0: currencyOf(tokens[0]), currency1: currencyOf(tokens[1]) },
    ...{ hooks: ZERO_ADDRESS, poolManager: CONTRACTS.manager, fee: feePips },
    parameters: numberToHex(BigInt(tickSpacing ?? 0) << SPACING_SHIFT, { size: 32 }),
  }),
});
