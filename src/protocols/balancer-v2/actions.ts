import { type AbiFunction, parseAbiParameters } from "viem";
import { BalancerV2Vault } from "../../../abis/BalancerV2Vault.ts";
import { MAX_UINT256 } from "../../lib/math.ts";
import { type BurnOperation, numbersOf } from "../liquidity.ts";
import {
  type CallArgument,
  literal,
  type Operation,
  type SequenceOperation,
} from "../operation.ts";
import type { Edge } from "../protocol.ts";
import { type BalancerV2Pool, isComposable } from "./state.ts";

/** `SwapKind.GIVEN_IN` of the vault. */
const GIVEN_IN = 0;

/** `JoinKind.EXACT_TOKENS_IN_FOR_BPT_OUT` of all pools. */
const EXACT_TOKENS_IN = 1n;

/** `ExitKind.EXACT_BPT_IN_FOR_ONE_TOKEN_OUT` of all pools. */
const EXACT_SHARES_IN = 0n;

/** `ExitKind.EXACT_BPT_IN_FOR_TOKENS_OUT`, and its like of composable stable pools. */
const EXACT_SHARES_FOR_ALL = { plain: 1n, composable: 2n } as const;

const amountIn: CallArgument = { kind: "amountIn" };
const recipient: CallArgument = { kind: "recipient" };
const caller: CallArgument = { kind: "caller" };

const SWAP = vaultFunction("swap");
const JOIN = vaultFunction("joinPool");
const EXIT = vaultFunction("exitPool");

/** Functions that the operations call. */
export const functions: readonly AbiFunction[] = [SWAP, JOIN, EXIT];

/**
 * `Vault.swap`, which pays the recipient. Composable stable pools hold their own share, so that it
 * is traded like a token.
 */
export function swap(state: BalancerV2Pool, { tokenIn, tokenOut }: Edge): Operation {
  return {
    kind: "call",
    target: state.vault,
    function: SWAP,
    args: [
      tuple({
        poolId: literal(state.id),
        kind: literal(GIVEN_IN),
        assetIn: literal(tokenIn),
        assetOut: literal(tokenOut),
        amount: amountIn,
        userData: literal("0x"),
      }),
      tuple({
        sender: caller,
        fromInternalBalance: literal(false),
        recipient,
        toInternalBalance: literal(false),
      }),
      // The program checks the output of the whole route.
      literal(0n),
      literal(MAX_UINT256),
    ],
    value: "none",
    // Every share allows the vault anything.
    approve: tokenIn !== state.address,
    amountOut: { from: "return", word: 0 },
    pays: "recipient",
    price: "moving",
  };
}

/**
 * `Vault.joinPool` with one token, whose shares come back to the caller to be measured; a swap in a
 * composable stable pool.
 */
export function deposit(state: BalancerV2Pool, edge: Edge): Operation {
  if (isComposable(state)) return swap(state, edge);
  const amounts = state.tokens.map((token) => (token === edge.tokenIn ? amountIn : literal(0n)));
  return {
    ...{ kind: "call", target: state.vault, function: JOIN, args: joinArguments(state, amounts) },
    ...{ value: "none", approve: true, amountOut: { from: "gain" } },
    ...{ pays: "caller", price: "moving" },
  };
}

/** `Vault.joinPool` with exact amounts, by token. */
function joinArguments(
  state: BalancerV2Pool,
  amounts: readonly CallArgument[],
): readonly CallArgument[] {
  const exact: CallArgument = { kind: "list", items: amounts };
  return [
    literal(state.id),
    caller,
    caller,
    tuple({
      assets: literal(withShare(state, state.tokens, state.address)),
      maxAmountsIn: { kind: "list", items: withShare(state, amounts, literal(0n)) },
      userData: {
        kind: "encoded",
        parameters: parseAbiParameters("uint256 kind, uint256[] amountsIn, uint256 minimumShares"),
        values: [literal(EXACT_TOKENS_IN), exact, literal(0n)],
      },
      fromInternalBalance: literal(false),
    }),
  ];
}

