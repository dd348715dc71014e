import type { Address } from "viem";
import { UniswapV4Manager } from "../../../abis/UniswapV4Manager.ts";
import { isKnownByEvents } from "./admission.ts";
import { deployments } from "./contracts.ts";
import { managedSeed, managersOn } from "./managed-seed.ts";

const [initialize] = UniswapV4Manager;

/** The state of the pools of a manager, which tells of each in a log. */
export const uniswapV4Seed = managedSeed({
  ...{ source: "UniswapV4Manager", poolTable: "uniswapV4Pool", tickTable: "uniswapV4Tick" },
  initialize,
  // https://unpkg.com/@uniswap/v4-core@1.0.2/src/libraries/StateLibrary.sol
  mappingSlot: 6n,
  managers: (chainId) => managersOn(deployments, chainId),
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
