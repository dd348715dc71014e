import { type Address, encodeFunctionData, hexToBigInt, size, slice } from "viem";
import { Erc4626 } from "../../../abis/Erc4626.ts";
import type { Aggregate, ViewCall } from "../../catalog/live/aggregate.ts";
import { RAY } from "../../lib/rpow.ts";
import type { VaultConfig } from "./vault-config.ts";

/** A vault to read. */
export interface VaultQuery {
  readonly config: VaultConfig;
  readonly asset: Address;
  /**
   * An account with as many shares as possible: vaults tell what they can pay only to those who
   * have shares.
   */
  readonly holder: Address;
}

/** Answers under the names of the questions; null for a call that failed. */
export type Answers = Readonly<Record<string, bigint | null>>;

/** A view, and which word of what it returns is the answer. */
export interface Asked extends ViewCall {
  readonly word: number;
}

/** Some vaults take no deposit for the zero address. */
const ANYONE: Address = "0x000000000000000000000000000000000000dead";

type UintView = Exclude<Extract<(typeof Erc4626)[number], { type: "function" }>["name"], "asset">;

/** The question of one view of a vault. */
export function ask(
  target: Address,
  functionName: UintView,
  args: readonly unknown[] = [],
  word = 0,
): Asked {
  const data = encodeFunctionData<readonly unknown[], string>({
    abi: Erc4626,
    functionName,
    args,
  });
  return { target, allowFailure: true, callData: data, word };
}

/** What every reading asks a vault. */
export function stateQuestions({
  config,
  holder,
}: Pick<VaultQuery, "config" | "holder">): Readonly<Record<string, Asked>> {
  const { address, pricing, redeem } = config;
  const source = (pricing.kind === "savings" ? pricing.source : undefined) ?? address;
  return {
    totalSupply: ask(address, "totalSupply"),
    ...limitQuestions({ config, holder }),
    ...(redeem === "without-cooldown" ? { cooldown: ask(address, "cooldownDuration") } : {}),
    ...(pricing.kind === "shares" ? { totalAssets: ask(address, "totalAssets") } : {}),
    ...(pricing.kind === "index" ? { index: ask(address, "previewRedeem", [RAY]) } : {}),
    ...(pricing.kind === "savings"
      ? { chi: ask(source, "chi"), rho: ask(source, "rho"), rate: ask(source, pricing.rate) }
      : {}),
  };
}

/** What tells how much can be redeemed, and what is switched off. */
function limitQuestions({
  config: { address, pays },
  holder,
}: Pick<VaultQuery, "config" | "holder">): Readonly<Record<string, Asked>> {
  const holderShares = ask(address, "balanceOf", [holder]);
  const maxDeposit = ask(address, "maxDeposit", [ANYONE]);
  switch (pays) {
    case "adapter":
      return { holderShares };
    case "cash": {
      const hookedOps = ask(address, "hookConfig", [], 1);
      return { maxDeposit, holderShares, cash: ask(address, "cash"), hookedOps };
    }
    case "holder": {
      const holderLimit = ask(address, "maxRedeem", [holder]);
      return { maxDeposit, holderShares, paused: ask(address, "paused"), holderLimit };
    }
    case "untold":
      return { maxDeposit, paused: ask(address, "paused") };
  }
}

/** Asks views in one call; the answers of each question in the order of `questions`. */
export async function askAll(
  aggregate: Aggregate,
  questions: readonly Readonly<Record<string, Asked>>[],
): Promise<readonly Answers[]> {
  const calls = questions.flatMap((own) => Object.values(own));
  const results = await aggregate(calls.map(({ word: _word, ...call }) => call));
  let next = 0;
  return questions.map((own) =>
    Object.fromEntries(
      Object.entries(own).map(([name, { word }]) => {
        const result = results[next++];
        const end = 32 * (word + 1);
        const answered = result?.success === true && size(result.returnData) >= end;
        return [name, answered ? hexToBigInt(slice(result.returnData, end - 32, end)) : null];
      }),
    ),
  );
}
