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
import type { DevnetClient, RunningService } from "./service.ts";
import { ask, balanceOf, sendFrom, type TradeBody } from "./trading.ts";

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
  const { status, body } = await ask(weir, "route", { receiver: RECEIVER, ...query });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

/**
 * Sends an answer with its signature and exactly the gas that was told; what arrives is what was
 * answered.
 *
 * @returns Gas used as a share of the limit that was told.
 */
export async function execute(
  weir: RunningService,
  {
    body,
    tokenOut,
    signature,
  }: {
    readonly body: TradeBody;
    readonly tokenOut: Address;
    readonly signature: Hex;
  },
): Promise<number> {
  const node = weir.node(1);
  const data = appendSignature(body.tx.data, signature);
  const before = await balanceOf(node, tokenOut, RECEIVER);
  const gas = BigInt(body.gas);
  const hash = await sendFrom(node, body.tx.from, { to: body.tx.to, data, gas });
  await weir.mine(1);
  const receipt = await node.getTransactionReceipt({ hash });
  expect(receipt.status, JSON.stringify(body)).toBe("success");
  expect((await balanceOf(node, tokenOut, RECEIVER)) - before).toBe(BigInt(body.amountOut));
  return Number(receipt.gasUsed) / Number(gas);
}
