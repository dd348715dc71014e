import {
  type Address,
  encodeFunctionData,
  type Hex,
  parseAbi,
  type TransactionReceipt,
} from "viem";
import { AAVE_V3 } from "../../../devnet/protocols/aave-v3-markets.ts";
import { tokenBySymbol } from "../../../devnet/token-list.ts";
import type { ProtocolChain } from "../protocol-chain.ts";
import { poolAbi } from "./read.ts";

export const configuratorAbi = parseAbi([
  "function setSupplyCap(address asset, uint256 newSupplyCap)",
  "function setReserveFreeze(address asset, bool freeze)",
  "function setReservePause(address asset, bool paused)",
  "function setReserveActive(address asset, bool active)",
  "function setReserveFactor(address asset, uint256 newReserveFactor)",
  "function setReserveStableRateBorrowing(address asset, bool enabled)",
  "function setReserveBorrowing(address asset, bool enabled)",
]);
export const tokenAbi = parseAbi([
  "function mint(address to, uint256 value)",
  "function deposit() payable",
  "function approve(address spender, uint256 value)",
  "function transfer(address to, uint256 value)",
  "function balanceOf(address owner) view returns (uint256)",
]);

/** Owns the market's switches and all its debt. */
export const OPERATOR: Address = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266";
const { pool: POOL, poolConfigurator: CONFIGURATOR } = AAVE_V3;

const VARIABLE = 2n;

/** A transaction of some account. */
export interface Sent {
  readonly from: Address;
  readonly to: Address;
  readonly data: Hex;
  readonly value?: bigint;
}

/** Mines transactions in one block; a reverted one is an error. */
export async function mine(
  { node }: ProtocolChain,
  transactions: readonly Sent[],
): Promise<readonly TransactionReceipt[]> {
  const hashes: Hex[] = [];
  for (const { from, to, data, value } of transactions) {
    await node.impersonateAccount({ address: from });
    await node.setBalance({ address: from, value: 10n ** 26n });
    const fees = { maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 0n, gas: 2_000_000n };
    const sent = { account: from, to, data, chain: null, ...fees };
    hashes.push(await node.sendTransaction(value === undefined ? sent : { ...sent, value }));
  }
  await node.mine({ blocks: 1 });
  const receipts: TransactionReceipt[] = [];
  for (const [i, hash] of hashes.entries()) {
    const receipt = await node.getTransactionReceipt({ hash });
    if (receipt.status !== "success") {
      throw new Error(`transaction ${i} of ${hashes.length} reverted: ${transactions[i]?.data}`);
    }
    receipts.push(receipt);
  }
  return receipts;
}

/** Gives an account tokens that it lets the pool take. */
export function fund(chain: ProtocolChain, owner: Address, of: { token: Address; amount: bigint }) {
  const { token, amount } = of;
  const weth = tokenBySymbol(chain.tokens, "WETH").address;
  const call = (data: Hex, value = 0n): Sent => ({ from: owner, to: token, data, value });
  return [
    token === weth
      ? call(encodeFunctionData({ abi: tokenAbi, functionName: "deposit" }), amount)
      : call(encodeFunctionData({ abi: tokenAbi, functionName: "mint", args: [owner, amount] })),
    call(encodeFunctionData({ abi: tokenAbi, functionName: "approve", args: [POOL, 0n] })),
    call(encodeFunctionData({ abi: tokenAbi, functionName: "approve", args: [POOL, amount] })),
  ];
}

/** Calls of the market's pool. */
export const pool = {
  supply: (from: Address, asset: Address, amount: bigint): Sent =>
    toPool(
      from,
      encodeFunctionData({
        abi: poolAbi,
        functionName: "supply",
        args: [asset, amount, from, 0],
      }),
    ),
  withdraw: (from: Address, asset: Address, amount: bigint): Sent =>
    toPool(
      from,
      encodeFunctionData({ abi: poolAbi, functionName: "withdraw", args: [asset, amount, from] }),
    ),
  borrow: (from: Address, asset: Address, amount: bigint, rate = VARIABLE): Sent =>
    toPool(
      from,
      encodeFunctionData({
        abi: poolAbi,
        functionName: "borrow",
        args: [asset, amount, rate, 0, from],
      }),
    ),
  repay: (from: Address, asset: Address, amount: bigint, rate = VARIABLE): Sent =>
    toPool(
      from,
      encodeFunctionData({
        abi: poolAbi,
        functionName: "repay",
        args: [asset, amount, rate, from],
      }),
    ),
  mintToTreasury: (asset: Address): Sent =>
    toPool(
      OPERATOR,
      encodeFunctionData({ abi: poolAbi, functionName: "mintToTreasury", args: [[asset]] }),
    ),
};

function toPool(from: Address, data: Hex): Sent {
  return { from, to: POOL, data };
}

/** Calls of the market's configurator, by the operator. */
export const configurator = {
  setSupplyCap: (asset: Address, cap: bigint): Sent =>
    configure(
      encodeFunctionData({
        abi: configuratorAbi,
        functionName: "setSupplyCap",
        args: [asset, cap],
      }),
    ),
  setReserveFreeze: (asset: Address, on: boolean): Sent =>
    configure(
      encodeFunctionData({
        abi: configuratorAbi,
        functionName: "setReserveFreeze",
        args: [asset, on],
      }),
    ),
  setReservePause: (asset: Address, on: boolean): Sent =>
    configure(
      encodeFunctionData({
        abi: configuratorAbi,
        functionName: "setReservePause",
        args: [asset, on],
      }),
    ),
  setReserveActive: (asset: Address, on: boolean): Sent =>
    configure(
      encodeFunctionData({
        abi: configuratorAbi,
        functionName: "setReserveActive",
        args: [asset, on],
      }),
    ),
  setReserveFactor: (asset: Address, bps: bigint): Sent =>
    configure(
      encodeFunctionData({
        abi: configuratorAbi,
        functionName: "setReserveFactor",
        args: [asset, bps],
      }),
    ),
  setReserveBorrowing: (asset: Address, on: boolean): Sent =>
    configure(
      encodeFunctionData({
        abi: configuratorAbi,
        functionName: "setReserveBorrowing",
        args: [asset, on],
      }),
    ),
  setReserveStableRateBorrowing: (asset: Address): Sent =>
    configure(
      encodeFunctionData({
        abi: configuratorAbi,
        functionName: "setReserveStableRateBorrowing",
        args: [asset, true],
      }),
    ),
};

function configure(data: Hex): Sent {
  return { from: OPERATOR, to: CONFIGURATOR, data };
}
