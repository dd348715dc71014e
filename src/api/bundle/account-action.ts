import type { Address } from "viem";
import { currencyOf, NATIVE } from "../../lib/address.ts";
import { addOperation } from "../program/operation-steps.ts";
import { type AskedOffer, type FoundOffer, findOffer } from "./account-offer.ts";
import type { Amount, PlacedAction } from "./action.ts";
import {
  amountRegister,
  type CompiledAction,
  type Compiler,
  expectedAmount,
  type Output,
} from "./compiler.ts";
import { addWithinCost } from "./cost.ts";
import type { Limit } from "./limit.ts";
import { addDemand } from "./minimum.ts";
import { requireStrategy } from "./position-action.ts";

/** What an action asks for. */
interface Asked {
  readonly offer: Omit<AskedOffer, "index" | "protocol">;
  /** The amount it names; none for harvest. */
  readonly amount: Amount | null;
  /** Least of the first output; null: none is demanded. */
  readonly limit: Limit | null;
}

/**
 * Compiles an action on the account's position: one call by the wallet, as the protocol's states
 * offer it. What it pays is measured, one output for each token, the named one first; what it takes
 * is the output otherwise.
 */
export function compileAccountAction(
  compiler: Compiler,
  action: PlacedAction,
  asked: Asked,
): CompiledAction {
  const { builder } = compiler;
  const offered = { ...asked.offer, index: action.index, protocol: action.protocol };
  const found = findOffer(compiler, offered);
  const { verb, given, wanted } = offered;
  const { operation, tokensOut, primaryAddress } = found.offer;
  if (verb === "deposit" && wanted !== null) requireStrategy(compiler, wanted, action.index);
  const takes = verb === "deposit" || verb === "repay";
  const others = tokensOut.filter((token) => token !== wanted);
  const paid = takes ? [] : wanted === null ? tokensOut : [wanted, ...others];
  const gains = paid.map((token) => ({ out: builder.register(), token: currencyOf(token) }));
  const { amount } = asked;
  const register = amount === null ? 0 : amountRegister(compiler, amount);
  builder.add(...gains.map((gain) => ({ op: "balance" as const, ...gain })));
  const expected = amount === null ? null : expectedAmount(compiler, amount);
  const { limit } = asked;
  const host = { place: "host", to: builder.host.address } as const;
  const add = () => {
    const first = found.offer.before?.(issuedFor(compiler, found, given));
    if (first !== undefined) {
      addOperation(builder, {
        operation: { ...first, amountOut: { from: "amountIn" } },
        ...{ edge: { tokenIn: NATIVE, tokenOut: NATIVE }, input: { register, place: host.place } },
        to: host.to,
      });
    }
    return addOperation(builder, {
      operation: takes ? operation : { ...operation, amountOut: { from: "amountIn" } },
      edge: {
        tokenIn: takes ? given : (found.offer.tokenIn ?? NATIVE),
        tokenOut: wanted ?? NATIVE,
      },
      input: { register, place: host.place },
      to: host.to,
    });
  };
  const cost = costOf(compiler, found, expected);
  const { added: moved, reported } =
    cost === null || limit === null
      ? { added: add(), reported: [] }
      : addWithinCost(compiler, { ...cost, index: action.index, limit }, add);
  builder.add(...gains.map((gain) => ({ op: "gain" as const, ...gain })));
  const [paidFirst] = gains;
  if (limit === null && found.offer.refusal === "answered" && paidFirst !== undefined) {
    builder.add({ op: "at-least", in: paidFirst.out, minimum: 1n });
  }
  if (limit !== null) {
    const measured = takes ? moved : (gains[0]?.out ?? moved);
    addDemand(compiler, {
      index: action.index,
      output: 0,
      register: measured,
      planned: expected,
      limit,
    });
  }
  const outputs: readonly Output[] = takes
    ? [{ index: 0, token: wanted, register: moved, expected }]
    : gains.map(({ out }, index) => ({
        index,
        token: paid[index] ?? null,
        register: out,
        expected: index === 0 ? expected : null,
      }));
  return {
    outputs,
    consumes: takes && amount !== null ? [{ token: given, amount }] : [],
    uses: [found.state.id],
    reported,
    step: {
      kind: "action",
      action: verb,
      protocol: action.protocol,
      tokenIn: givenBy(found, offered).map((token) => shown(compiler, token)),
      tokenOut: (takes ? [wanted ?? []].flat() : paid).map((token) => shown(compiler, token)),
      primary: primaryAddress,
    },
  };
}

/**
 * What an action that names what it pays costs, and in which token; null where that is as much. The
 * cost itself is null while the amount is not known.
 */
function costOf(
  { snapshot }: Compiler,
  { offer }: FoundOffer,
  amount: bigint | null,
): { readonly token: Address; readonly cost: bigint | null } | null {
  if (offer.cost === undefined || offer.tokenIn === null) return null;
  const cost = amount === null ? null : offer.cost(amount, snapshot.next);
  return { token: offer.tokenIn, cost };
}

/** The token that the protocol issues for another one, where it is such a one that is named. */
function issuedFor({ states }: Compiler, { protocol, state }: FoundOffer, given: Address): Address {
  const tokens = (states.get(state.slug) ?? []).flatMap(
    (held) => protocol.defiTokens?.(held.state) ?? [],
  );
  if (tokens.some(({ address }) => address === given)) return given;
  return tokens.find(({ underlyingTokens: [first] }) => first === given)?.address ?? given;
}

/** What the step shows as given: what the offer takes or, for a loan, its collateral. */
function givenBy({ offer }: FoundOffer, { given }: AskedOffer): readonly Address[] {
  return [offer.tokenIn ?? given];
}

/** The address of a token, or of the contract of a position. */
function shown({ snapshot }: Compiler, token: Address): Address {
  return snapshot.positions.get(token)?.position.address ?? token;
}
