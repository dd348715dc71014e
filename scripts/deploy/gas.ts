import { type Address, type Hex, hexToBigInt, type PublicClient, toHex } from "viem";
import { MAX_TRANSACTION_GAS } from "../../src/lib/chains.ts";
import { nodeErrorOf } from "../../src/lib/node-error.ts";
import { DeployError } from "./failure.ts";

/** What a transaction will use, and the limit to send it with. */
export interface GasNeed {
  readonly expected: bigint;
  readonly limit: bigint;
}

/** A call whose gas is asked for; `name` is what errors call it. */
export interface GasQuestion {
  readonly name: string;
  readonly from: Address | null;
  readonly to: Address;
  readonly data: Hex;
  readonly value: bigint;
}

/**
 * What the node expects a call to use.
 *
 * @throws DeployError when the call reverts, or needs more than a transaction may have.
 */
export async function estimateGas(client: PublicClient, question: GasQuestion): Promise<GasNeed> {
  const { name, from, to, data, value } = question;
  const call = { to, data, value: toHex(value), ...(from === null ? {} : { from }) };
  try {
    // On the newest block: some nodes would estimate after what an interrupted run left pending.
    const answer = await client.request({ method: "eth_estimateGas", params: [call, "latest"] });
    return gasNeed(client, { name, expected: hexToBigInt(answer) });
  } catch (error) {
    const answer = nodeErrorOf(error)?.details;
    if (answer === undefined) throw error;
    if (/exceeds|out of gas|gas limit|too high/i.test(answer)) throw tooMuch(name, answer);
    throw new DeployError(
      "TRANSACTION_FAILED",
      `The transaction for ${name} would fail: ${answer}; see whether the chain runs contracts of the EVM version that contracts/build.ts names.`,
      { cause: error },
    );
  }
}

/**
 * The limit for `expected` gas: a fifth more, as some chains charge their data fee in gas.
 *
 * @throws DeployError when it is more than a transaction of the chain may have.
 */
export async function gasNeed(
  client: PublicClient,
  { name, expected }: { readonly name: string; readonly expected: bigint },
): Promise<GasNeed> {
  const { gasLimit } = await client.getBlock();
  const most = gasLimit < MAX_TRANSACTION_GAS ? gasLimit : MAX_TRANSACTION_GAS;
  if (expected > most) throw tooMuch(name, `${expected} is more than ${most}`);
  const ample = (expected * 6n) / 5n;
  return { expected, limit: ample < most ? ample : most };
}

function tooMuch(name: string, answer: string): DeployError {
  return new DeployError(
    "GAS_LIMIT",
    `${name} needs more gas than a transaction of this chain may have: ${answer}. Where gas pays for data, wait until that is cheaper; else the contract has to be smaller.`,
  );
}

/** PUSH0 PUSH0 TSTORE, PUSH0 TLOAD POP, PUSH0 PUSH0 PUSH0 MCOPY, STOP. */
const CANCUN_CODE: Hex = "0x5f5f5d5f5c505f5f5f5e00";

/**
 * Makes sure that the chain runs what the contracts are compiled to: transient storage and MCOPY.
 *
 * @throws DeployError where it does not: the contracts could be deployed and would never work.
 * @see https://eips.ethereum.org/EIPS/eip-7569
 */
export async function requireCancun(client: PublicClient): Promise<void> {
  try {
    await client.call({ data: CANCUN_CODE });
  } catch (error) {
    const answer = nodeErrorOf(error)?.details;
    if (answer === undefined) throw error;
    throw new DeployError(
      "CHAIN_TOO_OLD",
      `The chain does not run TSTORE, TLOAD and MCOPY (EVM version Cancun): ${answer}; deploy once it does.`,
      { cause: error },
    );
  }
}
