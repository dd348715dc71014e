import { type AbiFunction, type Address, parseAbiItem } from "viem";
import { MAX_UINT256 } from "../lib/math.ts";
import type { BurnOperation } from "./liquidity.ts";
import { type CallArgument, literal, type SequenceOperation, type Stage } from "./operation.ts";

const MINT = parseAbiItem("function mint(address to) returns (uint256 liquidity)");
const BURN = parseAbiItem("function burn(address to) returns (uint256 amount0, uint256 amount1)");

/** Functions that the operations call, besides the router's `addLiquidity`. */
export const pairFunctions: readonly AbiFunction[] = [MINT, BURN];

/** A contract of two tokens that is its own share, and pays and credits for what was sent to it. */
export interface Pair {
  readonly address: Address;
  readonly token0: Address;
  readonly token1: Address;
}

/** How shares are minted without loss: by a router, which leaves what does not fit. */
export interface PairRouter {
  readonly address: Address;
  /**
   * `addLiquidity` of both tokens, what tells the pair, amounts, minimums, receiver and deadline.
   */
  readonly addLiquidity: AbiFunction;
  /** What stands between the tokens and the amounts, as the router tells pairs apart. */
  readonly kind: readonly CallArgument[];
}

/** The token of a pair that is not the given one. */
export function otherOf({ token0, token1 }: Pair, token: Address): Address {
  return token === token0 ? token1 : token0;
}

/**
 * The stages that add two numbered amounts after others: through the router, which leaves the rest,
 * or by paying a pair without one, which keeps all. The output takes the next number.
 */
export function addedToPair(
  { token0, token1, address }: Pair,
  router: PairRouter | null,
  [of0, of1]: readonly [number, number],
  before: readonly Stage[] = [],
): SequenceOperation {
  const common = { kind: "sequence", pays: "recipient", price: "moving" } as const;
  const amountOut = Math.max(of0, of1) + 1;
  const yields = (word: number) => [{ from: "return", word } as const];
  if (router === null) {
    const paid: readonly Stage[] = [
      ...before,
      { kind: "send", of: of0, token: token0, to: address },
      { kind: "send", of: of1, token: token1, to: address },
      {
        ...{ kind: "call", target: address, function: MINT, args: [{ kind: "recipient" }] },
        ...{ approvals: [], yields: yields(0) },
      },
    ];
    return { ...common, stages: paid, amountOut, leftovers: [] };
  }
  const add: Stage = {
    kind: "call",
    target: router.address,
    function: router.addLiquidity,
    args: [
      ...[literal(token0), literal(token1), ...router.kind],
      ...[amount(of0), amount(of1)],
      // The route's or bundle's own minimum guards the shares.
      ...[literal(0n), literal(0n), { kind: "recipient" as const }, literal(MAX_UINT256)],
    ],
    approvals: [
      { token: token0, of: of0 },
      { token: token1, of: of1 },
    ],
    yields: yields(2),
  };
  return { ...common, stages: [...before, add], amountOut, leftovers: [token0, token1] };
}

/** Burns the shares, amount 0, for amounts 1 and 2 of the tokens, which the caller gets. */
export function burnStages({ address }: Pair): readonly Stage[] {
  return [
    { kind: "send", of: 0, token: address, to: address },
    {
      ...{ kind: "call", target: address, function: BURN },
      ...{ args: [{ kind: "caller" }], approvals: [] },
      yields: [
        { from: "return", word: 0 },
        { from: "return", word: 1 },
      ],
    },
  ];
}

/** Burns the shares for both tokens. */
export function burnOperation(pair: Pair): BurnOperation {
  return {
    ...{ kind: "sequence", stages: burnStages(pair), amountsOut: [1, 2] },
    ...{ pays: "caller", price: "moving", leftovers: [] },
  };
}

function amount(of: number): CallArgument {
  return { kind: "amount", of };
}
