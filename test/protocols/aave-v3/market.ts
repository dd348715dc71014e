import {
  type Address,
  encodeFunctionData,
  type Hex,
  parseAbi,
  type TransactionReceipt,
} from "viem";
import { LENDER } from "../../../devnet/protocols/aave-v3.ts";
import { AAVE_V3 } from "../../../devnet/protocols/aave-v3-markets.ts";
import { tokenBySymbol } from "../../../devnet/token-list.ts";
import { max, min } from "../../../src/lib/math.ts";
import type { AaveV3Reserve } from "../../../src/protocols/aave-v3/pool.ts";
import { REVISION } from "../../../src/protocols/aave-v3/revision.ts";
import type { Random } from "../on-chain.ts";
import { type ProtocolChain, passTime } from "../protocol-chain.ts";
import { poolAbi, read, suppliedOf } from "./read.ts";

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

const STABLE = 1n;
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

/** Reserves that are shaken: of the first market, those that the lender supplies. */
export async function shakenReserves(chain: ProtocolChain): Promise<readonly AaveV3Reserve[]> {
  const shaken = ["WETH", "USDC", "DAI", "AAVE"].map(
    (symbol) => tokenBySymbol(chain.tokens, symbol).address,
  );
  const reserves = await read(chain.client, 1);
  return reserves.filter(
    ({ slug, underlying }) => slug === AAVE_V3.slug && shaken.includes(underlying),
  );
}

/** Ways to change a reserve; the last is a gift. */
const WAYS = 12;

/**
 * Changes one reserve in one of many ways, by real transactions, and lets up to three days pass.
 *
 * @param gifts Whether cash may come to the aToken that no log of the market tells of.
 */
export async function shake(
  chain: ProtocolChain,
  random: Random,
  { gifts }: { readonly gifts: boolean },
): Promise<readonly TransactionReceipt[]> {
  const reserves = await shakenReserves(chain);
  const reserve = reserves[Math.floor(random() * reserves.length)];
  if (reserve === undefined) throw new Error("The market has no reserves.");
  if (random() < 0.5) {
    await passTime(chain, Math.floor(random() * 3 * 86_400));
  }
  const way = Math.floor(random() * (gifts ? WAYS : WAYS - 1));
  const receipts: TransactionReceipt[] = [];
  // What no action can pass is lifted first.
  const { underlying, isPaused, isFrozen } = reserve;
  const lifted: Sent[] = [];
  if (isPaused) lifted.push(configurator.setReservePause(underlying, false));
  if (isFrozen) lifted.push(configurator.setReserveFreeze(underlying, false));
  if (lifted.length > 0) receipts.push(...(await mine(chain, lifted)));
  return [...receipts, ...(await mine(chain, change(chain, random, { reserve, way })))];
}

function change(
  chain: ProtocolChain,
  random: Random,
  { reserve, way }: { readonly reserve: AaveV3Reserve; readonly way: number },
): readonly Sent[] {
  const { underlying: asset, aToken, availableLiquidity: cash, decimals } = reserve;
  const part = (of: bigint) => max(1n, (of * BigInt(Math.floor(random() * 1e6))) / 1_000_000n);
  const supplied = suppliedOf(reserve);
  const lendable = min(cash, supplied);
  const some = part(supplied / 10n);
  switch (way) {
    case 0:
      return [
        configurator.setSupplyCap(asset, 0n),
        ...fund(chain, LENDER, { token: asset, amount: some }),
        pool.supply(LENDER, asset, some),
      ];
    case 1:
      return lendable < 100n ? [] : [pool.withdraw(LENDER, asset, part(lendable / 2n))];
    case 2:
      return lendable < 100n ? [] : [pool.borrow(OPERATOR, asset, part(lendable / 2n))];
    case 3:
      // All cash, so that nothing can be withdrawn; no more is lent than was supplied.
      return lendable === 0n ? [] : [pool.borrow(OPERATOR, asset, lendable)];
    case 4:
    case 5:
      if (reserve.scaledVariableDebt === 0n) return [];
      return [
        ...fund(chain, OPERATOR, { token: asset, amount: some * 3n }),
        pool.repay(OPERATOR, asset, some * 3n),
      ];
    case 6:
      if (reserve.revision >= REVISION.syncsIndices) {
        return [configurator.setReserveFactor(asset, BigInt(Math.floor(random() * 5_000)))];
      }
      return lendable < 100n
        ? []
        : [
            configurator.setReserveStableRateBorrowing(asset),
            pool.borrow(OPERATOR, asset, part(lendable / 5n), STABLE),
          ];
    case 7:
      return [pool.mintToTreasury(asset)];
    case 8:
      return [configurator.setSupplyCap(asset, supplied / 10n ** BigInt(decimals) + part(1_000n))];
    case 9:
      return [configurator.setReserveFreeze(asset, true)];
    case 10:
      return [configurator.setReservePause(asset, true)];
    default: {
      // A gift to the aToken: cash that nobody supplied.
      const [minted] = fund(chain, OPERATOR, { token: asset, amount: some / 1_000n + 1n });
      const args = [aToken, some / 1_000n + 1n] as const;
      const data = encodeFunctionData({ abi: tokenAbi, functionName: "transfer", args });
      return minted === undefined ? [] : [minted, { from: OPERATOR, to: asset, data }];
    }
  }
}
