import type { Address } from "viem";
import { currencyOf } from "../../lib/address.ts";
import { ServiceError } from "../../lib/errors.ts";
import { divUp, max } from "../../lib/math.ts";
import type { RangeDeposit, RangePool, TickRange } from "../../protocols/range-positions.ts";
import { addStages } from "../program/sequence-steps.ts";
import type { Amount, PlacedAction } from "./action.ts";
import { DEFAULT_SLIPPAGE_BPS } from "./argument-schemas.ts";
import {
  amountRegister,
  type CompiledAction,
  type Compiler,
  expectedAmount,
  type Output,
  outputKey,
  ownRegister,
  type Reported,
  UnknownAmount,
} from "./compiler.ts";
import type { Limit } from "./limit.ts";
import { addDemand } from "./minimum.ts";
import {
  addFacts,
  type KnownNft,
  knownNft,
  type RangePlace,
  rangePlaceOf,
  type TokenPair,
} from "./range-place.ts";
import { planRange, poolOf, requireKey } from "./range-plan.ts";

const BPS = 10_000n;
const SHARE_BITS = 64n;

/** Adding liquidity in a range. */
export interface RangeDepositAction extends PlacedAction {
  readonly kind: "depositclmm";
  readonly tokenIn: TokenPair;
  /** The NFTs' contract. */
  readonly tokenOut: Address;
  readonly amountIn: readonly [Amount, Amount];
  /** What it adds to: a range of a pool, which makes an NFT, or an NFT. */
  readonly into:
    | ({ readonly kind: "range"; readonly range: TickRange } & Omit<RangePool, "tokens">)
    | { readonly kind: "nft"; readonly tokenId: Amount };
  /** Of the liquidity. */
  readonly limit: Limit;
}

/** Outputs: the liquidity, what is left of each token as named, and the NFT's id. */
export const RANGE_DEPOSIT_OUTPUTS = { liquidity: 0, rests: [1, 2], tokenId: 3 } as const;

/** One token of a deposit. */
interface Given {
  readonly token: Address;
  readonly amount: Amount;
  readonly known: bigint;
  /** Number of the output with its rest. */
  readonly output: number;
}

/**
 * Compiles an addition of liquidity. The manager takes what the pool's price wants of both amounts:
 * the liquidity has a minimum, and of a token that is given in excess no more may be taken than
 * what was simulated and the slippage, so that a moved price can neither mint less nor take more.
 */
export function compileRangeDeposit(
  compiler: Compiler,
  action: RangeDepositAction,
): CompiledAction {
  const { builder, request } = compiler;
  const { index, into, limit, tokenOut } = action;
  const named = { nfts: tokenOut, tokens: action.tokenIn, tokensAre: "tokenIn" } as const;
  const place = rangePlaceOf(compiler, action, named);
  if (into.kind === "range") requireKey(action, place, into);
  const given = givenOf(compiler, action, place);
  const nft =
    into.kind === "nft" ? nftOf(compiler, action, { place, tokenId: into.tokenId }) : null;
  const planned =
    into.kind === "range" ? planRange(compiler, action, { place, into, given }) : null;
  const owner = action.receiver ?? builder.host.address;
  const calls: RangeDeposit =
    into.kind === "range"
      ? place.ranges.mint(place.manager, { ...into, pool: poolOf(place, into), owner })
      : place.ranges.increase(place.manager, place.tokens);
  if (nft !== null && calls.earned === "paid") addEarned(compiler, place, nft.register);
  // A gain over the input itself is what the wallet has without it.
  const rests = given.map(({ token, amount }) => {
    const out = ownRegister(compiler, amount);
    builder.add({ op: "gain", out, token: currencyOf(token) });
    return { out, token: currencyOf(token) };
  });
  const inputs = [
    ...given.map((each, i) => {
      const [spent, needed = 0n] = [planned?.spent[i], planned?.needed[i]];
      return offered(compiler, action, { given: each, spent, needed });
    }),
    ...(nft === null ? [] : [nft.register]),
  ];
  const to = builder.host.address;
  const amounts = addStages(builder, { stages: calls.stages, pays: "caller" }, { inputs, to });
  const [liquidity = 0, tokenId = 0] = [amounts[calls.liquidity], amounts[calls.tokenId]];
  const isRefunded = request.refundReceiver !== builder.host.address;
  for (const { out, token } of rests) {
    builder.add({ op: "gain", out, token });
    if (isRefunded) builder.add({ op: "send", in: out, token, to: request.refundReceiver });
  }
  const minted = planned?.liquidity ?? null;
  const held = calls.counts === "all" ? (nft?.known?.liquidity ?? 0n) : 0n;
  addDemand(compiler, { index, output: 0, register: liquidity, planned: minted, limit, held });
  const restOf = ({ token, known, output }: Given, i: number): Output => {
    const spent = planned?.spent[i];
    const expected = spent === undefined ? null : known - spent;
    return {
      index: output,
      token: isRefunded ? null : token,
      register: rests[i]?.out ?? 0,
      expected,
    };
  };
  return {
    outputs: [
      {
        index: RANGE_DEPOSIT_OUTPUTS.liquidity,
        token: null,
        register: liquidity,
        expected: minted,
      },
      ...given.map(restOf).sort((a, b) => a.index - b.index),
      { index: RANGE_DEPOSIT_OUTPUTS.tokenId, token: null, register: tokenId, expected: null },
    ],
    consumes: given.filter(({ known }) => known > 0n),
    paid: nft === null ? [{ token: place.manager, account: owner }] : [],
    reported: nft?.reported ?? [],
    step: {
      ...{ kind: "action", action: action.kind, protocol: action.protocol },
      ...{ tokenIn: action.tokenIn, tokenOut: [place.manager], primary: place.manager },
    },
  };
}

