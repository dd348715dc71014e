import type { Address, Hex } from "viem";
import { expect } from "vitest";
import type { GraphEdge, Snapshot } from "../../src/api/graph/snapshot.ts";
import { buildRouteExecution } from "../../src/api/program/build.ts";
import { deadlineOn } from "../../src/api/program/deadline.ts";
import { min } from "../../src/lib/math.ts";
import type { DevnetClient } from "../harness/service.ts";
import { balanceOf, deal, dealApproved, sendFrom } from "../harness/trading.ts";

/** Sends the attacker's trades; has to have coin for gas. */
export const ATTACKER: Address = "0x000000000000000000000000000000000000bad2";

/** A deposit or redemption that is about to be sent, and the graph that it was answered with. */
interface Victim {
  readonly snapshot: Snapshot;
  readonly edge: GraphEdge;
}

/** What the state of an edge holds of the token that the edge takes. */
export function heldOf({ next }: Snapshot, { protocol, state, tokenIn }: GraphEdge): bigint {
  return protocol.holdings(state, next).find(({ token }) => token === tokenIn)?.amount ?? 0n;
}

/** Mines a block, which the graph need not follow; what became of a transaction in it. */
export async function statusOf(node: DevnetClient, hash: Hex) {
  await node.mine({ blocks: 1 });
  return (await node.getTransactionReceipt({ hash })).status;
}

/** Does something on a chain and takes it back. */
export async function tried<T>(node: DevnetClient, does: () => Promise<T>): Promise<T> {
  const id = await node.snapshot();
  const result = await does();
  await node.revert({ id });
  return result;
}

/**
 * Makes what the bundle is about to buy dear: by a trade in the same pool, or in the vault's own
 * books.
 */
export async function attack(node: DevnetClient, { edge, snapshot }: Victim): Promise<void> {
  const verb = edge.action;
  const token = verb === "deposit" ? edge.tokenIn : edge.tokenOut;
  const { edges, next } = snapshot;
  const against = [...edges.values()]
    .flat()
    .find(
      ({ action, state, tokenIn, tokenOut }) =>
        action === "swap" &&
        state.id === edge.state.id &&
        (verb === "deposit" ? tokenIn : tokenOut) === token,
    );
  if (against === undefined) {
    const vault = edge.state.id as Address;
    const held = await balanceOf(node, token, vault);
    const amount = verb === "deposit" ? held + held / 5n : held - held / 5n;
    await deal(node, { owner: vault, token, amount });
    return;
  }
  const most = against.protocol.maxIn(against.state, against, next);
  const amountIn = min((most * 9n) / 10n, 3n * heldOf(snapshot, against));
  const { state, tokenIn, tokenOut } = against;
  const inputs = [{ token: tokenIn, amount: amountIn }];
  const { tx } = buildRouteExecution(
    {
      snapshot,
      request: {
        ...{
          fromAddress: ATTACKER,
          spender: ATTACKER,
          receiver: ATTACKER,
          refundReceiver: ATTACKER,
        },
        ...{ inputs, tokenOut, fee: null },
      },
      route: {
        ...{ inputs, tokenOut, amountOut: 1n, gas: 0n, certificate: null },
        hops: [{ edge: against, state, shareX64: null, amountIn, amountOut: 1n, gas: 0n }],
        ...{ after: new Map(), alternatives: [] },
      },
      ...{ feeAmounts: null, minAmountOut: 1n, permit: null },
      deadline: deadlineOn(snapshot, null),
    },
    null,
  );
  const { to, data } = tx;
  await dealApproved(node, { owner: ATTACKER, token: tokenIn, spender: to, amount: amountIn });
  const hash = await sendFrom(node, ATTACKER, { to, data, gas: 3_000_000n });
  expect(await statusOf(node, hash), `attack on ${state.slug} ${state.id}`).toBe("success");
}
