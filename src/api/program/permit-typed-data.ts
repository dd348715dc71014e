import type { Address, Hex } from "viem";
import { ROUTER_ADDRESS } from "./contracts.ts";
import type { RouterInput } from "./router-call.ts";

/** @see https://eips.ethereum.org/EIPS/eip-2612 */
const EIP2612_TYPES = {
  Permit: [
    { name: "owner", type: "address" },
    { name: "spender", type: "address" },
    { name: "value", type: "uint256" },
    { name: "nonce", type: "uint256" },
    { name: "deadline", type: "uint256" },
  ],
} as const;

const TOKEN_PERMISSIONS = [
  { name: "token", type: "address" },
  { name: "amount", type: "uint256" },
] as const;

const TERMS = [
  { name: "spender", type: "address" },
  { name: "nonce", type: "uint256" },
  { name: "deadline", type: "uint256" },
] as const;

/** @see https://github.com/Uniswap/permit2/blob/cc56ad0f3439c502c246fc5cfcc3db92bb8b7219/src/libraries/PermitHash.sol */
const ONE_TYPES = {
  TokenPermissions: TOKEN_PERMISSIONS,
  PermitTransferFrom: [{ name: "permitted", type: "TokenPermissions" }, ...TERMS],
} as const;

const BATCH_TYPES = {
  TokenPermissions: TOKEN_PERMISSIONS,
  PermitBatchTransferFrom: [{ name: "permitted", type: "TokenPermissions[]" }, ...TERMS],
} as const;

/**
 * The domain that a token signs permits in (EIP-712), besides the token itself. Absent is what the
 * token's domain has not.
 */
export interface TokenDomain {
  readonly name?: string;
  readonly version?: string;
  readonly chainId?: number;
  /** 32 bytes. */
  readonly salt?: Hex;
}

/**
 * What the caller signs for `encodeRouteWithPermit`: EIP-2612, for the router.
 *
 * @param on `amount`, `nonce` of the token and `deadline` are the transaction's own.
 */
export function eip2612TypedData(
  domain: TokenDomain,
  on: {
    readonly token: Address;
    readonly owner: Address;
    readonly amount: bigint;
    readonly nonce: bigint;
    readonly deadline: bigint;
  },
) {
  const { token, owner, amount: value, nonce, deadline } = on;
  return {
    domain: { ...domain, verifyingContract: token },
    types: EIP2612_TYPES,
    primaryType: "Permit",
    message: { owner, spender: ROUTER_ADDRESS, value, nonce, deadline },
  } as const;
}

/**
 * What the caller signs for `encodeRouteWithPermit2`: one input alone as `PermitTransferFrom`,
 * several as a batch.
 *
 * @param on `inputs`, `nonce` and `deadline` are the transaction's own; none is the native coin.
 */
export function permit2TypedData(
  { chainId, permit2 }: { readonly chainId: number; readonly permit2: Address },
  on: {
    readonly inputs: readonly Pick<RouterInput, "token" | "amount">[];
    readonly nonce: bigint;
    readonly deadline: bigint;
  },
) {
  const domain = { name: "Permit2", chainId, verifyingContract: permit2 } as const;
  const terms = { spender: ROUTER_ADDRESS, nonce: on.nonce, deadline: on.deadline } as const;
  const permitted = on.inputs.map(({ token, amount }) => ({ token, amount }));
  const [only, second] = permitted;
  if (only === undefined) throw new Error("no input to sign for");
  return second === undefined
    ? ({
        domain,
        types: ONE_TYPES,
        primaryType: "PermitTransferFrom",
        message: { permitted: only, ...terms },
      } as const)
    : ({
        domain,
        types: BATCH_TYPES,
        primaryType: "PermitBatchTransferFrom",
        message: { permitted, ...terms },
      } as const);
}
