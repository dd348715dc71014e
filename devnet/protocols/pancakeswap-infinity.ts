import { type Address, encodeFunctionData, parseAbi } from "viem";
import { deployAt } from "../deploy-at.ts";
import type { DevnetToken, ManagedPool } from "../manifest.ts";
import { type Manager, managedPools, seedManagedPools } from "../market/managed-pools.ts";
import { pickArtifact } from "../solidity/artifact.ts";
import type { DevnetProtocol } from "./protocol.ts";

// https://github.com/pancakeswap/infinity-core/blob/7c04695f/script/config/base-mainnet.json
export const INFINITY_VAULT: Address = "0x238a358808379702088667322f80aC48bAd5e6c4";
export const INFINITY_MANAGER: Address = "0xa0FfB9c1CE1Fe56963B0321B32E7A0302114058b";
export const INFINITY_FEE_CONTROLLER: Address = "0x15F6180033aEa66377d2A1778e418591C00dEb4c";
export const INFINITY_BIN_MANAGER: Address = "0xC697d2898e0D09264376196696c51D7aBbbAA4a9";
export const INFINITY_BIN_FEE_CONTROLLER: Address = "0xDBA4cFFF63d94F95A6e5DE9Cc49F0A13Af25214d";

// https://github.com/pancakeswap/pancake-developer/blob/e4778927f6/docs/pages/contracts/infinity/resources/addresses.mdx
const INFINITY_POSITIONS: Address = "0x55f4c8abA71A1e923edC303eb4fEfF14608cC226";

const abi = parseAbi([
  "function registerApp(address app)",
  "function setProtocolFeeController(address controller)",
]);
const GAS = 100_000n;

/**
 * PancakeSwap Infinity on Base with own contracts, as no package has its bytecode: the vault, the
 * managers of concentrated liquidity and of bins, the NFTs of the former, and what says the
 * protocol's fee of a new pool.
 */
export const pancakeswapInfinity: DevnetProtocol = {
  slug: "pancakeswap-infinity",
  compilations: ["pancakeswapInfinity"],
  async deploy({ builder, compiled }) {
    const pick = (name: string) => pickArtifact(compiled.pancakeswapInfinity, name);
    const args = [INFINITY_VAULT, builder.operator] as const;
    await deployAt(builder, [
      { address: INFINITY_VAULT, artifact: pick("Vault"), args: [builder.operator] },
      { address: INFINITY_MANAGER, artifact: pick("CLPoolManager"), args },
      {
        address: INFINITY_POSITIONS,
        artifact: pick("CLPositionManager"),
        args: [INFINITY_VAULT, INFINITY_MANAGER],
      },
      { address: INFINITY_FEE_CONTROLLER, artifact: pick("ProtocolFeeController") },
      { address: INFINITY_BIN_MANAGER, artifact: pick("BinPoolManager"), args },
      { address: INFINITY_BIN_FEE_CONTROLLER, artifact: pick("ProtocolFeeController") },
    ]);
    for (const [manager, controller] of [
      [INFINITY_MANAGER, INFINITY_FEE_CONTROLLER],
      [INFINITY_BIN_MANAGER, INFINITY_BIN_FEE_CONTROLLER],
    ] as const) {
      builder.queue({
        ...{ to: INFINITY_VAULT, gas: GAS, label: "registerApp" },
        data: encodeFunctionData({ abi, functionName: "registerApp", args: [manager] }),
      });
      builder.queue({
        ...{ to: manager, gas: GAS, label: "setProtocolFeeController" },
        data: encodeFunctionData({
          ...{ abi, functionName: "setProtocolFeeController", args: [controller] },
        }),
      });
    }
    await builder.flush();
  },
};

const MANAGER: Manager = {
  family: "pancakeswap-infinity",
  manager: INFINITY_MANAGER,
  view: INFINITY_MANAGER,
  seed: "weir devnet infinity pools",
  pools: {
    pegged: "USDC/USDbC:100 ETH/cbETH:100",
    volatile: "ETH/USDC:500 ETH/USDC:3000 ETH/cbBTC:3000 USDC/AERO:10000",
  },
};

/** PancakeSwap Infinity with the pools of the devnet's market. */
export const pancakeswapInfinityMarket: DevnetProtocol = {
  ...pancakeswapInfinity,
  seed: ({ builder, tokens }) => seedManagedPools(builder, tokens, MANAGER),
};

/** Those pools. */
export function pancakeswapInfinityPools(tokens: readonly DevnetToken[]): readonly ManagedPool[] {
  return managedPools(tokens, MANAGER);
}
