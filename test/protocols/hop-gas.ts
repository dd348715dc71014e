import { type Address, concat } from "viem";
import type { GraphEdge } from "../../src/api/graph/snapshot.ts";
import { buildRouteExecution } from "../../src/api/program/build.ts";
import { EXECUTOR_IMPLEMENTATION_ADDRESS, executorOf } from "../../src/api/program/contracts.ts";
import { deadlineOn } from "../../src/api/program/deadline.ts";
import { simulate } from "../../src/api/simulation/simulate.ts";
import type { PoolState, Protocol } from "../../src/protocols/protocol.ts";
import { snapshotOf } from "./on-chain.ts";
import type { ProtocolChain } from "./protocol-chain.ts";

const PAYER: Address = "0x0000000000000000000000000000000000009a5e";
const RECEIVER: Address = "0x000000000000000000000000000000000000fec0";

/** One measured edge: what a whole transaction of the router contract with this hop alone used. */
export interface HopGas {
  readonly edge: GraphEdge;
  readonly gasUsed: bigint;
  /** What the quote says. */
  readonly quoted: bigint;
}

/**
 * The payer's own executor, as after its first use, which costs some 39,000 more: an ERC-1167
 * clone.
 * @see https://eips.ethereum.org/EIPS/eip-1167
 */
const EXECUTOR_CODE = concat([
  "0x363d3d373d3d3d363d73",
  EXECUTOR_IMPLEMENTATION_ADDRESS,
  "0x5af43d82803e903d91602b57fd5bf3",
]);

/**
 * Runs every edge of the states as a route of its own and measures its transaction. `amountOf` says
 * how much goes in.
 */
export async function hopGas(
  protocol: Protocol,
  chain: ProtocolChain,
  {
    states,
    amountOf,
  }: { readonly states: readonly PoolState[]; readonly amountOf: (edge: GraphEdge) => bigint },
): Promise<readonly HopGas[]> {
  const snapshot = await snapshotOf(protocol, chain, states);
  const measured: HopGas[] = [];
  for (const edge of [...snapshot.edges.values()].flat()) {
    const { state, tokenIn, tokenOut } = edge;
    const amountIn = amountOf(edge);
    const quote = protocol.quote(state, edge, amountIn, snapshot.next);
    if (!quote.ok) throw new Error(`${amountIn} of ${tokenIn} is not quoted: ${quote.reason}`);
    const { amountOut, gas } = quote;
    const inputs = [{ token: tokenIn, amount: amountIn }];
    const execution = buildRouteExecution(
      {
        snapshot,
        request: {
          ...{ chainId: snapshot.chainId, strategy: "router", fromAddress: PAYER, spender: PAYER },
          ...{ receiver: RECEIVER, refundReceiver: PAYER, inputs, tokenOut, fee: null },
          ...{ priceImpact: false, limit: { kind: "minimum", minAmountOut: amountOut } },
          ...{ onlyProtocols: [], ignoreProtocols: [], maxLegs: 10 },
        },
        route: {
          ...{ inputs, tokenOut, amountOut, gas, certificate: null },
          hops: [{ edge, state, shareX64: null, amountIn, amountOut, gas }],
          ...{ after: new Map(), alternatives: [] },
        },
        ...{ feeAmounts: null, minAmountOut: amountOut, permit: null },
        deadline: deadlineOn(snapshot, null),
      },
      null,
    );
    const result = await simulate(chain, {
      ...{ block: snapshot.block, next: snapshot.next, execution, outputs: [], holders: () => [] },
      overrides: [{ address: executorOf(PAYER), code: EXECUTOR_CODE }],
    });
    if (!result.ok) throw new Error(`${edge.action} of ${tokenIn} reverted: ${result.revertData}`);
    if (result.gasUsed === null) throw new Error("the node does not tell what gas is paid for");
    measured.push({ edge, gasUsed: result.gasUsed, quoted: gas });
  }
  return measured;
}
