import type { Address } from "viem";
import { UniswapV4Manager } from "../../../abis/UniswapV4Manager.ts";
import { ZERO_ADDRESS } from "../../lib/address.ts";
import { managedKey } from "../../seed/lens-pairs.ts";
import { isKnownByEvents } from "./admission.ts";
import { deployments } from "./contracts.ts";
import { managedSeed, managersOn } from "./managed-seed.ts";

const [initialize] = UniswapV4Manager;
/**
 * Fees and spacings of Uniswap V3, which most pools have; a key may have any others.
 *
 * @see https://docs.uniswap.org/contracts/v4/concepts/fees
 */
const STANDARD = [
  [100, 1],
  [500, 10],
  [3_000, 60],
  [10_000, 200],
] as const;

/** The state of the pools of a manager, which tells of each in a log. */
export const uniswapV4Seed = managedSeed({
  ...{ source: "UniswapV4Manager", poolTable: "uniswapV4Pool", tickTable: "uniswapV4Tick" },
  initialize,
  // https://unpkg.com/@uniswap/v4-core@1.0.2/src/libraries/StateLibrary.sol
  mappingSlot: 6n,
  managers: (chainId) => managersOn(deployments, chainId),
  kinds: STANDARD.map(([fee, tickSpacing]) => ({
    ...{ key: managedKey(fee, tickSpacing), facts: { tickSpacing, hooks: ZERO_ADDRESS } },
  })),
  keyColumns: ["tickSpacing", "hooks"],
  keyOf(args) {
    const { fee, tickSpacing, hooks } = args as {
      readonly fee: number;
      readonly tickSpacing: number;
      readonly hooks: Address;
    };
    return isKnownByEvents({ fee, hooks }) ? { tickSpacing, hooks } : null;
  },
});
