import {
  type Address,
  BaseError,
  decodeFunctionResult,
  domainSeparator,
  encodeFunctionData,
  type Hex,
  hexToBigInt,
  maxUint256,
  multicall3Abi,
  parseAbi,
  parseSignature,
  size,
} from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { ROUTER_ADDRESS } from "../program/contracts.ts";
import { eip2612TypedData, type TokenDomain } from "../program/permit-typed-data.ts";
import { askedNode, type ChainNode } from "./asked-node.ts";
import { asksCode, signsByCode } from "./contract-permits.ts";
import { domainCandidates } from "./domain-candidates.ts";

/** A token's permit for an owner: what it signs in and the nonce that is next. */
export interface TokenPermit {
  readonly domain: TokenDomain;
  readonly nonce: bigint;
}

/**
 * The EIP-2612 permit of a token for an owner at a block; null when the token has none that works.
 *
 * @throws {ServiceError} `UPSTREAM_UNAVAILABLE`.
 */
export type TokenPermits = (
  node: ChainNode,
  query: { readonly token: Address; readonly owner: Address; readonly blockNumber: bigint },
) => Promise<TokenPermit | null>;

const PERMIT_ABI = parseAbi([
  "function DOMAIN_SEPARATOR() view returns (bytes32)",
  "function nonces(address owner) view returns (uint256)",
  "function name() view returns (string)",
  "function version() view returns (string)",
  "function eip712Domain() view returns (bytes1 fields, string name, string version, uint256 chainId, address verifyingContract, bytes32 salt, uint256[] extensions)",
  "function allowance(address owner, address spender) view returns (uint256)",
  "function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)",
]);

/** Domains that are kept; each is proved with two calls. */
const MOST_DOMAINS = 1_024;
/** What the throwaway key permits. */
const PROBE = 0x5eedn;

/**
 * Starts to find permits. That a token has EIP-2612 is proved: of the domains that it may sign in
 * one has to be its `DOMAIN_SEPARATOR`, and a `permit` that a throwaway key signs in it has to give
 * the allowance. What was proved is kept by token and separator, which changes when the domain
 * does. For an owner with code it has to ask the owner's code besides, which most tokens do not.
 */
export function createTokenPermits(): TokenPermits {
  const domains = new Map<string, TokenDomain>();
  return async (node, query) => {
    const { token, owner } = query;
    const [separator = null, nonce = null] = await ask(node, query, [
      encodeFunctionData({ abi: PERMIT_ABI, functionName: "DOMAIN_SEPARATOR" }),
      encodeFunctionData({ abi: PERMIT_ABI, functionName: "nonces", args: [owner] }),
    ]);
    if (!isWord(separator) || !isWord(nonce)) return null;
    const key = `${node.chain.chainId}:${token}:${separator}`;
    let domain = domains.get(key);
    if (domain === undefined) {
      const proven = await provenDomain(node, { ...query, separator });
      // What does not work now, as while the token is paused, may work later.
      if (proven === null) return null;
      const [oldest] = domains.keys();
      if (domains.size >= MOST_DOMAINS && oldest !== undefined) domains.delete(oldest);
      domains.set(key, proven);
      domain = proven;
    }
    const signed = !(await signsByCode(node, query)) || (await asksCode(node, query));
    return signed ? { domain, nonce: hexToBigInt(nonce) } : null;
  };
}

interface Place {
  readonly token: Address;
  readonly blockNumber: bigint;
}

/** The domain of a token whose permits work; null when none does. */
async function provenDomain(
  node: ChainNode,
  at: Place & { readonly separator: Hex },
): Promise<TokenDomain | null> {
  const prober = privateKeyToAccount(generatePrivateKey());
  const [stated = null, name = null, version = null, nonce = null] = await ask(node, at, [
    encodeFunctionData({ abi: PERMIT_ABI, functionName: "eip712Domain" }),
    encodeFunctionData({ abi: PERMIT_ABI, functionName: "name" }),
    encodeFunctionData({ abi: PERMIT_ABI, functionName: "version" }),
    encodeFunctionData({ abi: PERMIT_ABI, functionName: "nonces", args: [prober.address] }),
  ]);
  if (!isWord(nonce)) return null;
  const facts = {
    stated: statedDomain(stated, at.token),
    name: decoded(name, (data) => {
      return decodeFunctionResult({ abi: PERMIT_ABI, functionName: "name", data });
    }),
    version: decoded(version, (data) => {
      return decodeFunctionResult({ abi: PERMIT_ABI, functionName: "version", data });
    }),
  };
  const domain = domainCandidates(facts, node.chain.chainId).find(
    (candidate) =>
      domainSeparator({ domain: { ...candidate, verifyingContract: at.token } }) === at.separator,
  );
  if (domain === undefined) return null;
  const terms = { token: at.token, owner: prober.address, amount: PROBE, deadline: maxUint256 };
  const signature = await prober.signTypedData(
    eip2612TypedData(domain, { ...terms, nonce: hexToBigInt(nonce) }),
  );
  const { r, s, yParity } = parseSignature(signature);
  const parties = [prober.address, ROUTER_ADDRESS] as const;
  const args = [...parties, PROBE, maxUint256, 27 + yParity, r, s] as const;
  const [, allowance = null] = await ask(node, at, [
    encodeFunctionData({ abi: PERMIT_ABI, functionName: "permit", args }),
    encodeFunctionData({ abi: PERMIT_ABI, functionName: "allowance", args: parties }),
  ]);
  return isWord(allowance) && hexToBigInt(allowance) === PROBE ? domain : null;
}

/** What a token answers to calls of one transaction; null for those that fail. */
async function ask(
  node: ChainNode,
  { token, blockNumber }: Place,
  calls: readonly Hex[],
): Promise<readonly (Hex | null)[]> {
  const results = await askedNode(node, () =>
    node.client.readContract({
      address: node.chain.multicall3,
      abi: multicall3Abi,
      functionName: "aggregate3",
      args: [calls.map((callData) => ({ target: token, allowFailure: true, callData }))],
      blockNumber,
    }),
  );
  return results.map(({ success, returnData }) => (success ? returnData : null));
}

/** The domain that `eip712Domain` states for the token itself; null where it states none such. */
function statedDomain(data: Hex | null, token: Address): TokenDomain | null {
  const answer = decoded(data, (words) => {
    return decodeFunctionResult({ abi: PERMIT_ABI, functionName: "eip712Domain", data: words });
  });
  if (answer === null) return null;
  const [fields, name, version, chainId, contract, salt, extensions] = answer;
  const has = Number(fields);
  if (contract.toLowerCase() !== token || (has & 8) === 0 || extensions.length > 0) return null;
  if (chainId > BigInt(Number.MAX_SAFE_INTEGER)) return null;
  return {
    ...((has & 1) !== 0 && { name }),
    ...((has & 2) !== 0 && { version }),
    ...((has & 4) !== 0 && { chainId: Number(chainId) }),
    ...((has & 16) !== 0 && { salt }),
  };
}

function isWord(data: Hex | null): data is Hex {
  return data !== null && size(data) === 32;
}

/** What data says as the answer of a function; null where it is no such answer. */
function decoded<T>(data: Hex | null, read: (data: Hex) => T): T | null {
  if (data === null) return null;
  try {
    return read(data);
  } catch (error) {
    if (error instanceof BaseError) return null;
    throw error;
  }
}
