import { type Address, BaseError, ExecutionRevertedError, type Hex } from "viem";
import type { ProtocolChain } from "./protocol-chain.ts";

const MOST_DRAWS = 100;

/**
 * Draws changes until a contract takes one from the operator in the next block; throws after a
 * hundred. In very uneven pools many trades find no invariant.
 */
export async function drawTaken(chain: ProtocolChain, to: Address, draw: () => Hex): Promise<Hex> {
  for (let drawn = 0; drawn < MOST_DRAWS; drawn++) {
    const data = draw();
    if (await takes(chain, to, data)) return data;
  }
  throw new Error(`${to} took none of ${MOST_DRAWS} changes.`);
}

/** Whether a contract takes a call of the operator in the next block. */
export async function takes(
  { builder, client }: Pick<ProtocolChain, "builder" | "client">,
  to: Address,
  data: Hex,
): Promise<boolean> {
  const { timestamp } = await client.getBlock();
  const blockOverrides = { time: timestamp + BigInt(builder.spec.blockTimeSeconds) };
  try {
    await client.call({ account: builder.operator, to, data, blockOverrides });
    return true;
  } catch (error) {
    if (isRevert(error)) return false;
    throw error;
  }
}

/** Whether a contract refused a call, and nothing else went wrong. */
export function isRevert(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false;
  return error.walk((cause) => cause instanceof ExecutionRevertedError) !== null;
}
