import type { Address } from "viem";
import { eip2612TypedData, permit2TypedData, type TokenDomain } from "./permit-typed-data.ts";
import type { RouterInput } from "./router-call.ts";

/** What the sender signs instead of an allowance, as far as it is fixed before the transaction. */
export type SignedPermit =
  /** `nonce` of the token for the sender; `domain` of the token. */
  | { readonly kind: "eip2612"; readonly nonce: bigint; readonly domain: TokenDomain }
  /** `nonce` of Permit2's signature transfers; `contract` is Permit2. */
  | { readonly kind: "permit2"; readonly nonce: bigint; readonly contract: Address };

/** The standard that is signed. */
export type PermitKind = SignedPermit["kind"];

/** EIP-712 typed data of a permit. */
export interface PermitTypedData {
  readonly domain: TokenDomain & { readonly verifyingContract: Address };
  readonly types: Readonly<
    Record<string, readonly { readonly name: string; readonly type: string }[]>
  >;
  readonly primaryType: string;
  readonly message: object;
}

/** What the sender signs for a transaction; inputs and deadline are the transaction's own. */
export function permitTypedData(
  permit: SignedPermit,
  on: {
    readonly chainId: number;
    readonly owner: Address;
    readonly inputs: readonly Pick<RouterInput, "token" | "amount">[];
    readonly deadline: bigint;
  },
): PermitTypedData {
  const { nonce } = permit;
  const { inputs, deadline } = on;
  if (permit.kind === "permit2") {
    const place = { chainId: on.chainId, permit2: permit.contract };
    return permit2TypedData(place, { inputs, nonce, deadline });
  }
  const [only] = inputs;
  if (only === undefined) throw new Error("no input to sign for");
  return eip2612TypedData(permit.domain, { ...only, owner: on.owner, nonce, deadline });
}
