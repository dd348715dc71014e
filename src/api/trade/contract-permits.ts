import {
  type Address,
  encodeFunctionData,
  type Hex,
  maxUint256,
  multicall3Abi,
  numberToHex,
  parseAbi,
  size,
} from "viem";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { ROUTER_ADDRESS } from "../program/contracts.ts";
import { ACCEPTS_ALL } from "../simulation/signed.ts";
import { askedNode, type ChainNode } from "./asked-node.ts";

/** @see https://github.com/circlefin/stablecoin-evm/blob/v2.2.0/contracts/v2/FiatTokenV2_2.sol#L102 */
const PERMIT_ABI = parseAbi([
  "function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)",
  "function permit(address owner, address spender, uint256 value, uint256 deadline, bytes signature)",
  "function allowance(address owner, address spender) view returns (uint256)",
]);

/** @see https://eips.ethereum.org/EIPS/eip-7702 */
const DESIGNATOR = "0xef0100";
/** What is permitted by either function. */
const PROBES = [0x5eedn, 0x5eeen] as const;
/** A signature of two owners of a Safe; anything that is not 64 or 65 bytes. */
const SIGNATURE: Hex = `0x${"01".repeat(130)}`;
const WORD = numberToHex(1, { size: 32 });

/**
 * Whether an account can sign by its code alone (ERC-1271): it has code and no key. One that has
 * taken on code (EIP-7702) keeps its key.
 *
 * @throws {ServiceError} `UPSTREAM_UNAVAILABLE`.
 */
export async function signsByCode(
  node: ChainNode,
  { owner, blockNumber }: { readonly owner: Address; readonly blockNumber: bigint },
): Promise<boolean> {
  const code = await askedNode(node, () => node.client.getCode({ address: owner, blockNumber }));
  return code !== undefined && !code.startsWith(DESIGNATOR);
}

/**
 * Whether a token takes the permits of accounts with code, as USDC since 2.2. Proved by an account
 * whose code accepts every signature: both functions have to give the allowance, since the router
 * sends a signature of 64 or 65 bytes as v, r and s, and any other as it is.
 *
 * @throws {ServiceError} `UPSTREAM_UNAVAILABLE`.
 */
export async function asksCode(
  node: ChainNode,
  { token, blockNumber }: { readonly token: Address; readonly blockNumber: bigint },
): Promise<boolean> {
  // Nobody can know it before, so nothing is allowed in its name.
  const owner = privateKeyToAddress(generatePrivateKey());
  const parties = [owner, ROUTER_ADDRESS] as const;
  const [byKey, byCode] = PROBES;
  const read = encodeFunctionData({ abi: PERMIT_ABI, functionName: "allowance", args: parties });
  const calls = [
    encodeFunctionData({
      ...{ abi: PERMIT_ABI, functionName: "permit" },
      args: [...parties, byKey, maxUint256, 27, WORD, WORD],
    }),
    read,
    encodeFunctionData({
      ...{ abi: PERMIT_ABI, functionName: "permit" },
      args: [...parties, byCode, maxUint256, SIGNATURE],
    }),
    read,
  ];
  const results = await askedNode(node, () =>
    node.client.readContract({
      address: node.chain.multicall3,
      abi: multicall3Abi,
      functionName: "aggregate3",
      args: [calls.map((callData) => ({ target: token, allowFailure: true, callData }))],
      stateOverride: [{ address: owner, code: ACCEPTS_ALL }],
      blockNumber,
    }),
  );
  return [results[1], results[3]].every((result, index) => {
    const data = result?.returnData ?? "0x";
    return size(data) === 32 && BigInt(data) === PROBES[index];
  });
}
