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
