import { keccak256, type PublicClient } from "viem";
import { DeployError } from "./failure.ts";
import type { ExpectedCode } from "./rehearsal.ts";

/** Whether contracts that come together are on a chain. */
export type Standing = "there" | "missing";

/**
 * Whether the chain has the expected code at every address.
 *
 * @returns `missing` also where only some have code, as when one of several nodes behind a URL is
 *   behind the others.
 * @throws DeployError for other code.
 */
export async function standingOf(
  client: PublicClient,
  { name, contracts }: { readonly name: string; readonly contracts: readonly ExpectedCode[] },
): Promise<Standing> {
  const found = await Promise.all(
    contracts.map(async (expected) => ({
      ...expected,
      code: await client.getCode({ address: expected.address }),
    })),
  );
  for (const { address, codeHash, code } of found) {
    if (code === undefined || keccak256(code) === codeHash) continue;
    throw new DeployError(
      "WRONG_CODE",
      `${name}: ${address} has code of hash ${keccak256(code)}, not ${codeHash}; do not use the contracts on this chain, and find out how that code came there.`,
    );
  }
  return found.every(({ code }) => code !== undefined) ? "there" : "missing";
}
