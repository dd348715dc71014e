import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  multicall3Abi,
  numberToHex,
  prepareEncodeFunctionData,
} from "viem";
import { chunk } from "../../lib/chunk.ts";
import { isOfRequest } from "../../nodes/guard.ts";
import type { ChainService } from "../chain/service.ts";
import type { Snapshot } from "../graph/snapshot.ts";
import { type Measure, measureCall, sharesMeasure } from "../simulation/balance-call.ts";
import { wordOf } from "../simulation/caller.ts";
import { askedNode } from "./asked-node.ts";
import type { ListedPosition, ListedToken, Listing } from "./listing.ts";

/** Something that an account has, smallest unit. */
export type Balance =
  | { readonly kind: "token"; readonly listed: ListedToken; readonly amount: bigint }
  | { readonly kind: "position"; readonly listed: ListedPosition; readonly amount: bigint };

/** Views that one call asks. */
const CALLS_AT_ONCE = 500;
const AGGREGATE = prepareEncodeFunctionData({ abi: multicall3Abi, functionName: "aggregate3" });

interface Read {
  readonly target: Address;
  readonly allowFailure: true;
  readonly callData: Hex;
}

/**
 * What an account has of all listed tokens and positions at the snapshot's block; what it has
 * nothing of is left out, and so is what does not answer.
 *
 * @throws {ServiceError} `UPSTREAM_UNAVAILABLE`.
 */
export async function balancesOf(
  service: ChainService,
  { snapshot, listing }: { readonly snapshot: Snapshot; readonly listing: Listing },
  account: Address,
): Promise<readonly Balance[]> {
  const { multicall3 } = service.chain;
  const sought = [
    ...listing.tokens.map((listed) => ({
      kind: "token" as const,
      listed,
      measure: { token: listed.token.address, account } satisfies Measure,
    })),
    ...listing.positions.map((listed) => ({
      kind: "position" as const,
      listed,
      measure: sharesMeasure(listed.position, account),
    })),
  ].map((each) => ({ ...each, call: measureCall(each.measure, multicall3) }));
  const found: Balance[] = [];
  for (const some of chunk(sought, CALLS_AT_ONCE)) {
    const reads = some.map(({ call }): Read => {
      return { target: call.to, allowFailure: true, callData: call.data };
    });
    const answers = await readAll(service, snapshot.block.number, reads);
    for (const [i, { kind, listed, call }] of some.entries()) {
      const amount = wordOf(answers[i] ?? undefined, call.word);
      if (amount > 0n) found.push({ kind, listed, amount } as Balance);
    }
  }
  return found;
}

/** What views answer at a block; null where one does not. */
async function readAll(
  service: ChainService,
  block: number,
  reads: readonly Read[],
): Promise<readonly (Hex | null)[]> {
  const data = encodeFunctionData({ ...AGGREGATE, args: [reads] });
  const call = { to: service.chain.multicall3, data };
  const answered = await askedNode(service, async () => {
    try {
      return await service.client.request({
        method: "eth_call",
        params: [call, numberToHex(block)],
      });
    } catch (error) {
      if (isOfRequest(error)) return null;
      throw error;
    }
  });
  if (answered !== null) {
    const results = decodeFunctionResult({
      ...{ abi: multicall3Abi, functionName: "aggregate3", data: answered },
    });
    return results.map(({ success, returnData }) => (success ? returnData : null));
  }
  // One of them uses up all gas: it is found by halves.
  if (reads.length <= 1) return reads.map(() => null);
  const half = Math.ceil(reads.length / 2);
  return [
    ...(await readAll(service, block, reads.slice(0, half))),
    ...(await readAll(service, block, reads.slice(half))),
  ];
}
