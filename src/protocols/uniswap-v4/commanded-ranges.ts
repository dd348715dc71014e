import {
  type AbiFunction,
  type AbiParameter,
  type Address,
  type Hex,
  parseAbiItem,
  parseAbiParameters,
} from "viem";
import { currencyOf, NATIVE } from "../../lib/address.ts";
import { MAX_UINT128, MAX_UINT256 } from "../../lib/math.ts";
import { type CallArgument, literal, type Stage } from "../operation.ts";
import type { RangeDeposit, RangePool, RangePositions, TickRange } from "../range-positions.ts";
import { addToRange } from "../uniswap-v3/range.ts";
import { view } from "../uniswap-v3/range-calls.ts";
import type { ManagedPool } from "./pool.ts";

/** @see https://unpkg.com/@uniswap/v4-periphery@1.0.3/src/interfaces/IPositionManager.sol */
const MODIFY = parseAbiItem(
  "function modifyLiquidities(bytes unlockData, uint256 deadline) payable",
);
const NEXT_TOKEN_ID = parseAbiItem("function nextTokenId() view returns (uint256)");
const LIQUIDITY = parseAbiItem(
  "function getPositionLiquidity(uint256 tokenId) view returns (uint128 liquidity)",
);
const OWNER_OF = parseAbiItem("function ownerOf(uint256 tokenId) view returns (address)");

/** What differs between managers whose liquidity changes by lists of commands. */
export interface CommandedManager<S extends ManagedPool>
  extends Pick<RangePositions<S>, "manager" | "hasHooks"> {
  /** Solidity's type of a pool's key. */
  readonly keyType: string;
  /** What is in the key besides the currencies. */
  keyOf(pool: RangePool): Readonly<Record<string, unknown>>;
  /** Fee in the key of a pool. */
  keyFee(state: S): number;
}

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
  settle: command("0b", "address currency, uint256 amount, bool payerIsUser"),
  takePair: command("11", "address currency0, address currency1, address recipient"),
  closeCurrency: command("12", "address currency"),
} as const;

const NO_MINIMUM = literal(0n);
const NO_MAXIMUM = literal(MAX_UINT128);
const NO_DATA = literal("0x");
const amount = (of: number): CallArgument => ({ kind: "amount", of });

/** Positions of a manager that has the commands of Uniswap V4's. */
export function commandedRanges<S extends ManagedPool>({
  keyType,
  keyOf,
  keyFee,
  ...manager
}: CommandedManager<S>): RangePositions<S> {
  const position = parseAbiItem(
    `function getPoolAndPositionInfo(uint256 tokenId) view returns (${keyType} poolKey, uint256 info)`,
  ) as AbiFunction;
  const mintFromDeltas = command(
    "05",
    `${keyType} key, int24 tickLower, int24 tickUpper, uint128 amount0Max, uint128 amount1Max, address owner, bytes hookData`,
  );
  return {
    ...manager,
    keyedBy: ["poolFee", "tickSpacing"],
    takesNative: true,
    isPool: (state, { tokens, feePips, tickSpacing, hooks }) =>
      state.token0 === tokens[0] &&
      state.token1 === tokens[1] &&
      keyFee(state) === feePips &&
      state.tickSpacing === tickSpacing &&
      state.hooks === hooks,
    tickSpacing: ({ tickSpacing }) => tickSpacing,
    add: addToRange,
    mint(nfts, { pool, ...of }) {
      const { tokens } = pool;
      const [currency0, currency1] = [currencyOf(tokens[0]), currencyOf(tokens[1])];
      const key = literal({ currency0, currency1, ...keyOf(pool) });
      return mint(nfts, { ...of, mintFromDeltas, tokens, key });
    },
    increase,
    read: (nfts) => ({
      stages: [
        view(nfts, position, [amount(0)], [0, 1]),
        view(nfts, LIQUIDITY, [amount(0)]),
        view(nfts, OWNER_OF, [amount(0)]),
      ],
      tokens: [1, 2],
      liquidity: 3,
      owner: 4,
    }),
    leave,
    functions: [MODIFY, NEXT_TOKEN_ID, LIQUIDITY, position],
    fixedFunctions: [NEXT_TOKEN_ID, LIQUIDITY, position],
  };
}

/** The NFT is the manager's next. */
function mint(
  manager: Address,
  on: {
    readonly mintFromDeltas: Command;
    readonly tokens: RangePool["tokens"];
    readonly key: CallArgument;
    readonly range: TickRange;
    readonly owner: Address;
  },
): RangeDeposit {
  const [lower, upper] = [literal(on.range.lower), literal(on.range.upper)];
  const minted: Given = [
    on.mintFromDeltas,
    [on.key, lower, upper, NO_MAXIMUM, NO_MAXIMUM, literal(on.owner), NO_DATA],
  ];
  return {
    stages: [
      view(manager, NEXT_TOKEN_ID, []),
      ...deposit(manager, on.tokens, minted),
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

function leave(
  manager: Address,
  { tokens, takes }: Parameters<RangePositions["leave"]>[1],
): readonly Stage[] {
  const left: Given =
    takes === "all"
      ? [COMMANDS.burn, [amount(0), NO_MINIMUM, NO_MINIMUM, NO_DATA]]
      : [
          COMMANDS.decrease,
          [amount(0), takes === "fees" ? literal(0n) : amount(1), NO_MINIMUM, NO_MINIMUM, NO_DATA],
        ];
  const currencies = tokens.map((token) => literal(currencyOf(token)));
  return [modify(manager, [left, [COMMANDS.takePair, [...currencies, { kind: "caller" }]]])];
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
