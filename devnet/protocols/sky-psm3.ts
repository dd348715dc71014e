import { type Address, encodeFunctionData, parseAbi } from "viem";
import { deployAt } from "../deploy-at.ts";
import { pickArtifact } from "../solidity/artifact.ts";
import { generatedAddress, tokenBySymbol } from "../token-list.ts";
import type { DevnetProtocol } from "./protocol.ts";

// https://github.com/sparkdotfi/spark-address-registry/blob/06e388946eb40ebf524bcc9c7edf3c73b3e435ef/src/Base.sol
export const PSM3: Address = "0x1601843c5E9bC251A3272907010AFa41Fa18347E";
export const SSR_ORACLE: Address = "0x65d946e533748A998B1f0E430803e39A6388f7a1";
/** Which of Spark's accounts holds the USDC changes; this one is the devnet's own. */
export const PSM3_POCKET = generatedAddress("pocket of PSM3");

/** By the second, 27 decimals: 4.5 % a year. */
const SAVINGS_RATE = 1_000_000_001_395_766_281_313_196_627n;
const INDEX = 1_082_345_678_901_234_567_890_123_456n;
/** What the module holds of each token, in units of the token. */
const HELD = { USDC: 5_000_000n, USDS: 8_000_000n, sUSDS: 30_000_000n };
const GAS = 200_000n;

/** What anyone can do with the devnet's module. */
export const psm3Abi = parseAbi([
  "function setPocket(address next)",
  "function swapExactIn(address assetIn, address assetOut, uint256 amountIn, uint256 minAmountOut, address receiver, uint256 referralCode) returns (uint256)",
]);
export const ssrOracleAbi = parseAbi([
  "function setSUSDSData((uint96 ssr, uint120 chi, uint40 rho) next)",
]);
const tokenAbi = parseAbi(["function mint(address to, uint256 value)"]);

/** Spark's PSM3 on Base: our own minimal contracts, as no package has the originals. */
export const skyPsm3: DevnetProtocol = {
  slug: "sky-psm3",
  compilations: ["sky"],
  async deploy({ builder, compiled, tokens }) {
    const artifact = (name: string) => pickArtifact(compiled.sky, name);
    const addressOf = (symbol: string) => tokenBySymbol(tokens, symbol).address;
    const [usdc, usds, susds] = Object.keys(HELD).map(addressOf);
    await deployAt(builder, [
      { address: SSR_ORACLE, artifact: artifact("SsrOracle"), args: [SAVINGS_RATE, INDEX] },
      { address: PSM3, artifact: artifact("Psm3"), args: [usdc, usds, susds, SSR_ORACLE] },
      { address: PSM3_POCKET, artifact: artifact("Psm3Pocket"), args: [usdc, PSM3] },
    ]);
    for (const [symbol, amount] of Object.entries(HELD)) {
      const { address: to, decimals } = tokenBySymbol(tokens, symbol);
      const args = [PSM3, amount * 10n ** BigInt(decimals)] as const;
      const data = encodeFunctionData({ abi: tokenAbi, args });
      builder.queue({ to, data, gas: GAS, label: `${symbol} of PSM3` });
    }
    await builder.flush();
  },
};
