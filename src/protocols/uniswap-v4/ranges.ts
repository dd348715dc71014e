import { type AbiParameter, type Address, type Hex, parseAbiItem, parseAbiParameters } from "viem";
import { currencyOf, NATIVE } from "../../lib/address.ts";
import { MAX_UINT256 } from "../../lib/math.ts";
import { type CallArgument, literal, type Stage } from "../operation.ts";
import type { RangeDeposit, RangePool, RangePositions, TickRange } from "../range-positions.ts";
import { addToRange } from "../uniswap-v3/range.ts";
import { view } from "../uniswap-v3/range-calls.ts";
import type { UniswapV4Pool } from "./pool.ts";

/** @see https://unpkg.com/@uniswap/v4-periphery@1.0.3/src/interfaces/IPositionManager.sol */
const MODIFY = parseAbiItem(
  "function modifyLiquidities(bytes unlockData, uint256 deadline) payable",
);
const NEXT_TOKEN_ID = parseAbiItem("function nextTokenId() view returns (uint256)");
const LIQUIDITY = parseAbiItem(
  "function getPositionLiquidity(uint256 tokenId) view returns (uint128 liquidity)",
);
const POSITION = parseAbiItem(
  "function getPoolAndPositionInfo(uint256 tokenId) view returns ((address currency0, address currency1, uint24 fee, int24 tickSpacing, address hooks) poolKey, uint256 info)",
);
const OWNER_OF = parseAbiItem("function ownerOf(uint256 tokenId) view returns (address)");

/**
 * Position managers by chain id; the indexer does not read them.
 *
 * @see https://github.com/Uniswap/docs/blob/8c5d09e23f/docs/contracts/v4/deployments.mdx
 */
const MANAGERS: Readonly<Record<number, Address>> = {
  1: "0xbd216513d74c8cf14cf4747e6aaa6420ff64ee9e",
  10: "0x3c3ea4b57a46241e54610e5f022e5c45859a1017",
  56: "0x7a4a5c919ae2541aed11041a1aeee68f1287f95b",
  137: "0x1ec2ebf4f37e7363fdfe3551602425af0b3ceef9",
  8453: "0x7c5f5a4bbd8fd63184577525326123b519429bdc",
  42161: "0xd88f38f930b7952f2db2432cb002e7abbf3dd869",
  43114: "0xb74b1f14d2754acfcbbe1a221023a5cf50ab8acd",
};

/** One command of a manager: its number, and its arguments. */
interface Command {
  readonly code: string;
  readonly parameters: readonly AbiParameter[];
}

/** @see https://unpkg.com/@uniswap/v4-periphery@1.0.3/src/libraries/Actions.sol */
const COMMANDS = {
  decrease: command(
    "01",
    "uint256 tokenId, uint256 liquidity, uint128 amount0Min, uint128 amount1Min, bytes hookData",
  ),
  burn: command("03", "uint256 tokenId, uint128 amount0Min, uint128 amount1Min, bytes hookData"),
  increaseFromDeltas: command(
    "04",
    "uint256 tokenId, uint128 amount0Max, uint128 amount1Max, bytes hookData",
  ),
  mintFromDeltas: command(
    "05",
    "(address currency0, address currency1, uint24 fee, int24 tickSpacing, address hooks) key, int24 tickLower, int24 tickUpper, uint128 amount0Max, uint128 amount1Max, address owner, bytes hookData",
  ),
  settle: command("0b", "address currency, uint256 amount, bool payerIsUser"),
  takePair: command("11", "address currency0, address currency1, address recipient"),
  closeCurrency: command("12", "address currency"),
} as const;

const MAX_UINT128 = (1n << 128n) - 1n;
const NO_MINIMUM = literal(0n);
const NO_MAXIMUM = literal(MAX_UINT128);
const NO_DATA = literal("0x");
const amount = (of: number): CallArgument => ({ kind: "amount", of });

