import { type AbiFunction, parseAbiItem } from "viem";
import { type CallOperation, literal, type Operation } from "../operation.ts";
import type { Edge } from "../protocol.ts";
import { type Issuer, issuerOf } from "./contracts.ts";
import type { StakedToken } from "./pool.ts";

const DEPOSIT = parseAbiItem("function deposit() payable returns (uint256)");
const STAKE = parseAbiItem("function stake(uint256 minMETHAmount) payable");
const SUBMIT = parseAbiItem("function submit() payable");
const DEPOSIT_ETH = parseAbiItem(
  "function depositETH(uint256 minRSETHAmountExpected, string referralId) payable",
);
const DEPOSIT_ETH_PLAINLY = parseAbiItem("function depositETH() payable");
const DEPOSIT_TO = parseAbiItem("function deposit(address receiver) payable returns (uint256)");
const MINT_TO = parseAbiItem("function mint(address receiver) payable returns (uint256 shares)");
const WRAP = parseAbiItem("function wrap(uint256 eETHAmount) returns (uint256)");
const UNWRAP = parseAbiItem("function unwrap(uint256 weETHAmount) returns (uint256)");

/** Functions that the operations call. */
export const functions: readonly AbiFunction[] = [
  ...[DEPOSIT, STAKE, SUBMIT, DEPOSIT_ETH, DEPOSIT_ETH_PLAINLY, DEPOSIT_TO, MINT_TO, WRAP, UNWRAP],
];

/** The least is demanded by the program, of what the caller gains. */
const NO_MINIMUM = literal(0n);
const NO_REFERRAL = literal("");

/** What is particular to a deposit's call. */
type Deposit = Pick<CallOperation, "function" | "args"> &
  Partial<Pick<CallOperation, "amountOut" | "pays">>;

/** Issues to whom it names, and returns how much. */
const TO_RECIPIENT = {
  args: [{ kind: "recipient" }],
  amountOut: { from: "return", word: 0 },
  pays: "recipient",
} as const satisfies Partial<Deposit>;

const BY_ISSUER: Readonly<Record<Issuer, Deposit>> = {
  "ether-fi": { function: DEPOSIT, args: [] },
  mantle: { function: STAKE, args: [NO_MINIMUM] },
  frax: { function: SUBMIT, args: [] },
  kelp: { function: DEPOSIT_ETH, args: [NO_MINIMUM, NO_REFERRAL] },
  renzo: { function: DEPOSIT_ETH_PLAINLY, args: [] },
  stader: { function: DEPOSIT_TO, ...TO_RECIPIENT },
  benqi: { function: SUBMIT, args: [] },
  // It returns nothing, which nobody asks for.
  lista: { function: DEPOSIT, args: [] },
  infrared: { function: MINT_TO, ...TO_RECIPIENT },
};

/** What calls have in common unless said: they pay their caller, whose gain is the output. */
const CALL = {
  kind: "call",
  args: [{ kind: "amountIn" }],
  value: "none",
  approve: false,
  amountOut: { from: "gain" },
  pays: "caller",
  price: "moving",
} as const satisfies Partial<CallOperation>;

/** The issuer's deposit of native currency, or `wrap`. */
export function deposit(state: StakedToken, edge: Edge): Operation {
  if (state.wrapper !== null && edge.tokenOut === state.wrapper) {
    return { ...CALL, target: state.wrapper, function: WRAP, approve: true };
  }
  return { ...CALL, ...BY_ISSUER[issuerOf(state.slug)], target: state.entry, value: "amountIn" };
}

/** `unwrap`. */
export function redeem(state: StakedToken, _edge: Edge): Operation {
  return { ...CALL, target: state.wrapper ?? state.token, function: UNWRAP };
}
