import type { Address, Hex } from "viem";
import { InfinityCLPoolManager } from "../../../abis/InfinityCLPoolManager.ts";
import { managedSeed, managersOn } from "../uniswap-v4/managed-seed.ts";
import { isKnownByEvents, tickSpacingOf } from "./admission.ts";
import { deployments } from "./contracts.ts";

const [initialize] = InfinityCLPoolManager;

/** The state of the pools of a manager, which tells of each in a log. */
export const pancakeswapInfinitySeed = managedSeed({
  source: "InfinityCLPoolManager",
  poolTable: "pancakeswapInfinityPool",
  tickTable: "pancakeswapInfinityTick",
  initialize,
  // Behind owner, pause, accrued fees and fee controller:
  // https://github.com/pancakeswap/infinity-core/blob/7c04695f/src/pool-cl/CLPoolManager.sol#L39
  mappingSlot: 4n,
  managers: (chainId) => managersOn(deployments, chainId),
  keyColumns: ["tickSpacing", "hooks", "keyFee", "parameters"],
  keyOf(args) {
    const { fee, hooks, parameters } = args as {
      readonly fee: number;
      readonly hooks: Address;
      readonly parameters: Hex;
    };
    if (!isKnownByEvents({ parameters })) return null;
    return { tickSpacing: tickSpacingOf(parameters), hooks, keyFee: fee, parameters };
  },
});
