import { setTimeout as sleep } from "node:timers/promises";
import { type Address, getContractAddress, type Hex, hexToBigInt, keccak256, toHex } from "viem";
import { z } from "zod";
import { startAnvil } from "../../devnet/anvil.ts";
import { asHex, type Rpc } from "../../devnet/rpc.ts";
import type { Deployment } from "../../src/api/program/contracts.ts";
import { lower } from "../../src/lib/address.ts";
import { PRESIGNED, PRESIGNED_FUNDS } from "./deterministic-deployer.ts";

/** Code that has to be at an address. */
export interface ExpectedCode {
  readonly address: Address;
  /** Runtime code, immutables included. */
  readonly code: Hex;
  readonly codeHash: Hex;
}

/** One deployment, and what it leaves on a chain. */
export interface Rehearsed {
  readonly deployment: Deployment;
  /** The contract itself, then those that its constructor creates. */
  readonly contracts: readonly [ExpectedCode, ...ExpectedCode[]];
  readonly gasUsed: bigint;
}

/** What deploying leaves behind. */
export interface Rehearsal {
  readonly deployer: ExpectedCode;
  readonly steps: readonly Rehearsed[];
}

/** The gas of any of them; what needs more is refused on the real chain anyway. */
const GAS = toHex(16_777_216);
/** Account 0 of anvil's mnemonic, for which it signs. */
const SENDER: Address = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266";

const receiptSchema = z.object({ status: z.string(), gasUsed: z.string() });

/**
 * Deploys everything on an empty local chain of the same id. What is then at an address is what has
 * to be there on the real one, as constructors depend on nothing but the address and the chain id;
 * no answer of the real chain's node goes into it.
 */
export async function rehearse(
  deployments: readonly Deployment[],
  chainId: number,
): Promise<Rehearsal> {
  const node = await startAnvil({ chainId, args: ["--disable-default-create2-deployer"] });
  try {
    const { rpc } = node;
    await send(rpc, { to: PRESIGNED.signer, value: toHex(PRESIGNED_FUNDS) });
    await mined(rpc, await rpc.request("eth_sendRawTransaction", [PRESIGNED.transaction]));
    const created = getContractAddress({ from: PRESIGNED.signer, nonce: 0n });
    const steps: Rehearsed[] = [];
    for (const deployment of deployments) {
      const { gasUsed } = await send(rpc, { to: deployment.to, data: deployment.data });
      const contracts = await contractsOf(rpc, deployment);
      steps.push({ deployment, contracts, gasUsed: hexToBigInt(asHex(gasUsed)) });
    }
    return { deployer: await requireCode(rpc, lower(created)), steps };
  } finally {
    await node.stop();
  }
}

async function contractsOf(
  rpc: Rpc,
  { address }: Deployment,
): Promise<readonly [ExpectedCode, ...ExpectedCode[]]> {
  const created: ExpectedCode[] = [];
  // A contract counts its creations from 1 on.
  for (let nonce = 1n; ; nonce++) {
    const next = lower(getContractAddress({ from: address, nonce }));
    const code = await expectedCode(rpc, next);
    if (code === null) return [await requireCode(rpc, address), ...created];
    created.push(code);
  }
}

async function expectedCode(rpc: Rpc, address: Address): Promise<ExpectedCode | null> {
  const code = asHex(await rpc.request("eth_getCode", [address, "latest"]));
  return code === "0x" ? null : { address, code, codeHash: keccak256(code) };
}

async function requireCode(rpc: Rpc, address: Address): Promise<ExpectedCode> {
  const code = await expectedCode(rpc, address);
  if (code === null) throw new Error(`${address} has no code after the rehearsal; see its data.`);
  return code;
}

async function send(rpc: Rpc, transaction: Readonly<Record<string, string>>) {
  const full = { from: SENDER, gas: GAS, ...transaction };
  return mined(rpc, await rpc.request("eth_sendTransaction", [full]));
}

/** The node mines at once, and may answer just before. */
async function mined(rpc: Rpc, hash: unknown) {
  let answer = await rpc.request("eth_getTransactionReceipt", [hash]);
  while (answer === null) {
    await sleep(2);
    answer = await rpc.request("eth_getTransactionReceipt", [hash]);
  }
  const receipt = receiptSchema.parse(answer);
  if (receipt.status !== "0x1") {
    throw new Error("The rehearsal of a deployment reverted; see contracts/ for what changed.");
  }
  return receipt;
}