/** Adds what takes out of an NFT what it has earned. */
function addEarned({ builder }: Compiler, { ranges, manager, tokens }: RangePlace, id: number) {
  const stages = ranges.leave(manager, { tokens, takes: "fees" });
  const on = { inputs: [id], to: builder.host.address };
  addStages(builder, { stages, pays: "caller" }, on);
}

/** The tokens in the pool's order. */
function givenOf(
  compiler: Compiler,
  action: RangeDepositAction,
  { tokens }: RangePlace,
): readonly Given[] {
  const given = tokens.map((token): Given => {
    const at = token === action.tokenIn[0] ? 0 : 1;
    const amount = action.amountIn[at];
    const known = expectedAmount(compiler, amount);
    if (known === null) throw new UnknownAmount();
    return { token, amount, known, output: RANGE_DEPOSIT_OUTPUTS.rests[at] };
  });
  if (given.some(({ known }) => known > 0n)) return given;
  const { index } = action;
  throw new ServiceError(
    "AMOUNT_TOO_SMALL",
    `action ${index}: all of amountIn is 0; give an amount of one token.`,
    { data: { index, minAmountIn: "1" } },
  );
}

/** The NFT that is added to, which has to be the wallet's. */
function nftOf(
  compiler: Compiler,
  action: RangeDepositAction,
  on: { readonly place: RangePlace; readonly tokenId: Amount },
): {
  readonly register: number;
  readonly reported: readonly Reported[];
  readonly known: KnownNft | null;
} {
  const wallet = compiler.builder.host.address;
  const known = knownNft(compiler, action, { place: on.place, tokensAre: "tokenIn" });
  if (known !== null && known.owner !== wallet) {
    const message = `must be an NFT of the wallet ${wallet}`;
    throw new ServiceError(
      "INVALID_ARGUMENT",
      `action ${action.index}: the NFT belongs to ${known.owner}; tokenId ${message}.`,
      {
        details: [{ path: `${action.index}.args.tokenId`, message }],
        data: { index: action.index },
      },
    );
  }
  const register = amountRegister(compiler, on.tokenId);
  return { register, reported: addFacts(compiler, on.place, register), known };
}

/**
 * Register with what the manager may take of a token: all that is given or, where that is in
 * excess, what was taken in the simulation and the slippage.
 */
function offered(
  compiler: Compiler,
  { index, limit }: RangeDepositAction,
  on: { readonly given: Given; readonly spent: bigint | undefined; readonly needed: bigint },
): number {
  const { amount, known, output } = on.given;
  const rest = compiler.estimates.get(outputKey(index, output));
  const taken = rest === undefined ? on.spent : max(known - rest, 0n);
  if (compiler.minimums === "none" || taken === undefined) return amountRegister(compiler, amount);
  const bps = BigInt(limit.kind === "slippage" ? limit.bps : DEFAULT_SLIPPAGE_BPS);
  // One more, as what was taken was rounded when the liquidity was reckoned from the amount.
  const most = max(divUp(taken * (BPS + bps), BPS) + 1n, on.needed);
  if (most >= known) return amountRegister(compiler, amount);
  if (amount.kind === "literal") return amountRegister(compiler, { kind: "literal", value: most });
  const { builder } = compiler;
  const out = builder.register();
  const shareX64 = divUp(most << SHARE_BITS, known);
  builder.add({ op: "take", out, in: ownRegister(compiler, amount), shareX64 });
  return out;
}
