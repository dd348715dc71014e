import { type Address, encodeFunctionData, type Hex, parseAbi } from "viem";
import type { Builder } from "../builder.ts";
import { deployAt } from "../deploy-at.ts";
import type { DevnetToken } from "../manifest.ts";
import { pickArtifact } from "../solidity/artifact.ts";
import { generatedAddress, tokenBySymbol } from "../token-list.ts";
import type { DevnetProtocol } from "./protocol.ts";

// https://github.com/compound-finance/comet/blob/d5a30b0aae/deployments/mainnet/usdc/roots.json
export const COMET_REWARDS: Address = "0x1B0e765F6224C21223AeA2af16c1C46E38885a40";

/** Supplied what is lent out. */
export const COMET_LENDER: Address = generatedAddress("compound-v3 lender");

/** Owes what is borrowed: of an account that owes, what is supplied repays first. */
const BORROWER: Address = generatedAddress("compound-v3 borrower");

/** A market with what is supplied, pledged and borrowed, in whole tokens. */
interface DevnetMarket {
  readonly comet: Address;
  readonly symbol: string;
  readonly base: string;
  readonly collaterals: readonly string[];
  readonly supplied: bigint;
  readonly pledged: bigint;
  readonly borrowed: bigint;
}

const MARKETS: readonly DevnetMarket[] = [
  {
    // https://github.com/compound-finance/comet/blob/d5a30b0aae/deployments/mainnet/usdc/roots.json
    comet: "0xc3d688B66703497DAA19211EEdff47f25384cdc3",
    ...{ symbol: "cUSDCv3", base: "USDC", collaterals: ["WBTC", "WETH"] },
    ...{ supplied: 9_000_000n, pledged: 150n, borrowed: 6_500_000n },
  },
  {
    // https://github.com/compound-finance/comet/blob/d5a30b0aae/deployments/mainnet/usdt/roots.json
    comet: "0x3Afdc9BCA9213A35503b077a6072F3D0d5AB0840",
    ...{ symbol: "cUSDTv3", base: "USDT", collaterals: ["WBTC"] },
    ...{ supplied: 4_000_000n, pledged: 80n, borrowed: 3_600_000n },
  },
];

/** What anyone calls of the devnet's markets. */
export const cometAbi = parseAbi([
  "function setRates(uint64[4] s, uint64[4] b, uint256 supplySpeed)",
  "function setPrice(address asset, uint256 price, uint64 factor)",
  "function pause(bool supplyPaused, bool transferPaused, bool withdrawPaused, bool absorbPaused, bool buyPaused)",
  "function supplyTo(address dst, address asset, uint256 amount)",
  "function withdraw(address asset, uint256 amount)",
  "function borrowFor(address account, uint256 amount)",
  "function balanceOf(address account) view returns (uint256)",
  "function borrowBalanceOf(address account) view returns (uint256)",
]);
const rewardsAbi = parseAbi(["function setRewardConfig(address comet, address token)"]);
const tokenAbi = parseAbi([
  "function mint(address to, uint256 value)",
  "function approve(address spender, uint256 value)",
]);

const WAD = 10n ** 18n;
const GAS = 1_000_000n;
const CAP = 10n ** 30n;
// https://github.com/compound-finance/comet/blob/d5a30b0aae/deployments/mainnet/usdc/configuration.json
const SUPPLY_RATES = [8n * 10n ** 17n, 0n, 325n * 10n ** 14n, 4n * 10n ** 17n] as const;
const BORROW_RATES = [
  8n * 10n ** 17n,
  15n * 10n ** 15n,
  35n * 10n ** 15n,
  25n * 10n ** 16n,
] as const;
/** Rewards a second, 15 decimals. */
const SPEED = 10n ** 12n;
const REWARD = "COMP";
const REWARDS = 10n ** 24n;
const COLLATERAL_FACTOR = (WAD * 8n) / 10n;

/**
 * Markets of Compound V3: our own minimal contracts with the original's arithmetic, whose licence
 * lets nobody run it.
 */
