import { readFileSync } from "node:fs";
import {
  type Address,
  concat,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  keccak256,
  numberToHex,
  parseAbi,
  stringToHex,
} from "viem";
import { z } from "zod";
import { hex } from "./wire.ts";

/** Where the harness is put; nothing is there on any chain. */
const HARNESS: Address = "0x0000000000000000000000000000005765697201";
/** First word of what an account asks its stub for. */
const MAGIC = keccak256(stringToHex("weir.simulate"));

/** Runtime codes, as `npm run build:contracts` compiles them from `contracts/simulation`. */
const codes = z
  .object({
    output: z.object({ harness: hex, accountStub: hex, codeStub: hex, reporter: hex }),
  })
  .parse(JSON.parse(readFileSync(new URL("harness.json", import.meta.url), "utf8"))).output;

const ABI = parseAbi([
  "struct Call { address from; address to; uint256 value; uint256 gas; bytes data; }",
  "struct Result { bool ok; uint256 gas; bytes data; }",
  "function run(Call[] preceding, Call[] reads, Call transaction, address[] warm) returns (Result[] preceded, Result[] before, Result ran, Result[] afterwards)",
  "function groups(Call[][] all, uint256 reserve) returns (Result[][] results)",
]);

/** A call as the harness takes it. */
export interface HarnessCall {
  readonly from: Address;
  readonly to: Address;
  readonly value: bigint;
  readonly gas: bigint;
  readonly data: Hex;
}

/** Code of the account that notes what it is called with. */
export const REPORTER_CODE: Hex = codes.reporter;

/**
 * Where the code of an account is that has a stub in its place: all bits of its own address
 * reversed.
 */
export function complement(of: Address): Address {
  return numberToHex(BigInt(of) ^ ((1n << 160n) - 1n), { size: 20 });
}

/**
 * The codes by which accounts act in an eth_call.
 *
 * @param actors Who acts, with the own code of each; `0x` for none.
 */
export function actingCodes(actors: ReadonlyMap<Address, Hex>): ReadonlyMap<Address, Hex> {
  const acting = new Map<Address, Hex>([[HARNESS, codes.harness]]);
  for (const [account, own] of actors) {
    acting.set(account, own === "0x" ? codes.accountStub : codes.codeStub);
    if (own !== "0x") acting.set(complement(account), own);
  }
  return acting;
}

/** What an account that acts is called with to run a transaction. */
export function runData(on: {
  readonly preceding: readonly HarnessCall[];
  readonly reads: readonly HarnessCall[];
  readonly transaction: HarnessCall;
  readonly warm: readonly Address[];
}): Hex {
  const { preceding, reads, transaction, warm } = on;
  const args = [preceding, reads, transaction, warm] as const;
  return concat([MAGIC, encodeFunctionData({ abi: ABI, functionName: "run", args })]);
}

/** What the harness returned for `runData`. */
export function decodeRun(data: Hex) {
  const decoded = decodeFunctionResult({ abi: ABI, functionName: "run", data });
  const [preceding, before, transaction, after] = decoded;
  return { preceding, before, transaction, after };
}

/**
 * What an account that acts is called with to run groups of calls.
 *
 * @param reserve Gas without which no further group is begun.
 */
export function groupsData(groups: readonly (readonly HarnessCall[])[], reserve: bigint): Hex {
  const data = encodeFunctionData({ abi: ABI, functionName: "groups", args: [groups, reserve] });
  return concat([MAGIC, data]);
}

/** What the harness returned for `groupsData`. */
export function decodeGroups(data: Hex) {
  return decodeFunctionResult({ abi: ABI, functionName: "groups", data });
}