/**
 * A list by token with what stands for the share that composable pools hold; the vault sorts by
 * address.
 */
function withShare<T>(state: BalancerV2Pool, list: readonly T[], ofShare: T): readonly T[] {
  if (!isComposable(state)) return list;
  const place = state.tokens.findIndex((token) => BigInt(token) > BigInt(state.address));
  return list.toSpliced(place < 0 ? list.length : place, 0, ofShare);
}

/** `Vault.joinPool` with all tokens that are given. */
export function mintOperation(
  state: BalancerV2Pool,
  amountsIn: readonly bigint[],
): SequenceOperation {
  const numbers = numbersOf(amountsIn);
  const amounts = numbers.map(
    (of): CallArgument => (of === null ? literal(0n) : { kind: "amount", of }),
  );
  const approvals = state.tokens.flatMap((token, i) => {
    const of = numbers[i] ?? null;
    return of === null ? [] : [{ token, of }];
  });
  return {
    kind: "sequence",
    stages: [
      {
        ...{ kind: "call", target: state.vault, function: JOIN },
        ...{ args: joinArguments(state, amounts), approvals },
        yields: [{ from: "gain", token: state.address }],
      },
    ],
    amountOut: approvals.length,
    pays: "caller",
    price: "moving",
    leftovers: [],
  };
}

/** `Vault.exitPool` for all tokens in proportion. */
export function burnOperation(state: BalancerV2Pool): BurnOperation {
  return {
    kind: "sequence",
    stages: [
      {
        kind: "call",
        target: state.vault,
        function: EXIT,
        args: [
          literal(state.id),
          caller,
          caller,
          tuple({
            assets: literal(withShare(state, state.tokens, state.address)),
            minAmountsOut: literal(withShare(state, state.tokens, state.address).map(() => 0n)),
            userData: {
              kind: "encoded",
              parameters: parseAbiParameters("uint256 kind, uint256 shares"),
              values: [
                literal(EXACT_SHARES_FOR_ALL[isComposable(state) ? "composable" : "plain"]),
                { kind: "amount", of: 0 },
              ],
            },
            toInternalBalance: literal(false),
          }),
        ],
        approvals: [],
        yields: state.tokens.map((token) => ({ from: "gain" as const, token })),
      },
    ],
    amountsOut: state.tokens.map((_, i) => i + 1),
    pays: "caller",
    price: "moving",
    leftovers: [],
  };
}

/**
 * `Vault.exitPool` for one token, which comes back to the caller to be measured; a swap in a
 * composable stable pool.
 */
export function redeem(state: BalancerV2Pool, edge: Edge): Operation {
  if (isComposable(state)) return swap(state, edge);
  return {
    kind: "call",
    target: state.vault,
    function: EXIT,
    args: [
      literal(state.id),
      caller,
      caller,
      tuple({
        assets: literal(state.tokens),
        minAmountsOut: literal(state.tokens.map(() => 0n)),
        userData: {
          kind: "encoded",
          parameters: parseAbiParameters("uint256 kind, uint256 shares, uint256 tokenIndex"),
          values: [
            literal(EXACT_SHARES_IN),
            amountIn,
            literal(BigInt(state.tokens.indexOf(edge.tokenOut))),
          ],
        },
        toInternalBalance: literal(false),
      }),
    ],
    value: "none",
    approve: false,
    amountOut: { from: "gain" },
    pays: "caller",
    price: "moving",
  };
}

function tuple(fields: Readonly<Record<string, CallArgument>>): CallArgument {
  return { kind: "tuple", fields };
}

function vaultFunction(name: "swap" | "joinPool" | "exitPool"): AbiFunction {
  const found = BalancerV2Vault.find((item) => item.type === "function" && item.name === name);
  if (found?.type !== "function") throw new Error(`The vault's ABI lacks ${name}; add it.`);
  return found;
}
