import { type AbiFunction, type Address, parseAbiItem } from "viem";
import { MAX_UINT128, MAX_UINT256 } from "../../lib/math.ts";
import { type CallArgument, literal, type Stage } from "../operation.ts";
import type { RangeDeposit, RangePositions, RangeReading, TickRange } from "../range-positions.ts";

/** @see https://github.com/Uniswap/v3-periphery/blob/0682387198a24c7cd63566a2c58398533860a5d1/contracts/interfaces/INonfungiblePositionManager.sol */
const INCREASE = parseAbiItem(
  "function increaseLiquidity((uint256 tokenId, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, uint256 deadline) params) payable returns (uint128 liquidity, uint256 amount0, uint256 amount1)",
);
const DECREASE = parseAbiItem(
  "function decreaseLiquidity((uint256 tokenId, uint128 liquidity, uint256 amount0Min, uint256 amount1Min, uint256 deadline) params) payable returns (uint256 amount0, uint256 amount1)",
);
const COLLECT = parseAbiItem(
  "function collect((uint256 tokenId, address recipient, uint128 amount0Max, uint128 amount1Max) params) payable returns (uint256 amount0, uint256 amount1)",
);
const BURN = parseAbiItem("function burn(uint256 tokenId) payable");
const POSITIONS = parseAbiItem(
  "function positions(uint256 tokenId) view returns (uint96 nonce, address operator, address token0, address token1, uint24 fee, int24 tickLower, int24 tickUpper, uint128 liquidity, uint256 feeGrowthInside0LastX128, uint256 feeGrowthInside1LastX128, uint128 tokensOwed0, uint128 tokensOwed1)",
);
const BALANCE_OF = parseAbiItem("function balanceOf(address owner) view returns (uint256)");
const TOKEN_OF_OWNER = parseAbiItem(
  "function tokenOfOwnerByIndex(address owner, uint256 index) view returns (uint256)",
);
const OWNER_OF = parseAbiItem("function ownerOf(uint256 tokenId) view returns (address)");
/** Words of what `POSITIONS` returns. */
const WORDS = { token0: 2, token1: 3, liquidity: 7 };

const NO_MINIMUM = literal(0n);
/** The program has a deadline of its own. */
const NO_DEADLINE = literal(MAX_UINT256);
const amount = (of: number): CallArgument => ({ kind: "amount", of });

type Calls = Pick<RangePositions, "increase" | "read" | "leave" | "functions" | "fixedFunctions">;

/**
 * The calls of a manager of Uniswap V3's kind, but for the one that makes an NFT, whose arguments
 * differ from fork to fork. Minimums are the program's.
 *
 * @param words Where `positions` tells what, for a fork that leaves some of it out.
 */
export function managerCalls(mint: AbiFunction, words = WORDS): Calls {
  return {
    increase,
    read: (manager) => read(manager, words),
    leave,
    functions: [mint, INCREASE, DECREASE, COLLECT, BURN, POSITIONS, TOKEN_OF_OWNER],
    fixedFunctions: [COLLECT, BURN, POSITIONS, TOKEN_OF_OWNER],
  };
}

/**
 * Makes an NFT. Which one is asked of the manager afterwards: the owner's last.
 *
 * @param on.mint The fork's function, whose second return word is the liquidity.
 * @param on.key What it is told of the pool besides the tokens, by name.
 */
export function mintCalls(
  manager: Address,
  on: {
    readonly mint: AbiFunction;
    readonly tokens: readonly [Address, Address];
    readonly range: TickRange;
    readonly owner: Address;
    readonly key: Readonly<Record<string, CallArgument>>;
  },
): RangeDeposit {
  const owner = literal(on.owner);
  const params: CallArgument = {
    kind: "tuple",
    fields: {
      token0: literal(on.tokens[0]),
      token1: literal(on.tokens[1]),
      ...on.key,
      tickLower: literal(on.range.lower),
      tickUpper: literal(on.range.upper),
      amount0Desired: amount(0),
      amount1Desired: amount(1),
      amount0Min: NO_MINIMUM,
      amount1Min: NO_MINIMUM,
      recipient: owner,
      deadline: NO_DEADLINE,
    },
  };
  return {
    stages: [
      view(manager, BALANCE_OF, [owner]),
      {
        ...{ kind: "call", target: manager, function: on.mint, args: [params] },
        approvals: approvalsOf(on.tokens),
        yields: [{ from: "return", word: 1 }],
      },
      view(manager, TOKEN_OF_OWNER, [owner, amount(2)]),
    ],
    liquidity: 3,
    tokenId: 4,
    counts: "added",
    earned: "kept",
  };
}

function increase(manager: Address, tokens: readonly [Address, Address]): RangeDeposit {
  const params: CallArgument = {
    kind: "tuple",
    fields: {
      tokenId: amount(2),
      amount0Desired: amount(0),
      amount1Desired: amount(1),
      amount0Min: NO_MINIMUM,
      amount1Min: NO_MINIMUM,
      deadline: NO_DEADLINE,
    },
  };
  const stage: Stage = {
    ...{ kind: "call", target: manager, function: INCREASE, args: [params] },
    approvals: approvalsOf(tokens),
    yields: [{ from: "return", word: 0 }],
  };
  return { stages: [stage], liquidity: 3, tokenId: 2, counts: "added", earned: "kept" };
}

function read(manager: Address, at: typeof WORDS): RangeReading {
  const words = [at.token0, at.token1, at.liquidity];
  return {
    stages: [view(manager, POSITIONS, [amount(0)], words), view(manager, OWNER_OF, [amount(0)])],
    tokens: [1, 2],
    liquidity: 3,
    owner: 4,
  };
}

function leave(
  manager: Address,
  { takes }: { readonly takes: "fees" | "some" | "all" },
): readonly Stage[] {
  const call = { kind: "call", target: manager, approvals: [], yields: [] } as const;
  const decreased: CallArgument = {
    kind: "tuple",
    fields: {
      tokenId: amount(0),
      liquidity: amount(1),
      amount0Min: NO_MINIMUM,
      amount1Min: NO_MINIMUM,
      deadline: NO_DEADLINE,
    },
  };
  const collected: CallArgument = {
    kind: "tuple",
    fields: {
      tokenId: amount(0),
      recipient: { kind: "caller" },
      amount0Max: literal(MAX_UINT128),
      amount1Max: literal(MAX_UINT128),
    },
  };
  return [
    ...(takes === "fees" ? [] : [{ ...call, function: DECREASE, args: [decreased] }]),
    { ...call, function: COLLECT, args: [collected] },
    ...(takes === "all" ? [{ ...call, function: BURN, args: [amount(0)] }] : []),
  ];
}

function approvalsOf(tokens: readonly [Address, Address]) {
  return tokens.map((token, of) => ({ token, of }));
}

/** A look at a contract that tells return words. */
export function view(
  target: Address,
  called: AbiFunction,
  args: readonly CallArgument[],
  words: readonly number[] = [0],
): Stage {
  const yields = words.map((word) => ({ from: "return", word }) as const);
  return { kind: "call", target, function: called, args, approvals: [], yields };
}
