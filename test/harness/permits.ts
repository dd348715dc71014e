import {
  type Address,
  type Hex,
  keccak256,
  parseSignature,
  serializeCompactSignature,
  signatureToCompactSignature,
  stringToHex,
  type TypedDataDefinition,
} from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { expect } from "vitest";
import { appendSignature } from "../../src/api/program/append-signature.ts";
import { lower } from "../../src/lib/address.ts";
import { mined, sendAnswer } from "./execution.ts";
import type { DevnetClient, RunningService } from "./service.ts";
import { ask, balanceOf, bodyOf, type TradeBody } from "./trading.ts";

/** Who gets what is bought, and fees. */
export const RECEIVER: Address = "0x00000000000000000000000000000000000b0b00";
export const FEE_RECEIVER: Address = "0x00000000000000000000000000000000000fee02";

/** An account with coin for gas and nothing else, whose key is made of a name. */
export async function signerOf(
  node: DevnetClient,
  name: string,
): Promise<{ readonly account: PrivateKeyAccount; readonly from: Address }> {
  const account = privateKeyToAccount(keccak256(stringToHex(name)));
  const from = lower(account.address);
  await node.setBalance({ address: from, value: 10n ** 22n });
  return { account, from };
}

/** What an answer asks its owner to sign. */
export function typedData({ permit }: TradeBody): TypedDataDefinition {
  if (permit === undefined) throw new Error("the answer has no permit");
  return permit;
}

/** The 64 bytes of EIP-2098. */
export function compact(signature: Hex): Hex {
  return serializeCompactSignature(signatureToCompactSignature(parseSignature(signature)));
}

/** A route that is answered, to `RECEIVER`. */
export async function permitted(
  weir: RunningService,
  query: Readonly<Record<string, string>>,
): Promise<TradeBody> {
  return bodyOf(await ask(weir, "route", { receiver: RECEIVER, ...query }));
}

/** An answer, and the signature that it asks for. */
interface Signed {
  readonly body: TradeBody;
  readonly signature: Hex;
}

/** The answer with its signature in place. */
export function withSignature({ body, signature }: Signed): TradeBody {
  return { ...body, tx: { ...body.tx, data: appendSignature(body.tx.data, signature) } };
}

/**
 * Sends an answer with its signature and exactly the gas that was told; what arrives is what was
 * answered.
 *
 * @returns Gas used as a share of the limit that was told.
 */
export async function execute(
  weir: RunningService,
  { tokenOut, ...signed }: Signed & { readonly tokenOut: Address },
): Promise<number> {
  const node = weir.node(1);
  const { amountOut, gas } = signed.body;
  const before = await balanceOf(node, tokenOut, RECEIVER);
  const hash = await sendAnswer(node, withSignature(signed));
  const { gasUsed } = await mined(weir, hash, { label: JSON.stringify(signed.body) });
  expect((await balanceOf(node, tokenOut, RECEIVER)) - before).toBe(BigInt(amountOut));
  return Number(gasUsed) / Number(gas);
}

/** What `/api/v1/decode` reads of a transaction. */
export async function decoded(weir: RunningService, tx: TradeBody["tx"]): Promise<unknown> {
  const response = await weir.app.request("/api/v1/decode", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ chainId: 1, ...tx }),
  });
  return response.json();
}
