import { type Address, decodeAbiParameters, encodeFunctionData } from "viem";
import { BalancerV2Vault } from "../../../abis/BalancerV2Vault.ts";
import { lower } from "../../lib/address.ts";
import type { SeedPool } from "../../seed/family.ts";
import type { StateReader } from "../../seed/reader.ts";
import { firstWords, viewOf } from "../../seed/words.ts";
import { deployments } from "./contracts.ts";

/** Of an answer with two lists of up to 16 tokens; pools have 8 at most, and their share. */
const TOKENS_WORDS = 40;
const LIST_WORDS = 20;

/** What a vault holds for a pool. */
export interface Registered {
  /** In the vault's order, the pool's own share among them. */
  readonly tokens: readonly Address[];
  readonly balances: readonly bigint[];
}

/** Null for a pool that is not there. */
export async function registeredOf(
  state: StateReader,
  pools: readonly Pick<SeedPool, "id" | "address">[],
): Promise<readonly (Registered | null)[]> {
  const views = pools.map(({ id, address: target }) => {
    const asked = { functionName: "getPoolTokens", args: [id] } as const;
    return { target, data: encodeFunctionData({ abi: BalancerV2Vault, ...asked }) };
  });
  return (await state.list(views, TOKENS_WORDS)).map((returned) => {
    if (returned === null || returned === "0x") return null;
    const types = [{ type: "address[]" }, { type: "uint256[]" }] as const;
    const [tokens, balances] = decodeAbiParameters(types, returned);
    return { tokens: tokens.map(lower), balances };
  });
}

/** By vault, what part of swap fees its collector takes of pools that pay in tokens. */
export async function collectedFees(
  state: StateReader,
  chainId: number,
): Promise<ReadonlyMap<Address, bigint>> {
  const places = deployments.flatMap(({ chains }) => {
    const { vault, first = null } = chains[chainId]?.contracts ?? {};
    return vault === undefined || first === null ? [] : [{ vault, collector: first.feesCollector }];
  });
  const collectors = places.map(({ collector }) => collector);
  const answers = await firstWords(state, collectors, ["getSwapFeePercentage()"]);
  return new Map(places.map(({ vault }, at) => [vault, answers[at]?.[0] ?? 0n]));
}

/**
 * Addresses that a view of each pool lists; none where it fails.
 *
 * @param signature Takes no argument.
 */
export async function addressLists(
  state: StateReader,
  contracts: readonly Address[],
  signature: string,
): Promise<readonly (readonly Address[])[]> {
  const lists = await wordLists(state, contracts, signature, "address[]");
  return lists.map((own) => own.map((address) => lower(address as Address)));
}

/** As `addressLists`, of integers. */
export async function integerLists(
  state: StateReader,
  contracts: readonly Address[],
  signature: string,
): Promise<readonly (readonly bigint[])[]> {
  return (await wordLists(state, contracts, signature, "uint256[]")) as readonly bigint[][];
}

async function wordLists(
  state: StateReader,
  contracts: readonly Address[],
  signature: string,
  type: "address[]" | "uint256[]",
): Promise<readonly (readonly (Address | bigint)[])[]> {
  const { data } = viewOf(signature);
  const answers = await state.list(
    contracts.map((target) => ({ target, data })),
    LIST_WORDS,
  );
  return answers.map((returned) => {
    if (returned === null || returned === "0x") return [];
    return decodeAbiParameters([{ type }], returned)[0];
  });
}