/** Positions of Uniswap V4's own manager. */
export const ranges: RangePositions<UniswapV4Pool> = {
  manager: (slug, chainId) => (slug === "uniswap-v4" ? (MANAGERS[chainId] ?? null) : null),
  keyedBy: ["poolFee", "tickSpacing"],
  hasHooks: true,
  takesNative: true,
  isPool: ({ token0, token1, lpFeePips, tickSpacing, hooks }, pool) =>
    token0 === pool.tokens[0] &&
    token1 === pool.tokens[1] &&
    lpFeePips === pool.feePips &&
    tickSpacing === pool.tickSpacing &&
    hooks === pool.hooks,
  tickSpacing: ({ tickSpacing }) => tickSpacing,
  add: addToRange,
  mint,
  increase,
  read: (manager) => ({
    stages: [
      view(manager, POSITION, [amount(0)], [0, 1]),
      view(manager, LIQUIDITY, [amount(0)]),
      view(manager, OWNER_OF, [amount(0)]),
    ],
    tokens: [1, 2],
    liquidity: 3,
    owner: 4,
  }),
  leave(manager, { tokens, takes }) {
    const left: Given =
      takes === "all"
        ? [COMMANDS.burn, [amount(0), NO_MINIMUM, NO_MINIMUM, NO_DATA]]
        : [
            COMMANDS.decrease,
            [
              amount(0),
              takes === "fees" ? literal(0n) : amount(1),
              NO_MINIMUM,
              NO_MINIMUM,
              NO_DATA,
            ],
          ];
    const currencies = tokens.map((token) => literal(currencyOf(token)));
    return [modify(manager, [left, [COMMANDS.takePair, [...currencies, { kind: "caller" }]]])];
  },
  functions: [MODIFY, NEXT_TOKEN_ID, LIQUIDITY, POSITION],
  fixedFunctions: [NEXT_TOKEN_ID, LIQUIDITY, POSITION],
};

/** The NFT is the manager's next. */
function mint(
  manager: Address,
  on: { readonly pool: RangePool; readonly range: TickRange; readonly owner: Address },
): RangeDeposit {
  const { tokens, feePips, tickSpacing, hooks } = on.pool;
  const key = literal({
    ...{ currency0: currencyOf(tokens[0]), currency1: currencyOf(tokens[1]) },
    ...{ fee: feePips, tickSpacing, hooks },
  });
  const [lower, upper] = [literal(on.range.lower), literal(on.range.upper)];
  const minted: Given = [
    COMMANDS.mintFromDeltas,
    [key, lower, upper, NO_MAXIMUM, NO_MAXIMUM, literal(on.owner), NO_DATA],
  ];
  return {
    stages: [
      view(manager, NEXT_TOKEN_ID, []),
      ...deposit(manager, tokens, minted),
      view(manager, LIQUIDITY, [amount(2)]),
    ],
    ...{ tokenId: 2, liquidity: 3, counts: "added", earned: "kept" },
  };
}

function increase(manager: Address, tokens: RangePool["tokens"]): RangeDeposit {
  const increased: Given = [
    COMMANDS.increaseFromDeltas,
    [amount(2), NO_MAXIMUM, NO_MAXIMUM, NO_DATA],
  ];
  return {
    stages: [...deposit(manager, tokens, increased), view(manager, LIQUIDITY, [amount(2)])],
    ...{ tokenId: 2, liquidity: 3, counts: "all", earned: "paid" },
  };
}

/**
 * Pays the manager what may be taken, which it settles, adds what that pays for, and has it pay the
 * rests back.
 */
function deposit(manager: Address, tokens: RangePool["tokens"], added: Given): readonly Stage[] {
  const currencies = tokens.map((token) => literal(currencyOf(token)));
  const sent = tokens.flatMap((token, of): readonly Stage[] =>
    token === NATIVE ? [] : [{ kind: "send", of, token, to: manager }],
  );
  const native = tokens.indexOf(NATIVE);
  const payerIsUser = literal(false);
  const called = modify(manager, [
    ...currencies.map(
      (currency, of): Given => [COMMANDS.settle, [currency, amount(of), payerIsUser]],
    ),
    added,
    ...currencies.map((currency): Given => [COMMANDS.closeCurrency, [currency]]),
  ]);
  return [...sent, native === -1 ? called : { ...called, value: native }];
}

type Given = readonly [Command, readonly CallArgument[]];

function modify(manager: Address, commands: readonly Given[]): Extract<Stage, { kind: "call" }> {
  const codes: Hex = `0x${commands.map(([{ code }]) => code).join("")}`;
  const params = commands.map(
    ([{ parameters }, values]): CallArgument => ({ kind: "encoded", parameters, values }),
  );
  const unlockData: CallArgument = {
    kind: "encoded",
    parameters: parseAbiParameters("bytes actions, bytes[] params"),
    values: [literal(codes), { kind: "list", items: params }],
  };
  // The program has a deadline of its own.
  const args = [unlockData, literal(MAX_UINT256)];
  const call = { kind: "call", target: manager, function: MODIFY } as const;
  return { ...call, args, approvals: [], yields: [] };
}

function command(code: string, parameters: string): Command {
  return { code, parameters: parseAbiParameters(parameters) as readonly AbiParameter[] };
}
