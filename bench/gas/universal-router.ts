import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  type Hex,
  numberToHex,
  parseAbi,
  parseAbiParameters,
} from "viem";
import type { V4PoolKey } from "../../src/protocols/operation.ts";
import type { Call } from "./chain.ts";

/**
 * Where version 2 of it is on Ethereum.
 *
 * @see https://github.com/Uniswap/docs/blob/4606a6e62a/docs/contracts/v4/deployments.mdx
 */
export const UNIVERSAL_ROUTER: Address = "0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af";

/**
 * Stands for the caller of the router where an input names a recipient.
 *
 * @see https://github.com/Uniswap/v4-periphery/blob/7f8597d84f/src/libraries/ActionConstants.sol
 */
export const CALLER: Address = "0x0000000000000000000000000000000000000001";
/** Stands for the router itself. */
const ROUTER: Address = "0x0000000000000000000000000000000000000002";

/** A command and its input. */
export interface Command {
  readonly code: number;
  readonly input: Hex;
}

interface Swap {
  readonly to: Address;
  /** 0 in a V2 swap: what its pair has been paid already. */
  readonly amountIn: bigint;
  readonly minAmountOut: bigint;
  /** Whether the caller pays through Permit2; otherwise the router does. */
  readonly callerPays: boolean;
}

const abi = parseAbi([
  "function execute(bytes commands, bytes[] inputs, uint256 deadline) payable",
]);

/**
 * V3_SWAP_EXACT_IN over one pool.
 *
 * @see https://github.com/Uniswap/universal-router/blob/506089217e/contracts/libraries/Commands.sol
 */
export function v3Swap(
  swap: Swap & { readonly tokenIn: Address; readonly feePips: number; readonly tokenOut: Address },
): Command {
  const path = encodePacked(
    ["address", "uint24", "address"],
    [swap.tokenIn, swap.feePips, swap.tokenOut],
  );
  const input = encodeAbiParameters(parseAbiParameters("address, uint256, uint256, bytes, bool"), [
    swap.to,
    swap.amountIn,
    swap.minAmountOut,
    path,
    swap.callerPays,
  ]);
  return { code: 0x00, input };
}

/** V2_SWAP_EXACT_IN over one pair. */
export function v2Swap(
  swap: Swap & { readonly tokenIn: Address; readonly tokenOut: Address },
): Command {
  const input = encodeAbiParameters(
    parseAbiParameters("address, uint256, uint256, address[], bool"),
    [swap.to, swap.amountIn, swap.minAmountOut, [swap.tokenIn, swap.tokenOut], swap.callerPays],
  );
  return { code: 0x08, input };
}

/** V4_SWAP's actions: one pool, all of the input from the caller, all of the output to it. */
const SWAP_SETTLE_TAKE = "0x060c0f";

/**
 * V4_SWAP over one pool without hooks; the zero address is the native currency.
 *
 * @see https://unpkg.com/@uniswap/v4-periphery@1.0.3/src/libraries/Actions.sol
 * @see https://unpkg.com/@uniswap/v4-periphery@1.0.3/src/interfaces/IV4Router.sol
 */
export function v4Swap(
  swap: Pick<Swap, "amountIn" | "minAmountOut"> & {
    readonly key: V4PoolKey;
    readonly zeroForOne: boolean;
  },
): Command {
  const { key, zeroForOne, amountIn, minAmountOut } = swap;
  const [tokenIn, tokenOut] = zeroForOne
    ? [key.currency0, key.currency1]
    : [key.currency1, key.currency0];
  const single = encodeAbiParameters(
    parseAbiParameters([
      "Single single",
      "struct Single { Key key; bool zeroForOne; uint128 amountIn; uint128 minAmountOut; bytes hookData; }",
      "struct Key { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }",
    ]),
    [{ key, zeroForOne, amountIn, minAmountOut, hookData: "0x" }],
  );
  const amountOf = parseAbiParameters("address, uint256");
  const settle = encodeAbiParameters(amountOf, [tokenIn, amountIn]);
  const take = encodeAbiParameters(amountOf, [tokenOut, minAmountOut]);
  const input = encodeAbiParameters(parseAbiParameters("bytes, bytes[]"), [
    SWAP_SETTLE_TAKE,
    [single, settle, take],
  ]);
  return { code: 0x10, input };
}

/** WRAP_ETH into the router. `amount` in wei. */
export function wrapNative(amount: bigint): Command {
  return {
    code: 0x0b,
    input: encodeAbiParameters(parseAbiParameters("address, uint256"), [ROUTER, amount]),
  };
}

/** One call of the router. `deadline` in seconds since the epoch, `value` in wei. */
export function execute(
  commands: readonly Command[],
  { deadline, value = 0n }: { readonly deadline: bigint; readonly value?: bigint },
): Call {
  const codes = concat(commands.map(({ code }) => numberToHex(code, { size: 1 })));
  const args = [codes, commands.map(({ input }) => input), deadline] as const;
  return {
    to: UNIVERSAL_ROUTER,
    value,
    data: encodeFunctionData({ abi, functionName: "execute", args }),
  };
}
