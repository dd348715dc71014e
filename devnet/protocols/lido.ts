import { type Address, encodeFunctionData, hexToBigInt, parseAbi, toFunctionSelector } from "viem";
import type { Builder } from "../builder.ts";
import { deployAt } from "../deploy-at.ts";
import { asHex } from "../rpc.ts";
import { pickArtifact } from "../solidity/artifact.ts";
import { tokenBySymbol } from "../token-list.ts";
import type { DevnetProtocol } from "./protocol.ts";

// https://github.com/lidofinance/core/blob/372b02e197/deployed-mainnet.json
export const STETH: Address = "0xae7ab96520DE3A18E5e111B5EaAb095312D7fE84";
export const WSTETH: Address = "0x7f39C581F595B53c5cb19bD0b3f8dA6c935E2Ca0";

const ETHER = 10n ** 18n;
const DAY_SECONDS = 86_400n;
const CALL_GAS = 400_000n;

/** What the operator can do with the devnet's Lido beyond the calls of anyone. */
export const lidoAbi = parseAbi([
  "function mint(address to, uint256 value)",
  "function submit(address referral) payable returns (uint256)",
  "function approve(address spender, uint256 amount) returns (bool)",
  "function wrap(uint256 stETHAmount) returns (uint256)",
  "function pauseStaking()",
  "function resumeStaking()",
  "function stop()",
  "function resume()",
  "function setStakingLimit(uint256 maxStakeLimit, uint256 increasePerBlock)",
  "function removeStakingLimit()",
  "function report(int256 rewards, uint256 timeElapsed, uint256 mintedShares, uint256 burntShares)",
  "function mintExternalShares(address recipient, uint256 amountOfShares)",
  "function burnExternalShares(uint256 amountOfShares)",
  "function rebalanceExternalEtherToInternal(uint256 amountOfShares) payable",
  "function getPooledEthBySharesRoundUp(uint256 sharesAmount) view returns (uint256)",
]);

/**
 * Lido: own contracts with the original's ABI and maths. A share starts at the price that the token
 * list gives wstETH.
 */
export const lido: DevnetProtocol = {
  slug: "lido",
  compilations: ["lido"],
  async deploy({ builder, compiled, tokens }) {
    await deployAt(builder, [
      { address: STETH, artifact: pickArtifact(compiled.lido, "StEth"), args: [ETHER] },
      { address: WSTETH, artifact: pickArtifact(compiled.lido, "WstEth"), args: [STETH] },
    ]);
    const price = (symbol: string) => tokenBySymbol(tokens, symbol).priceUsd;
    const growthPpm = BigInt(Math.round((price("wstETH") / price("WETH") - 1) * 1e6));
    const rewards = (growthPpm * ETHER) / 1_000_000n;
    call(
      builder,
      "resumeStaking",
      encodeFunctionData({ abi: lidoAbi, functionName: "resumeStaking" }),
    );
    const args = [rewards, DAY_SECONDS, 0n, 0n] as const;
    call(builder, "report", encodeFunctionData({ abi: lidoAbi, functionName: "report", args }));
    await builder.flush();
  },
  /**
   * Stakes of the operator, a report of 2.9 % a year, and a limit of mainnet's size, which comes
   * back in about a day.
   */
  async seed({ builder }) {
    const stake = [builder.operator, 50_000n * ETHER] as const;
    call(builder, "mint", encodeFunctionData({ abi: lidoAbi, functionName: "mint", args: stake }));
    const approval = [WSTETH, 20_000n * ETHER] as const;
    call(
      builder,
      "approve",
      encodeFunctionData({ abi: lidoAbi, functionName: "approve", args: approval }),
    );
    builder.queue({
      to: WSTETH,
      data: encodeFunctionData({ abi: lidoAbi, functionName: "wrap", args: [20_000n * ETHER] }),
      gas: CALL_GAS,
      label: "Lido wrap",
    });
    const rewards = ((await totalEther(builder)) * 8n) / 100_000n;
    const report = [rewards, DAY_SECONDS, 0n, 0n] as const;
    call(
      builder,
      "report",
      encodeFunctionData({ abi: lidoAbi, functionName: "report", args: report }),
    );
    const limit = [150_000n * ETHER, (150_000n * ETHER) / 6_400n] as const;
    call(
      builder,
      "setStakingLimit",
      encodeFunctionData({ abi: lidoAbi, functionName: "setStakingLimit", args: limit }),
    );
    await builder.flush();
  },
};

function call(builder: Builder, name: string, data: `0x${string}`): void {
  builder.queue({ to: STETH, data, gas: CALL_GAS, label: `Lido ${name}` });
}

async function totalEther({ rpc }: Builder): Promise<bigint> {
  const data = toFunctionSelector("getTotalPooledEther()");
  return hexToBigInt(asHex(await rpc.request("eth_call", [{ to: STETH, data }, "latest"])));
}
