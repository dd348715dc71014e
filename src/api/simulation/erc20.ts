import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  prepareEncodeFunctionData,
} from "viem";

// Prepared, since hashing a signature takes longer than all else that an encoding does.
const BALANCE_OF = prepareEncodeFunctionData({ abi: erc20Abi, functionName: "balanceOf" });
const ALLOWANCE = prepareEncodeFunctionData({ abi: erc20Abi, functionName: "allowance" });
const TRANSFER = prepareEncodeFunctionData({ abi: erc20Abi, functionName: "transfer" });
const APPROVE = prepareEncodeFunctionData({ abi: erc20Abi, functionName: "approve" });

/** Calldata that reads an account's balance. */
export function balanceOfData(account: Address): Hex {
  return encodeFunctionData({ ...BALANCE_OF, args: [account] });
}

/** Calldata that reads what `owner` lets `spender` take. */
export function allowanceData(owner: Address, spender: Address): Hex {
  return encodeFunctionData({ ...ALLOWANCE, args: [owner, spender] });
}

/** Calldata that sends an amount, in the token's smallest unit. */
export function transferData(to: Address, amount: bigint): Hex {
  return encodeFunctionData({ ...TRANSFER, args: [to, amount] });
}

/** Calldata that lets `spender` take an amount, in the token's smallest unit. */
export function approveData(spender: Address, amount: bigint): Hex {
  return encodeFunctionData({ ...APPROVE, args: [spender, amount] });
}
