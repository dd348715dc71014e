import { encodeFunctionData, type TransactionReceipt } from "viem";
import { LENDER } from "../../../devnet/protocols/aave-v3.ts";
import { AAVE_V3 } from "../../../devnet/protocols/aave-v3-markets.ts";
import { tokenBySymbol } from "../../../devnet/token-list.ts";
import { max, min } from "../../../src/lib/math.ts";
import type { AaveV3Reserve } from "../../../src/protocols/aave-v3/pool.ts";
import { REVISION } from "../../../src/protocols/aave-v3/revision.ts";
import { takes } from "../draw-taken.ts";
import type { Random } from "../on-chain.ts";
import { type ProtocolChain, passTime } from "../protocol-chain.ts";
import { configurator, fund, mine, OPERATOR, pool, type Sent, tokenAbi } from "./market.ts";
import { read, suppliedOf } from "./read.ts";

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

const STABLE = 1n;

/** Ways to change a reserve; the last is a gift. */
const WAYS = 12;
const BORROWS = [2, 3];
const REPAYMENT = 4;

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
  const wanted = change(chain, random, { reserve, way });
  const [borrow] = BORROWS.includes(way) ? wanted : [];
  // Who may borrow no more pays debt back.
  const isTaken = borrow === undefined || (await takes(chain, borrow.to, borrow.data));
  const sent = isTaken ? wanted : change(chain, random, { reserve, way: REPAYMENT });
  return [...receipts, ...(await mine(chain, sent))];
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
