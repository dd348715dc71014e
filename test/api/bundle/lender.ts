import { type AbiFunction, type Address, parseAbiItem } from "viem";
import type {
  CallArgument,
  CallOperation,
  SequenceOperation,
} from "../../../src/protocols/operation.ts";
import { type AccountAction, positionKey } from "../../../src/protocols/position.ts";
import type { Edge, PoolState, Protocol, Quote } from "../../../src/protocols/protocol.ts";

/** A market of the lender, which keeps all of its markets in one contract. */
export interface Market extends PoolState {
  /** Number of the market in its contract. */
  readonly market: string;
  readonly loan: Address;
  readonly collateral: Address;
  readonly rewards: readonly Address[];
  /** Most that it takes in deposits; 0: paused. */
  readonly cap: bigint;
  /** Whether only wallets that delegate-call may deposit. */
  readonly delegateOnly: boolean;
}

/** The contract of all markets. */
export const LENDER: Address = "0x00000000000000000000000000000000000e4de4";
/** A second contract, with one market. */
export const SINGLE: Address = "0x00000000000000000000000000000000000516e1";

const amountIn: CallArgument = { kind: "amountIn" };
const caller: CallArgument = { kind: "caller" };

/** `name(uint256 market, uint256 amount, address account) returns (uint256)`. */
export function lenderFunction(name: string): AbiFunction {
  return {
    type: "function",
    name,
    stateMutability: "nonpayable",
    inputs: [
      { type: "uint256", name: "market" },
      { type: "uint256", name: "amount" },
      { type: "address", name: "account" },
    ],
    outputs: [{ type: "uint256", name: "" }],
  };
}

function call(state: Market, name: string, changes: Partial<CallOperation> = {}): CallOperation {
  return {
    kind: "call",
    target: contractOf(state),
    function: lenderFunction(name),
    args: [{ kind: "literal", value: BigInt(state.market) }, amountIn, caller],
    value: "none",
    approve: false,
    amountOut: { from: "return", word: 0 },
    pays: "caller",
    price: "fixed",
    ...changes,
  };
}

function contractOf(state: Market): Address {
  return state.slug === "single" ? SINGLE : LENDER;
}

/** Key of the market's position. */
export function keyOf(state: Market): Address {
  return state.slug === "single" ? SINGLE : positionKey(LENDER, state.market);
}

function accountActions(state: Market): readonly AccountAction[] {
  const { loan, collateral, rewards } = state;
  const key = keyOf(state);
  const primaryAddress = contractOf(state);
  const offer = (
    verb: AccountAction["verb"],
    tokenIn: Address | null,
    tokensOut: readonly Address[],
    operation: CallOperation,
  ): AccountAction => ({ verb, tokenIn, tokensOut, primaryAddress, operation });
  const claim = call(state, "claim", {
    function: parseAbiItem("function claim(uint256 market)"),
    args: [{ kind: "literal", value: BigInt(state.market) }],
    amountOut: { from: "gain" },
  });
  return [
    offer(
      "deposit",
      collateral,
      [key],
      call(state, "pledge", {
        approve: true,
        amountOut: { from: "amountIn" },
      }),
    ),
    offer("withdraw", key, [loan], call(state, "withdraw")),
    offer("withdraw", key, [collateral], call(state, "unpledge")),
    offer("borrow", collateral, [loan], call(state, "borrow")),
    offer("repay", loan, [], call(state, "repay", { approve: true })),
    ...(rewards.length > 0 ? [offer("harvest", key, rewards, claim)] : []),
  ];
}

function deposit(state: Market, _edge: Edge): CallOperation | SequenceOperation {
  return call(state, "supply", { approve: true, price: "moving" });
}

function quote(state: Market, _edge: Edge, amount: bigint): Quote<Market> {
  if (state.cap === 0n) return { ok: false, reason: "paused" };
  if (amount > state.cap) return { ok: false, reason: "cap-exceeded" };
  const next = { ...state, cap: state.cap - amount };
  return { ok: true, amountOut: amount * 1_000n, gas: 100_000n, next };
}

/**
 * A lending family of markets, for tests of the compiler: a thousand shares for a unit of the loan
 * token.
 */
export const lender: Protocol<Market, null> = {
  family: "lender",
  deployments: ["lender", "single"].map((slug) => ({
    ...{ slug, name: slug, project: slug, url: "https://lender.example", logosUri: [] },
    description: "Lends.",
    chains: { 1: { contracts: null, startBlock: null } },
  })),
  states: { kind: "fixed", on: () => [] },
  edges: (state) => [{ action: "deposit", tokenIn: state.loan, tokenOut: keyOf(state) }],
  maxIn: (state) => state.cap,
  quote,
  spotPrice: () => ({ numerator: 1_000n, denominator: 1n }),
  holdings: () => [],
  actions: { deposit },
  functions: [],
  positions: (state) => [
    {
      key: keyOf(state),
      address: contractOf(state),
      primaryAddress: contractOf(state),
      id: state.slug === "single" ? null : state.market,
      underlyingTokens: [state.loan],
      credits: "anyone",
      delegateOnly: state.delegateOnly,
      shares: {
        target: contractOf(state),
        function: parseAbiItem("function shares(address account) view returns (uint256)"),
        args: [{ kind: "recipient" }],
        word: 0,
      },
    },
  ],
  accountActions,
};
