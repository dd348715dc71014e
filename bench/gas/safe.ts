import { type Address, encodeFunctionData, parseAbi, parseEventLogs } from "viem";
import { npmArtifact } from "../../devnet/solidity/artifact.ts";
import { ZERO_ADDRESS } from "../../src/lib/address.ts";
import { type Call, deploy, send } from "./chain.ts";
import type { Market } from "./market.ts";

const BUILD = "@safe-global/safe-smart-account/build/artifacts/contracts";

const safeAbi = parseAbi([
  "function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)",
  "function nonce() view returns (uint256)",
  "function getTransactionHash(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, uint256 nonce) view returns (bytes32)",
  "function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable returns (bool)",
]);
const factoryAbi = parseAbi([
  "function createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce) returns (address)",
  "event ProxyCreation(address indexed proxy, address singleton)",
]);

/** How a Safe makes a call: as itself, or by running the target's code. */
export type Operation = "call" | "delegatecall";

/** Deploys a Safe with its usual fallback handler whose only owner is the user. */
export async function createSafe({ client, user }: Market): Promise<Address> {
  const deployed = (path: string) =>
    deploy(client, user, { artifact: npmArtifact(`${BUILD}/${path}`) });
  const singleton = await deployed("Safe.sol/Safe.json");
  const handler = await deployed(
    "handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler.json",
  );
  const factory = await deployed("proxies/SafeProxyFactory.sol/SafeProxyFactory.json");
  const initializer = encodeFunctionData({
    abi: safeAbi,
    functionName: "setup",
    args: [[user.address], 1n, ZERO_ADDRESS, "0x", handler, ZERO_ADDRESS, 0n, ZERO_ADDRESS],
  });
  const { logs } = await send(client, user, {
    to: factory,
    data: encodeFunctionData({
      abi: factoryAbi,
      functionName: "createProxyWithNonce",
      args: [singleton, initializer, 0n],
    }),
  });
  const [creation] = parseEventLogs({ abi: factoryAbi, logs, eventName: "ProxyCreation" });
  if (creation === undefined) throw new Error("the factory created no Safe");
  return creation.args.proxy;
}

/** The owner's transaction, signed, that makes a Safe call something. */
export async function safeCall(
  { client, user }: Market,
  on: { readonly safe: Address; readonly call: Call; readonly operation: Operation },
): Promise<Call> {
  const { safe, call } = on;
  const operation = on.operation === "call" ? 0 : 1;
  const head = [call.to, call.value ?? 0n, call.data, operation] as const;
  const unpaid = [0n, 0n, 0n, ZERO_ADDRESS, ZERO_ADDRESS] as const;
  const nonce = await client.readContract({ abi: safeAbi, address: safe, functionName: "nonce" });
  const hash = await client.readContract({
    abi: safeAbi,
    address: safe,
    functionName: "getTransactionHash",
    args: [...head, ...unpaid, nonce],
  });
  const data = encodeFunctionData({
    abi: safeAbi,
    functionName: "execTransaction",
    args: [...head, ...unpaid, await user.sign({ hash })],
  });
  return { to: safe, data };
}
