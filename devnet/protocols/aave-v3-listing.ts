import type { DevnetToken } from "../manifest.ts";
import { tokenBySymbol } from "../token-list.ts";
import type { ContractCalls } from "./aave-v3-calls.ts";
import { type Market, marketAddress } from "./aave-v3-markets.ts";

/** Loan to value, liquidation threshold and bonus of every reserve, basis points. */
const COLLATERAL = [8_000n, 8_500n, 10_500n] as const;
const RESERVE_FACTOR_BPS = 1_000n;
/** Before the market's prefix in symbols. */
const PREFIXES = {
  aToken: "",
  variableDebtToken: "variableDebt",
  stableDebtToken: "stableDebt",
} as const;

/** Lists a market's reserves as collateral that can be borrowed. */
export function listReserves(
  configure: ContractCalls,
  market: Market,
  tokens: readonly DevnetToken[],
): void {
  for (const symbol of market.reserves) {
    const token = tokenBySymbol(tokens, symbol);
    configure("initReserves", [[listing(market, token)]]);
    configure("configureReserveAsCollateral", [token.address, ...COLLATERAL]);
    configure("setReserveBorrowing", [token.address, true]);
    configure("setReserveFactor", [token.address, RESERVE_FACTOR_BPS]);
    configure("setReserveFlashLoaning", [token.address, true]);
    const cap = market.supplyCaps[symbol] ?? 0n;
    if (cap > 0n) configure("setSupplyCap", [token.address, cap]);
  }
}

/** Name and symbol of one of a reserve's tokens. */
export function tokenNames(market: Market, kind: keyof typeof PREFIXES, symbol: string) {
  const short = `${PREFIXES[kind]}${market.prefix}${symbol}`;
  return { name: `${market.slug} ${short}`, symbol: short };
}

function listing(market: Market, { address, symbol, decimals }: DevnetToken) {
  const at = (name: string) => marketAddress(market, name);
  const names = (kind: keyof typeof PREFIXES) => {
    const { name, symbol: short } = tokenNames(market, kind, symbol);
    return { [`${kind}Name`]: name, [`${kind}Symbol`]: short };
  };
  return {
    aTokenImpl: at("AToken"),
    stableDebtTokenImpl: at("StableDebtToken"),
    variableDebtTokenImpl: at("VariableDebtToken"),
    underlyingAssetDecimals: decimals,
    interestRateStrategyAddress: at("rates"),
    underlyingAsset: address,
    treasury: at("treasury"),
    incentivesController: market.rewardsController,
    ...names("aToken"),
    ...names("variableDebtToken"),
    ...names("stableDebtToken"),
    params: "0x10",
  };
}
