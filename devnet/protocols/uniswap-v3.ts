import { type Address, encodeFunctionData, parseAbi } from "viem";
import { deployAt } from "../deploy-at.ts";
import { npmArtifact } from "../solidity/artifact.ts";
import type { DevnetProtocol } from "./protocol.ts";

// https://github.com/Uniswap/docs/blob/8c5d09e23f/docs/contracts/v3/reference/deployments/Ethereum-Deployments.md
export const UNISWAP_V3_FACTORY: Address = "0x1F98431c8aD98523631AE4a59f267346ea31F984";
const SWAP_ROUTER: Address = "0xE592427A0AEce92De3Edee1F18E0157C05861564";
const POSITION_MANAGER: Address = "0xC36442b4a4522E871399CD717aBDD847Ab11FE88";
const QUOTER_V2: Address = "0x61fFE014bA17989E743c5F6cB21bF9697530B21e";
const TICK_LENS: Address = "0xbfd8137f7d1516D3ea5cA83523914859ec47F573";
// https://github.com/0xProject/0x-settler/blob/f6b73031e5/src/core/univ3forks/KodiakV3.sol
export const KODIAK_V3_FACTORY: Address = "0xD84CBf0B02636E7f53dB9E5e45A616E05d710990";

const factoryAbi = parseAbi(["function enableFeeAmount(uint24 fee, int24 tickSpacing)"]);

const CORE = "@uniswap/v3-core/artifacts/contracts";
const PERIPHERY = "@uniswap/v3-periphery/artifacts/contracts";

/**
 * Uniswap V3: core and periphery with the published bytecode, so that pools get their mainnet
 * addresses.
 */
export const uniswapV3: DevnetProtocol = {
  slug: "uniswap-v3",
  async deploy({ builder }) {
    const factory = npmArtifact(`${CORE}/UniswapV3Factory.sol/UniswapV3Factory.json`);
    const router = npmArtifact(`${PERIPHERY}/SwapRouter.sol/SwapRouter.json`);
    const positions = npmArtifact(
      `${PERIPHERY}/NonfungiblePositionManager.sol/NonfungiblePositionManager.json`,
    );
    const quoter = npmArtifact(`${PERIPHERY}/lens/QuoterV2.sol/QuoterV2.json`);
    const lens = npmArtifact(`${PERIPHERY}/lens/TickLens.sol/TickLens.json`);
    const args = [UNISWAP_V3_FACTORY, builder.spec.wrappedNative.address];
    await deployAt(builder, [
      { address: UNISWAP_V3_FACTORY, artifact: factory },
      { address: SWAP_ROUTER, artifact: router, args },
      // The third argument describes tokens for wallets; nothing here asks for it.
      { address: POSITION_MANAGER, artifact: positions, args: [...args, UNISWAP_V3_FACTORY] },
      { address: QUOTER_V2, artifact: quoter, args },
      { address: TICK_LENS, artifact: lens },
    ]);
    // Governance added this tier on mainnet after the deployment.
    builder.queue({
      to: UNISWAP_V3_FACTORY,
      gas: 100_000n,
      label: "enableFeeAmount",
      data: encodeFunctionData({
        abi: factoryAbi,
        functionName: "enableFeeAmount",
        args: [100, 1],
      }),
    });
    await builder.flush();
  },
};

/**
 * Kodiak V3 on Berachain: its factory address with Uniswap's bytecode; pool addresses differ from
 * the real ones.
 */
export const kodiakV3: DevnetProtocol = {
  slug: "kodiak-v3",
  async deploy({ builder }) {
    const factory = npmArtifact(`${CORE}/UniswapV3Factory.sol/UniswapV3Factory.json`);
    await deployAt(builder, [{ address: KODIAK_V3_FACTORY, artifact: factory }]);
  },
};
