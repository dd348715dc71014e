import { type Address, encodeFunctionData, parseAbi } from "viem";
import type { Builder } from "../builder.ts";
import { deployAt } from "../deploy-at.ts";
import { pickArtifact } from "../solidity/artifact.ts";
import { generatedAddress } from "../token-list.ts";
import type { DevnetProtocol } from "./protocol.ts";

// https://github.com/infrared-dao/contracts/blob/7a823508232dd8dfbf2f311970bf4ed9426fb31d/DEPLOYMENTS.md
export const INFRARED = {
  iBera: "0x9b6761bf2397Bb5a6624a856cC84A3A14Dcd3fe5",
  receivor: "0xf6a4A6aCECd5311327AE3866624486b6179fEF97",
} as const satisfies Record<string, Address>;

/** What anyone calls of the devnet's contract. */
const abi = parseAbi([
  "function mint(address to, uint256 value)",
  "function report(uint256 deposits, uint16 feeDivisor)",
]);

const ETHER = 10n ** 18n;
const GAS = 200_000n;
const SUPPLY = 2_000_000n * ETHER;
/** BERA of an iBERA, millionths. */
const RATE = 1_012_000n;
const MILLION = 1_000_000n;
/** Shareholders get a fourth of what proposers earn. */
const FEE_DIVISOR = 4;

/** Infrared's BERA by our own minimal contracts with the originals' arithmetic. */
export const infrared: DevnetProtocol = {
  slug: "infrared",
  compilations: ["stakingTokens"],
  async deploy({ builder, compiled }) {
    const { iBera, receivor } = INFRARED;
    const artifact = (name: string) => pickArtifact(compiled.stakingTokens, name);
    await deployAt(builder, [
      { address: iBera, artifact: artifact("InfraredBERA"), args: [receivor] },
      { address: receivor, artifact: artifact("InfraredBERAFeeReceivor"), args: [iBera] },
    ]);
    const args = [generatedAddress("infrared holder"), SUPPLY] as const;
    const data = encodeFunctionData({ abi, functionName: "mint", args });
    builder.queue({ to: iBera, data, gas: GAS, label: "iBERA of before" });
    reportInfrared(builder, (SUPPLY * RATE) / MILLION, FEE_DIVISOR);
    earnInfrared(builder, 3n * ETHER);
    await builder.flush();
  },
};

/** What is deposited, and which part of what proposers earn shareholders get: one in so many. */
export function reportInfrared(builder: Builder, deposits: bigint, feeDivisor: number): void {
  const args = [deposits, feeDivisor] as const;
  const data = encodeFunctionData({ abi, functionName: "report", args });
  builder.queue({ to: INFRARED.iBera, data, gas: GAS, label: "report of iBERA" });
}

/** What proposers earn waits at the receivor for the next deposit. */
export function earnInfrared(builder: Builder, value: bigint): void {
  builder.queue({ to: INFRARED.receivor, data: "0x", value, gas: GAS, label: "earnings" });
}
