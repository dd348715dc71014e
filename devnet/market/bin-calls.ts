import { encodeFunctionData, type Hex, numberToHex, parseAbi } from "viem";
import type { InfinityPoolKey } from "../../src/protocols/operation.ts";
import { actInfinity, NO_SALT } from "./managed-calls.ts";

const abi = parseAbi([
  "struct Key { address currency0; address currency1; address hooks; address poolManager; uint24 fee; bytes32 parameters; }",
  "struct Mint { bytes32[] liquidityConfigs; bytes32 amountIn; bytes32 salt; }",
  "struct Burn { uint256[] ids; uint256[] amountsToBurn; bytes32 salt; }",
  "function initialize(Key key, uint24 activeId)",
  "function mint(Key key, Mint params, bytes hookData)",
  "function burn(Key key, Burn params, bytes hookData)",
  "function swap(Key key, bool swapForY, int128 amountSpecified, bytes hookData)",
  "function donate(Key key, uint128 amount0, uint128 amount1, bytes hookData)",
]);

/** Data of calls about one pool of bins: the first is the manager's, others the market maker's. */
export interface BinCalls {
  initialize(activeId: number): Hex;
  /** @param configs As `lbConfig` makes them. */
  provide(amounts: { readonly x: bigint; readonly y: bigint }, configs: readonly Hex[]): Hex;
  withdraw(ids: readonly number[], shares: readonly bigint[]): Hex;
  /** @param amount Given where negative, to be paid where positive, as the manager counts. */
  swap(swapForY: boolean, amount: bigint): Hex;
  donate(x: bigint, y: bigint): Hex;
}

/** The calls for a pool of bins of PancakeSwap Infinity. */
export function binCalls(key: InfinityPoolKey): BinCalls {
  const act = (action: Hex) => actInfinity(key, [action]);
  return {
    initialize: (activeId) =>
      encodeFunctionData({ abi, functionName: "initialize", args: [key, activeId] }),
    provide: ({ x, y }, liquidityConfigs) => {
      const amountIn = numberToHex((y << 128n) | x, { size: 32 });
      const args = [key, { liquidityConfigs, amountIn, salt: NO_SALT }, "0x"] as const;
      return act(encodeFunctionData({ abi, functionName: "mint", args }));
    },
    withdraw: (ids, amountsToBurn) => {
      const args = [key, { ids: ids.map(BigInt), amountsToBurn, salt: NO_SALT }, "0x"] as const;
      return act(encodeFunctionData({ abi, functionName: "burn", args }));
    },
    swap: (swapForY, amount) => {
      const args = [key, swapForY, amount, "0x"] as const;
      return act(encodeFunctionData({ abi, functionName: "swap", args }));
    },
    donate: (x, y) =>
      act(encodeFunctionData({ abi, functionName: "donate", args: [key, x, y, "0x"] })),
  };
}
