import {
  type Address,
  type Hex,
  hexToBigInt,
  keccak256,
  type PublicClient,
  parseTransaction,
} from "viem";
import { nodeErrorOf } from "../../src/lib/node-error.ts";
import { DeployError } from "./failure.ts";

/**
 * How the deterministic deployer comes to a chain: one transaction that is signed for every chain
 * by a key that nobody has, so that its contract has one address everywhere. Whoever pays for the
 * gas can send it.
 *
 * @see https://github.com/Arachnid/deterministic-deployment-proxy
 */
export const PRESIGNED: {
  readonly transaction: Hex;
  readonly signer: Address;
  /** Gas limit and gas price that are signed, wei. */
  readonly gas: bigint;
  readonly gasPrice: bigint;
} = {
  transaction:
    "0xf8a58085174876e800830186a08080b853604580600e600039806000f350fe7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf31ba02222222222222222222222222222222222222222222222222222222222222222a02222222222222222222222222222222222222222222222222222222222222222",
  signer: "0x3fab184622dc19b6109349b94811493bf2a45362",
  gas: 100_000n,
  gasPrice: 100_000_000_000n,
};

/** Hash of the presigned transaction. */
export const PRESIGNED_HASH: Hex = keccak256(PRESIGNED.transaction);

/** What the signer must hold for its transaction to be taken, wei. */
export const PRESIGNED_FUNDS = PRESIGNED.gas * PRESIGNED.gasPrice;

/**
 * Wei that the signer still lacks.
 *
 * @throws DeployError when the presigned transaction can no longer put the deployer there.
 */
export async function missingFunds(client: PublicClient): Promise<bigint> {
  const { signer: address } = PRESIGNED;
  const [nonce, balance, block] = await Promise.all([
    client.getTransactionCount({ address }),
    client.getBalance({ address }),
    client.getBlock(),
  ]);
  if (nonce > 0) {
    throw unavailable("its presigned transaction was used on this chain and put no code there");
  }
  if ((block.baseFeePerGas ?? 0n) > PRESIGNED.gasPrice) {
    throw unavailable(
      `its presigned transaction pays ${PRESIGNED.gasPrice} wei for a gas, and the base fee is ${block.baseFeePerGas} wei`,
    );
  }
  const gas = await creationGas(client);
  if (gas > PRESIGNED.gas) {
    throw unavailable(`its presigned transaction has ${PRESIGNED.gas} gas and needs ${gas} here`);
  }
  return balance >= PRESIGNED_FUNDS ? 0n : PRESIGNED_FUNDS - balance;
}

/** Gas of the presigned transaction; chains that charge for data in gas want more than others. */
async function creationGas(client: PublicClient): Promise<bigint> {
  const { data = "0x" } = parseTransaction(PRESIGNED.transaction);
  const call = { from: PRESIGNED.signer, data };
  return hexToBigInt(await client.request({ method: "eth_estimateGas", params: [call, "latest"] }));
}

/**
 * Gives the presigned transaction to the node.
 *
 * @returns Whether the node took it, or wants its signer to have funds first.
 * @throws DeployError when the node takes no transaction that is signed for every chain.
 */
export async function broadcastPresigned(client: PublicClient): Promise<"taken" | "unfunded"> {
  try {
    await client.sendRawTransaction({ serializedTransaction: PRESIGNED.transaction });
    return "taken";
  } catch (error) {
    const answer = nodeErrorOf(error)?.details;
    if (answer === undefined) throw error;
    if (/already known|known transaction|already imported|nonce/i.test(answer)) return "taken";
    if (/insufficient|upfront|balance/i.test(answer)) return "unfunded";
    throw unavailable(`the node refuses its presigned transaction: ${answer}`, error);
  }
}

function unavailable(reason: string, cause?: unknown): DeployError {
  return new DeployError(
    "DEPLOYER_UNAVAILABLE",
    `The deterministic deployer is missing and cannot be had: ${reason}. Try a node that takes transactions without a chain id (geth: --rpc.allow-unprotected-txs), or ask the chain's operators to deploy it.`,
    { cause },
  );
}
