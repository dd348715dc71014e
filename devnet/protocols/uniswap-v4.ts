import { type Address, encodeFunctionData, parseAbi } from "viem";
import { deployAt } from "../deploy-at.ts";
import type { DevnetToken, ManagedPool } from "../manifest.ts";
import { type Manager, managedPools, seedManagedPools } from "../market/managed-pools.ts";
import { npmArtifact } from "../solidity/artifact.ts";
import { PERMIT2 } from "./permit2.ts";
import type { DevnetProtocol } from "./protocol.ts";

// https://github.com/Uniswap/docs/blob/8c5d09e23f/docs/contracts/v4/deployments.mdx
export const UNISWAP_V4_MANAGER: Address = "0x000000000004444c5dc75cB358380D2e3dE08A90";
export const UNISWAP_V4_STATE_VIEW: Address = "0x7fFE42C4a5DEeA5b0feC41C94C136Cf115597227";
const QUOTER: Address = "0x52F0E24D1c21C8A0cB1e5a5dD6198556BD9E1203";
const POSITION_MANAGER: Address = "0xbD216513d74C8cf14cf4747E6AaA6420FF64ee9e";
/** What a subscriber of positions may use at its end: https://unpkg.com/@uniswap/v4-periphery@1.0.3/script/DeployPosm.s.sol */
const UNSUBSCRIBE_GAS = 300_000n;

const managerAbi = parseAbi(["function setProtocolFeeController(address controller)"]);

const ARTIFACTS = "@uniswap/v4-periphery/foundry-out";

/**
 * Uniswap V4: the manager and its lenses with the published bytecode. The operator owns the manager
 * and sets protocol fees.
 */
export const uniswapV4: DevnetProtocol = {
  slug: "uniswap-v4",
  async deploy({ builder }) {
    const { wrappedNative } = builder.spec;
    const positions = npmArtifact(`${ARTIFACTS}/PositionManager.sol/PositionManager.json`);
    const manager = npmArtifact(`${ARTIFACTS}/PoolManager.sol/PoolManager.default.json`);
    const view = npmArtifact(`${ARTIFACTS}/StateView.sol/StateView.json`);
    const quoter = npmArtifact(`${ARTIFACTS}/V4Quoter.sol/V4Quoter.json`);
    await deployAt(builder, [
      { address: UNISWAP_V4_MANAGER, artifact: manager, args: [builder.operator] },
      { address: UNISWAP_V4_STATE_VIEW, artifact: view, args: [UNISWAP_V4_MANAGER] },
      { address: QUOTER, artifact: quoter, args: [UNISWAP_V4_MANAGER] },
      {
        ...{ address: POSITION_MANAGER, artifact: positions },
        // The fourth describes positions for wallets; nothing here asks for it.
        args: [
          ...[UNISWAP_V4_MANAGER, PERMIT2, UNSUBSCRIBE_GAS, UNISWAP_V4_MANAGER],
          wrappedNative.address,
        ],
      },
    ]);
    builder.queue({
      to: UNISWAP_V4_MANAGER,
      gas: 100_000n,
      label: "setProtocolFeeController",
      data: encodeFunctionData({ abi: managerAbi, args: [builder.operator] }),
    });
    await builder.flush();
  },
};

const MANAGER: Manager = {
  family: "uniswap-v4",
  manager: UNISWAP_V4_MANAGER,
  view: UNISWAP_V4_STATE_VIEW,
  seed: "weir devnet managed pools",
  pools: {
    pegged: "USDC/USDT:100 ETH/wstETH:100 DAI/USDC:100",
    volatile: `ETH/USDC:500 ETH/USDC:3000 ETH/USDT:500 ETH/WBTC:3000 WBTC/USDC:3000 ETH/LINK:3000 ETH/UNI:3000
      ETH/AAVE:3000 ETH/PEPE:10000`,
  },
};

/** Uniswap V4 with the pools of the devnet's market. */
export const uniswapV4Market: DevnetProtocol = {
  ...uniswapV4,
  seed: ({ builder, tokens }) => seedManagedPools(builder, tokens, MANAGER),
};

/** Those pools. */
export function uniswapV4Pools(tokens: readonly DevnetToken[]): readonly ManagedPool[] {
  return managedPools(tokens, MANAGER);
}
