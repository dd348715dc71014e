import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import {
  type Abi,
  type Address,
  concat,
  encodeFunctionData,
  encodePacked,
  type Hex,
  pad,
  size,
} from "viem";
import { lower } from "../../src/lib/address.ts";
import type { DevnetClient, RunningService } from "./service.ts";
import { sendFrom } from "./trading.ts";

/** A Safe with one owner. */
export interface Safe {
  readonly address: Address;
  /** Calls (operation 0); mined with the next block. */
  call(tx: { readonly to: Address; readonly data: Hex }, gas: bigint): Promise<Hex>;
  /** Delegate-calls (operation 1); mined with the next block. */
  delegateCall(tx: { readonly to: Address; readonly data: Hex }, gas: bigint): Promise<Hex>;
  /** Executes by a signature of its hash, without refunds of gas; mined with the next block. */
  signed(tx: SignedAct, signature: Hex, gas: bigint): Promise<Hex>;
}

/** What the owners of a Safe sign. */
interface SignedAct {
  readonly to: Address;
  /** Decimal digits. */
  readonly value: string;
  readonly data: Hex;
  readonly operation: number;
}

const ZERO = pad("0x", { size: 20 });
/** What `execTransaction` itself needs on top of the transaction's own gas. */
const SAFE_GAS = 100_000n;

interface Artifact {
  readonly abi: Abi;
  readonly bytecode: Hex;
  readonly deployedBytecode: Hex;
}

/** ABI and creation code of one of Safe's contracts. */
function artifact(path: string): Artifact {
  const root = "@safe-global/safe-smart-account/build/artifacts/contracts";
  const file = createRequire(import.meta.url).resolve(`${root}/${path}`);
  return JSON.parse(readFileSync(file, "utf8")) as Artifact;
}

/** Where a Safe is made: chain 1 of the service, or any chain that mines on request. */
export type SafeHost = Pick<RunningService, "node" | "mine">;

/** Deploys contracts in one block. */
async function deploy(
  weir: SafeHost,
  owner: Address,
  bytecodes: readonly Hex[],
): Promise<readonly Address[]> {
  const node: DevnetClient = weir.node(1);
  await node.impersonateAccount({ address: owner });
  const hashes: Hex[] = [];
  for (const data of bytecodes) {
    hashes.push(
      await node.sendTransaction({
        ...{ account: owner, chain: null, type: "legacy", gasPrice: 10n ** 11n },
        ...{ data, gas: 10_000_000n },
      }),
    );
  }
  await weir.mine(1);
  const receipts = hashes.map((hash) => node.getTransactionReceipt({ hash }));
  return (await Promise.all(receipts)).map(({ contractAddress }) => {
    if (!contractAddress) throw new Error("the contract was not deployed");
    return lower(contractAddress);
  });
}

/** Makes a Safe on chain 1 with Safe's own factory. `owner` needs native currency. */
export async function createSafe(weir: SafeHost, owner: Address): Promise<Safe> {
  const node = weir.node(1);
  const { abi, bytecode } = artifact("Safe.sol/Safe.json");
  const factory = artifact("proxies/SafeProxyFactory.sol/SafeProxyFactory.json");
  const handler = artifact(
    "handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler.json",
  );
  const codes = [bytecode, factory.bytecode, handler.bytecode];
  const [singleton = ZERO, proxies = ZERO, fallback = ZERO] = await deploy(weir, owner, codes);
  const initializer = encodeFunctionData({
    abi,
    functionName: "setup",
    args: [[owner], 1n, ZERO, "0x", fallback, ZERO, 0n, ZERO],
  });
  const args = [singleton, initializer, 0n];
  const functionName = "createProxyWithNonce";
  const { result } = await node.simulateContract({
    ...{ address: proxies, abi: factory.abi, functionName, args, account: owner },
  });
  const data = encodeFunctionData({ abi: factory.abi, functionName, args });
  await sendFrom(node, owner, { to: proxies, data, gas: 3_000_000n });
  await weir.mine(1);
  const address = lower(result as Address);
  // v = 1: the owner that r names approves by sending the transaction itself.
  const signature = concat([pad(owner, { size: 32 }), pad("0x", { size: 32 }), "0x01"]);
  const execute =
    (operation: 0 | 1): Safe["call"] =>
    (tx, gas) => {
      const call = [tx.to, 0n, tx.data, operation, 0n, 0n, 0n, ZERO, ZERO, signature];
      const exec = encodeFunctionData({ abi, functionName: "execTransaction", args: call });
      return sendFrom(node, owner, { to: address, data: exec, gas: gas + SAFE_GAS });
    };
  const signed: Safe["signed"] = ({ to, value, data, operation }, of, gas) => {
    const args = [to, BigInt(value), data, operation, 0n, 0n, 0n, ZERO, ZERO, of];
    const exec = encodeFunctionData({ abi, functionName: "execTransaction", args });
    return sendFrom(node, owner, { to: address, data: exec, gas: gas + 2n * SAFE_GAS });
  };
  return { address, call: execute(0), delegateCall: execute(1), signed };
}

/** What Safe's MultiSendCallOnly is on a chain. */
export function multiSendCallOnlyCode(): Hex {
  const file = "libraries/MultiSendCallOnly.sol/MultiSendCallOnly.json";
  return artifact(file).deployedBytecode;
}

/** One call of a batch. */
export interface BatchCall {
  readonly to: Address;
  readonly value: bigint;
  readonly data: Hex;
}

/**
 * Deploys Safe's MultiSendCallOnly and gives what a Safe delegate-calls for a batch, as the
 * Transaction Builder does.
 */
export async function createMultiSend(
  weir: SafeHost,
  owner: Address,
): Promise<(calls: readonly BatchCall[]) => { readonly to: Address; readonly data: Hex }> {
  const { abi, bytecode } = artifact("libraries/MultiSendCallOnly.sol/MultiSendCallOnly.json");
  const [to = ZERO] = await deploy(weir, owner, [bytecode]);
  return (calls) => {
    const packed = calls.map(({ to, value, data }) =>
      encodePacked(
        ["uint8", "address", "uint256", "uint256", "bytes"],
        [0, to, value, BigInt(size(data)), data],
      ),
    );
    const args = [concat(packed)];
    return { to, data: encodeFunctionData({ abi, functionName: "multiSend", args }) };
  };
}
