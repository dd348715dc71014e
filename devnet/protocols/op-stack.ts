import { readFileSync } from "node:fs";
import { type Address, concatHex, type Hex, numberToHex, toFunctionSelector } from "viem";
import { z } from "zod";
import { mineBlock } from "../builder.ts";
import { deployAt } from "../deploy-at.ts";
import type { Rpc } from "../rpc.ts";
import { artifactSchema } from "../solidity/artifact.ts";
import type { DevnetProtocol } from "./protocol.ts";

// https://github.com/ethereum-optimism/specs/blob/main/specs/protocol/predeploys.md
const GAS_PRICE_ORACLE: Address = "0x420000000000000000000000000000000000000F";
export const L1_BLOCK: Address = "0x4200000000000000000000000000000000000015";
/** The one account that may tell them anything. */
// https://github.com/ethereum-optimism/specs/blob/main/specs/protocol/deposits.md
const DEPOSITOR: Address = "0xDeaDDEaDDeAdDeAdDEAdDEaddeAddEAdDEAd0001";

/** What a chain of the OP stack knows of the chain that it settles on. */
export interface L1Prices {
  readonly baseFeeScalar: bigint;
  readonly blobBaseFeeScalar: bigint;
  /** Wei. */
  readonly baseFee: bigint;
  readonly blobBaseFee: bigint;
}

/** What the operator of a chain charges, as it is set. */
export interface OperatorFee {
  readonly scalar: bigint;
  /** Wei. */
  readonly constant: bigint;
}

/** About those of Base in a quiet hour. */
// https://docs.base.org/base-chain/network-information/network-fees
const PRICES: L1Prices = {
  ...{ baseFeeScalar: 2_269n, blobBaseFeeScalar: 1_055_762n },
  ...{ baseFee: 1_000_000_000n, blobBaseFee: 10_000_000n },
};

/**
 * Creation code as npm's `@eth-optimism/contracts-bedrock@0.17.3` publishes it, 20 KB of the 126 MB
 * that the package would add to every installation. `test/devnet/published.nightly.test.ts`
 * compares them.
 */
export const PUBLISHED = new URL("../data/op-stack.json", import.meta.url);

const publishedSchema = z.object({ L1Block: artifactSchema, GasPriceOracle: artifactSchema });

/** The predeploys that say what data costs, with their published bytecode, since Fjord. */
export const opStack: DevnetProtocol = {
  slug: "op-stack",
  async deploy({ builder }) {
    const published = publishedSchema.parse(JSON.parse(readFileSync(PUBLISHED, "utf8")));
    await deployAt(builder, [
      { address: L1_BLOCK, artifact: published.L1Block },
      { address: GAS_PRICE_ORACLE, artifact: published.GasPriceOracle, gas: 2_000_000n },
    ]);
    const { rpc, spec } = builder;
    for (const upgrade of ["setEcotone()", "setFjord()"]) {
      await tell(rpc, GAS_PRICE_ORACLE, toFunctionSelector(upgrade));
    }
    await tell(rpc, L1_BLOCK, pricesCall(PRICES));
    await mineBlock(rpc, spec.baseFeePerGas);
  },
};

/** Queues a transaction, as the chain's own, that tells other prices of data. */
export async function tellPrices(rpc: Rpc, prices: L1Prices): Promise<void> {
  await tell(rpc, L1_BLOCK, pricesCall(prices));
}

/**
 * Queues a transaction, as the chain's own, by which an oracle whose code knows an upgrade follows
 * it.
 */
export async function activate(rpc: Rpc, upgrade: "setIsthmus()" | "setJovian()"): Promise<void> {
  await tell(rpc, GAS_PRICE_ORACLE, toFunctionSelector(upgrade));
}

/** As `tellPrices`, to predeploys since Isthmus, with what the operator charges. */
export async function tellOperatorFee(
  rpc: Rpc,
  prices: L1Prices,
  { scalar, constant }: OperatorFee,
): Promise<void> {
  const call = pricesCall(prices, "setL1BlockValuesIsthmus()");
  const fee = [numberToHex(scalar, { size: 4 }), numberToHex(constant, { size: 8 })];
  await tell(rpc, L1_BLOCK, concatHex([call, ...fee]));
}

async function tell(rpc: Rpc, to: Address, data: Hex): Promise<void> {
  await rpc.request("anvil_setBalance", [DEPOSITOR, numberToHex(10n ** 18n)]);
  await rpc.request("anvil_impersonateAccount", [DEPOSITOR]);
  await rpc.request("eth_sendTransaction", [
    { from: DEPOSITOR, to, data, gas: numberToHex(200_000n) },
  ]);
  await rpc.request("anvil_stopImpersonatingAccount", [DEPOSITOR]);
}

/** Packed, not in words. @see https://github.com/ethereum-optimism/specs/blob/main/specs/protocol/ecotone/l1-attributes.md */
function pricesCall(
  { baseFeeScalar, blobBaseFeeScalar, baseFee, blobBaseFee }: L1Prices,
  signature = "setL1BlockValuesEcotone()",
): Hex {
  const zeros = numberToHex(0n, { size: 8 });
  return concatHex([
    toFunctionSelector(signature),
    ...[numberToHex(baseFeeScalar, { size: 4 }), numberToHex(blobBaseFeeScalar, { size: 4 })],
    // Sequence number, timestamp and number of the block, which nothing here asks for.
    ...[zeros, zeros, zeros],
    ...[numberToHex(baseFee, { size: 32 }), numberToHex(blobBaseFee, { size: 32 })],
    ...[numberToHex(0n, { size: 32 }), numberToHex(0n, { size: 32 })],
  ]);
}