export const compoundV3: DevnetProtocol = {
  slug: "compound-v3",
  compilations: ["compoundV3"],
  async deploy({ builder, compiled, tokens }) {
    const artifact = (name: string) => pickArtifact(compiled.compoundV3, name);
    await deployAt(builder, [
      { address: COMET_REWARDS, artifact: artifact("CometRewards") },
      ...MARKETS.map(({ comet, symbol, base, collaterals }) => {
        const { address, decimals } = tokenBySymbol(tokens, base);
        const assets = collaterals.map((each) => tokenBySymbol(tokens, each).address);
        const caps = assets.map(() => CAP);
        const args = [`Compound ${base}`, symbol, address, decimals, assets, caps];
        return { address: comet, artifact: artifact("Comet"), args, gas: 3_000_000n };
      }),
    ]);
    for (const market of MARKETS) configure(builder, tokens, market);
    const mint = { functionName: "mint", args: [COMET_REWARDS, REWARDS] } as const;
    const reward = tokenBySymbol(tokens, REWARD).address;
    call(builder, reward, encodeFunctionData({ abi: tokenAbi, ...mint }));
    await builder.flush();
  },
  /** An account has one balance of the base token, which is negative where it owes. */
  async seed({ builder, tokens }) {
    for (const market of MARKETS) {
      const { comet, base: symbol, collaterals, supplied, pledged, borrowed } = market;
      const base = tokenBySymbol(tokens, symbol);
      const collateral = tokenBySymbol(tokens, collaterals[0] ?? "");
      give(builder, comet, { token: base, amount: supplied, to: COMET_LENDER });
      // The operator may borrow, too.
      for (const to of [BORROWER, builder.operator]) {
        give(builder, comet, { token: collateral, amount: pledged, to });
      }
      const args = [BORROWER, unitsOf(base, borrowed)] as const;
      call(builder, comet, encodeFunctionData({ abi: cometAbi, functionName: "borrowFor", args }));
    }
    await builder.flush();
  },
};

function unitsOf({ decimals }: DevnetToken, amount: bigint): bigint {
  return amount * 10n ** BigInt(decimals);
}

/** Supplies whole tokens of the operator for an account. */
function give(
  builder: Builder,
  comet: Address,
  on: { readonly token: DevnetToken; readonly amount: bigint; readonly to: Address },
): void {
  const { address } = on.token;
  const amount = unitsOf(on.token, on.amount);
  const mint = { functionName: "mint", args: [builder.operator, amount] } as const;
  const approve = { functionName: "approve", args: [comet, amount] } as const;
  const supply = { functionName: "supplyTo", args: [on.to, address, amount] } as const;
  call(builder, address, encodeFunctionData({ abi: tokenAbi, ...mint }));
  call(builder, address, encodeFunctionData({ abi: tokenAbi, ...approve }));
  call(builder, comet, encodeFunctionData({ abi: cometAbi, ...supply }));
}

/** Rates, prices of the collateral by the token list, and rewards. */
function configure(
  builder: Builder,
  tokens: readonly DevnetToken[],
  { comet, base: symbol, collaterals }: DevnetMarket,
): void {
  const rates = [SUPPLY_RATES, BORROW_RATES, SPEED] as const;
  call(
    builder,
    comet,
    encodeFunctionData({ abi: cometAbi, functionName: "setRates", args: rates }),
  );
  const base = tokenBySymbol(tokens, symbol);
  for (const each of collaterals) {
    const { address, decimals, priceUsd } = tokenBySymbol(tokens, each);
    const ratio = BigInt(Math.round((priceUsd / base.priceUsd) * 1e6));
    const price = (ratio * 10n ** BigInt(18 - decimals + base.decimals)) / 1_000_000n;
    const args = [address, price, COLLATERAL_FACTOR] as const;
    call(builder, comet, encodeFunctionData({ abi: cometAbi, functionName: "setPrice", args }));
  }
  const args = [comet, tokenBySymbol(tokens, REWARD).address] as const;
  const data = encodeFunctionData({ abi: rewardsAbi, functionName: "setRewardConfig", args });
  call(builder, COMET_REWARDS, data);
}

function call(builder: Builder, to: Address, data: Hex): void {
  builder.queue({ to, data, gas: GAS, label: `Compound V3 ${data.slice(0, 10)} of ${to}` });
}
