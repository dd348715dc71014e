import { type Address, encodeFunctionData, erc20Abi, type Hex, multicall3Abi } from "viem";
import { NATIVE } from "../../lib/address.ts";

/** The call that reads an account's balance of a token, the native one included, as its first return word. */
export function balanceCall(
  of: { readonly token: Address; readonly account: Address },
  multicall3: Address,
): { readonly to: Address; readonly data: Hex } {
  const args = [of.account] as const;
  if (of.token === NATIVE) {
    const functionName = "getEthBalance";
    return {
      to: multicall3,
      data: encodeFunctionData({ abi: multicall3Abi, functionName, args }),
    };
  }
  const functionName = "balanceOf";
  return { to: of.token, data: encodeFunctionData({ abi: erc20Abi, functionName, args }) };
}
