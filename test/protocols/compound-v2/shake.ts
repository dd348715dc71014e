import { encodeFunctionData, parseAbi } from "viem";
import {
  comptrollerAbi,
  cTokenAbi,
  type OperatorCall,
  paymentOf,
} from "../../../devnet/protocols/compound-v2.ts";
import { NATIVE } from "../../../src/lib/address.ts";
import { min } from "../../../src/lib/math.ts";
import { forkOf } from "../../../src/protocols/compound-v2/contracts.ts";
import { FORKS } from "../../../src/protocols/compound-v2/forks.ts";
import { MOST_RATE_WAD } from "../../../src/protocols/compound-v2/interest.ts";
import type { CompoundV2Market } from "../../../src/protocols/compound-v2/pool.ts";
import { randomAmount } from "../chain.ts";
import type { Random } from "../on-chain.ts";
import { mineAfter, type ProtocolChain } from "../protocol-chain.ts";

const GAS = 1_500_000n;
const WAD = 10n ** 18n;
const MOST_DIGITS = 8;
const tokenAbi = parseAbi(["function mint(address to, uint256 value)"]);

/** Changes a market by random real transactions of the operator, who owes, and by time. */
export async function shake(
  chain: ProtocolChain,
  random: Random,
  markets: readonly CompoundV2Market[],
): Promise<void> {
  const market = markets[Math.floor(random() * markets.length)];
  if (market === undefined) throw new Error("Compound V2 is not on the chain.");
  for (const { to, data, value = 0n } of callsOf(chain, market, random)) {
    chain.builder.queue({ to, data, value, gas: GAS, label: `market ${data.slice(0, 10)}` });
  }
  await chain.builder.flush();
  if (random() < 0.3) await mineAfter(chain, Number(randomAmount(random, 1, 5)));
  if (random() < 0.3) await chain.node.mine({ blocks: 1 + Math.floor(random() * 40) });
}

/** Up to some thousand whole units of an asset. */
function amountOf({ initialRateWad, cash }: CompoundV2Market, random: Random): bigint {
  const digits = (cash + initialRateWad).toString().length;
  return randomAmount(random, 1, Math.max(MOST_DIGITS, digits - 1));
}

function callsOf(
  { builder: { operator }, chain: { wrappedNative } }: ProtocolChain,
  market: CompoundV2Market,
  random: Random,
): readonly OperatorCall[] {
  const { cToken, comptroller, asset } = market;
  const amount = amountOf(market, random);
  const paid = { cToken, asset, isNative: asset === NATIVE };
  const by = { wrapped: wrappedNative, operator, amount };
  const open = opened(market);
  switch (Math.floor(random() * 8)) {
    case 0:
      return [...open, { to: cToken, data: ratesOf(market, random) }];
    case 1:
      return [switched(market, [random() < 0.3, random() < 0.3, false, random() < 0.2])];
    case 2: {
      if (FORKS[forkOf(market.slug)].cap === "none") return open;
      const assets = market.cash + market.totalBorrows - market.totalReserves;
      const none = forkOf(market.slug) === "venus" ? 10n ** 40n : 0n;
      const cap = random() < 0.3 ? none : assets + amount;
      const args = [cToken, cap] as const;
      const data = encodeFunctionData({
        ...{ abi: comptrollerAbi, functionName: "setSupplyCap", args },
      });
      return [{ to: comptroller, data }];
    }
    case 3:
      return settings(market, random);
    case 4: {
      // As by a gift: cash of which nobody has a share. The native market takes none.
      if (asset === NATIVE || asset === wrappedNative) return open;
      const args = [cToken, amount] as const;
      const data = encodeFunctionData({ abi: tokenAbi, functionName: "mint", args });
      return [{ to: asset, data }];
    }
    case 5: {
      const borrowed = min(amount, market.cash / 4n);
      const data = encodeFunctionData({
        ...{ abi: cTokenAbi, functionName: "borrow", args: [borrowed] },
      });
      return [...open, { to: cToken, data }];
    }
    case 6: {
      const repaid = min(amount, market.totalBorrows / 2n);
      return [...open, ...paymentOf(paid, { ...by, amount: repaid }, "repayBorrow")];
    }
    default: {
      const uncapped = encodeFunctionData({
        ...{ abi: comptrollerAbi, functionName: "setSupplyCap" },
        args: [cToken, 10n ** 40n],
      });
      return [...open, { to: comptroller, data: uncapped }, ...paymentOf(paid, by, "mint")];
    }
  }
}

/** Everything that may be paused goes on. */
function opened(market: CompoundV2Market): readonly OperatorCall[] {
  const unpaused = { functionName: "setProtocolPaused", args: [false] } as const;
  const data = encodeFunctionData({ abi: comptrollerAbi, ...unpaused });
  return [switched(market, [false, false, false, false]), { to: market.comptroller, data }];
}

function switched(
  { cToken, comptroller }: CompoundV2Market,
  switches: readonly [boolean, boolean, boolean, boolean],
): OperatorCall {
  const args = [cToken, ...switches] as const;
  const data = encodeFunctionData({ abi: comptrollerAbi, functionName: "pause", args });
  return { to: comptroller, data };
}

/** A base, slopes and a kink, below the rate that the market refuses. */
function ratesOf({ clock }: CompoundV2Market, random: Random) {
  const most = MOST_RATE_WAD / (clock === "block" ? 4n : 40n);
  const some = (of: bigint) => (BigInt(Math.floor(random() * 1e6)) * of) / 1_000_000n;
  const rates = [some(most / 10n), some(most), some(most), some(WAD)] as const;
  const args = [rates, some(WAD / 2n)] as const;
  return encodeFunctionData({ abi: cTokenAbi, functionName: "setRates", args });
}

/** What Venus alone has: the treasury's part, reserves that are paid out, a pause of everything. */
function settings(market: CompoundV2Market, random: Random): readonly OperatorCall[] {
  const { cToken, comptroller, slug } = market;
  if (forkOf(slug) !== "venus") return [];
  const percent = random() < 0.5 ? 0n : randomAmount(random, 10, 17);
  const delta = random() < 0.3 ? 2n ** 127n : BigInt(1 + Math.floor(random() * 30));
  const fee = { functionName: "setTreasuryPercent", args: [percent] } as const;
  const paused = { functionName: "setProtocolPaused", args: [random() < 0.2] } as const;
  const due = { functionName: "setReduceReservesBlockDelta", args: [delta] } as const;
  return [
    { to: comptroller, data: encodeFunctionData({ abi: comptrollerAbi, ...fee }) },
    { to: comptroller, data: encodeFunctionData({ abi: comptrollerAbi, ...paused }) },
    { to: cToken, data: encodeFunctionData({ abi: cTokenAbi, ...due }) },
  ];
}
