import { type Address, concat, type Hex, numberToHex, slice } from "viem";
import { NATIVE } from "../../lib/address.ts";
import type { CallOperation } from "../../protocols/operation.ts";
import type { Edge, PoolState, Protocol } from "../../protocols/protocol.ts";
import type { Snapshot } from "../graph/snapshot.ts";
import { encodeCallTemplate } from "../program/call-data.ts";
import { approveData } from "./erc20.ts";
import { ROUNDING } from "./rounding.ts";

/** How an account gets an issued token: by depositing what it stands for, itself. */
export interface Issuance {
  /** What the account needs first; the native token is sent with the last call. */
  readonly tokenIn: Address;
  readonly amountIn: bigint;
  readonly calls: readonly {
    readonly from: Address;
    readonly to: Address;
    readonly data: Hex;
    readonly value: bigint;
  }[];
}

const MAX_DOUBLINGS = 8;

/**
 * The deposit that gives `owner` at least `amount` of a token, and a little more where a balance
 * rounds. Null for tokens that no protocol issues for a single one, and while it refuses.
 */
export function issuanceOf(
  snapshot: Snapshot,
  wanted: { readonly token: Address; readonly owner: Address; readonly amount: bigint },
): Issuance | null {
  const issuer = snapshot.defiTokens.get(wanted.token);
  if (issuer === undefined) return null;
  const { protocol, state } = issuer;
  for (const edge of protocol.edges(state)) {
    if (edge.tokenOut !== wanted.token || edge.action !== "deposit") continue;
    const amountIn = inputFor(snapshot, { protocol, state, edge }, wanted.amount + ROUNDING);
    if (amountIn === null) continue;
    const operation = protocol.actions.deposit?.(state, edge, amountIn);
    if (operation?.kind !== "call" || snapshot.defiTokens.has(edge.tokenIn)) continue;
    return {
      tokenIn: edge.tokenIn,
      amountIn,
      calls: callsOf(operation, edge, amountIn, wanted.owner),
    };
  }
  return null;
}

function inputFor(
  snapshot: Snapshot,
  on: { readonly protocol: Protocol; readonly state: PoolState; readonly edge: Edge },
  amountOut: bigint,
): bigint | null {
  const { protocol, state, edge } = on;
  const { numerator, denominator } = protocol.spotPrice(state, edge, snapshot.next);
  if (numerator === 0n) return null;
  let amountIn = (amountOut * denominator) / numerator + ROUNDING;
  for (let doubling = 0; doubling < MAX_DOUBLINGS; doubling++) {
    const quote = protocol.quote(state, edge, amountIn, snapshot.next);
    if (!quote.ok && quote.reason !== "amount-too-small") return null;
    if (quote.ok && quote.amountOut >= amountOut) return amountIn;
    amountIn *= 2n;
  }
  return null;
}

function callsOf(
  operation: CallOperation,
  { tokenIn }: Edge,
  amountIn: bigint,
  owner: Address,
): Issuance["calls"] {
  const { data, amountOffsets } = encodeCallTemplate(operation, {
    recipient: owner,
    caller: owner,
  });
  const value = operation.value === "amountIn" ? amountIn : 0n;
  const deposit = {
    from: owner,
    to: operation.target,
    data: filled(data, amountOffsets, amountIn),
    value,
  };
  if (tokenIn === NATIVE || !operation.approve) return [deposit];
  const approval = approveData(operation.spender ?? operation.target, amountIn);
  return [{ from: owner, to: tokenIn, data: approval, value: 0n }, deposit];
}

function filled(data: Hex, offsets: readonly number[], amount: bigint): Hex {
  const word = numberToHex(amount, { size: 32 });
  return offsets.reduce<Hex>((whole, offset) => {
    const end = offset + 32;
    const rest = end === (whole.length - 2) / 2 ? "0x" : slice(whole, end);
    return concat([slice(whole, 0, offset), word, rest]);
  }, data);
}
