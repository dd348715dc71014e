import { type Address, encodeFunctionData, type Hex, parseAbi } from "viem";
import { lower } from "../../src/lib/address.ts";
import type { Builder } from "../builder.ts";
import { type Deployment, deployAt } from "../deploy-at.ts";
import type { DevnetToken } from "../manifest.ts";
import { pickArtifact } from "../solidity/artifact.ts";
import type { CompiledContracts } from "../solidity/contracts.ts";
import { generatedAddress, tokenBySymbol } from "../token-list.ts";
import type { DevnetProtocol } from "./protocol.ts";

/** Holds what is supplied, and owes nothing. */
const SHARES_LENDER: Address = generatedAddress("compound-v2 lender");

/** A market with what is supplied and borrowed, in whole tokens. */
interface DevnetMarket {
  readonly cToken: Address;
  readonly symbol: string;
  /** Symbol of its asset; of the native currency's market, that of the wrapped one. */
  readonly asset: string;
  readonly kind: "token" | "native" | "unwrapping";
  readonly supplied: bigint;
  readonly borrowed: bigint;
  /** Whole tokens; 0: none. */
  readonly cap: bigint;
}

/** A fork with its markets; the first is the collateral of what the operator borrows. */
export interface DevnetFork {
  readonly slug: string;
  readonly comptroller: Address;
  readonly reward: string;
  /** Interest is counted so often a year. */
  readonly ticksPerYear: bigint;
  readonly bySecond: boolean;
  /** Whether caps bound the worth of shares and 0 lets nothing in, as Venus's. */
  readonly capsWorth: boolean;
  readonly markets: readonly DevnetMarket[];
}

const SECONDS_PER_YEAR = 31_536_000n;
const BLOCKS_PER_YEAR = SECONDS_PER_YEAR / 12n;

const ON_MAINNET: DevnetFork = {
  slug: "compound-v2",
  // https://github.com/compound-finance/compound-config/blob/ff8e979ffcb286d09884163cc928688f213abe71/networks/mainnet.json
  comptroller: "0x3d9819210A31b4961b30EF54bE2aeD79B9c9Cd3B",
  ...{ reward: "COMP", ticksPerYear: BLOCKS_PER_YEAR, bySecond: false, capsWorth: false },
  markets: [
    {
      // https://github.com/compound-finance/compound-config/blob/ff8e979ffcb286d09884163cc928688f213abe71/networks/mainnet.json
      cToken: "0x4Ddc2D193948926D02f9B1fE9e1daa0718270ED5",
      ...{ symbol: "cETH", asset: "WETH", kind: "native" },
      ...{ supplied: 9_000n, borrowed: 900n, cap: 0n },
    },
    {
      // https://github.com/compound-finance/compound-config/blob/ff8e979ffcb286d09884163cc928688f213abe71/networks/mainnet.json
      cToken: "0x39AA39c021dfbaE8faC545936693aC917d5E7563",
      ...{ symbol: "cUSDC", asset: "USDC", kind: "token" },
      ...{ supplied: 5_000_000n, borrowed: 3_900_000n, cap: 0n },
    },
    {
      // https://github.com/compound-finance/compound-config/blob/ff8e979ffcb286d09884163cc928688f213abe71/networks/mainnet.json
      cToken: "0xf650C3d88D12dB855b8bf7D11Be6C55A4e07dCC9",
      ...{ symbol: "cUSDT", asset: "USDT", kind: "token" },
      ...{ supplied: 2_000_000n, borrowed: 1_700_000n, cap: 0n },
    },
    {
      // https://github.com/compound-finance/compound-config/blob/ff8e979ffcb286d09884163cc928688f213abe71/networks/mainnet.json
      cToken: "0x5d3a536E4D6DbD6114cc1Ead35777bAB948E3643",
      ...{ symbol: "cDAI", asset: "DAI", kind: "token" },
      ...{ supplied: 3_000_000n, borrowed: 1_200_000n, cap: 0n },
    },
  ],
};

const ON_BASE: DevnetFork = {
  slug: "moonwell",
  // https://github.com/moonwell-fi/moonwell-contracts-v2/blob/45866f4cb74b4db510692254bc2015fb154e6ca8/chains/8453.json
  comptroller: "0xfBb21d0380beE3312B33c4353c8936a0F13EF26C",
  ...{ reward: "AERO", ticksPerYear: SECONDS_PER_YEAR, bySecond: true, capsWorth: false },
  markets: [
    {
      // https://github.com/moonwell-fi/moonwell-contracts-v2/blob/45866f4cb74b4db510692254bc2015fb154e6ca8/chains/8453.json
      cToken: "0x628ff693426583D9a7FB391E54366292F509D457",
      ...{ symbol: "mWETH", asset: "WETH", kind: "unwrapping" },
      ...{ supplied: 600n, borrowed: 100n, cap: 40_000n },
    },
    {
      // https://github.com/moonwell-fi/moonwell-contracts-v2/blob/45866f4cb74b4db510692254bc2015fb154e6ca8/chains/8453.json
      cToken: "0xEdc817A28E8B93B03976FBd4a3dDBc9f7D176c22",
      ...{ symbol: "mUSDC", asset: "USDC", kind: "token" },
      ...{ supplied: 800_000n, borrowed: 620_000n, cap: 30_000_000n },
    },
    {
      // https://github.com/moonwell-fi/moonwell-contracts-v2/blob/45866f4cb74b4db510692254bc2015fb154e6ca8/chains/8453.json
      cToken: "0x3bf93770f2d4a794c3d9EBEfBAeBAE2a8f09A5E5",
      ...{ symbol: "mcbETH", asset: "cbETH", kind: "token" },
      ...{ supplied: 300n, borrowed: 20n, cap: 0n },
    },
  ],
};

/** What anyone calls of the devnet's markets. */
export const cTokenAbi = parseAbi([
  "function setRates(uint256[4] rates, uint256 reserveFactor)",
  "function setReduceReservesBlockDelta(uint256 delta)",
  "function mint(uint256 amount) returns (uint256)",
  "function mint() payable",
  "function redeem(uint256 tokens) returns (uint256)",
  "function borrow(uint256 amount) returns (uint256)",
  "function repayBorrow(uint256 amount) returns (uint256)",
  "function repayBorrow() payable",
  "function balanceOf(address account) view returns (uint256)",
  "function borrowBalanceStored(address account) view returns (uint256)",
  "function transfer(address to, uint256 amount) returns (bool)",
]);
export const comptrollerAbi = parseAbi([
  "function support(address cToken, uint256 price, uint256 collateralFactor, uint256 speed)",
  "function pause(address cToken, bool mint, bool redeem, bool borrow, bool transfer)",
  "function setProtocolPaused(bool paused)",
  "function setTreasuryPercent(uint256 percent)",
  "function setSupplyCap(address cToken, uint256 cap)",
  "function enterMarkets(address[] cTokens) returns (uint256[])",
]);
const tokenAbi = parseAbi([
  "function mint(address to, uint256 value)",
  "function deposit() payable",
  "function approve(address spender, uint256 value)",
]);

const WAD = 10n ** 18n;
const GAS = 1_000_000n;
const DEPLOY_GAS = 4_000_000n;
/** Assets per share before interest: 0.02, of shares with 8 decimals. */
const initialRateOf = (decimals: number) => 2n * 10n ** BigInt(decimals + 8);
/** A year's base, slopes below and above the kink, and the kink, 18 decimals. */
const RATES = { base: 0n, slope: WAD / 20n, jump: WAD, kink: (8n * WAD) / 10n };
const RESERVE_FACTOR = (75n * WAD) / 1_000n;
const COLLATERAL_FACTOR = (8n * WAD) / 10n;
const SPEED = 10n ** 14n;
const REWARDS = 10n ** 24n;

/** Compound V2 on Ethereum. */
export const compoundV2: DevnetProtocol = forkProtocol(ON_MAINNET);

/** Moonwell on Base. */
export const moonwell: DevnetProtocol = forkProtocol(ON_BASE);

/** A fork of Compound V2 by our own minimal contracts with the original's arithmetic. */
export function forkProtocol(fork: DevnetFork): DevnetProtocol {
  return {
    slug: fork.slug,
    compilations: ["compoundV2"],
    async deploy({ builder, compiled, tokens }) {
      const reward = tokenBySymbol(tokens, fork.reward).address;
      await deployAt(builder, [
        {
          ...{ address: fork.comptroller, args: [fork.capsWorth, reward], gas: DEPLOY_GAS },
          artifact: pickArtifact(compiled.compoundV2, "Comptroller"),
        },
        ...fork.markets.map((market) => deploymentOf(fork, market, { compiled, tokens })),
      ]);
      for (const market of fork.markets) configure(builder, tokens, { fork, market });
      const paid = { functionName: "mint", args: [fork.comptroller, REWARDS] } as const;
      send(builder, { to: reward, data: encodeFunctionData({ abi: tokenAbi, ...paid }) });
      await builder.flush();
    },
    /** The operator pledges all that it may, borrows, and gives the lender the rest. */
    async seed({ builder, tokens }) {
      const [collateral] = fork.markets;
      if (collateral === undefined) return;
      const args = [[collateral.cToken]] as const;
      const enter = { abi: comptrollerAbi, functionName: "enterMarkets", args } as const;
      send(builder, { to: fork.comptroller, data: encodeFunctionData(enter) });
      for (const market of fork.markets) {
        const asset = tokenBySymbol(tokens, market.asset);
        const amount = unitsOf(asset, market.supplied);
        const { cToken, kind } = market;
        const paid = { cToken, asset: asset.address, isNative: kind === "native" };
        const wrapped = lower(builder.spec.wrappedNative.address);
        const by = { wrapped, operator: builder.operator, amount };
        for (const call of paymentOf(paid, by, "mint")) send(builder, call);
        if (market !== collateral) lend(builder, cToken, sharesOf(asset, market.supplied));
      }
      await builder.flush();
      for (const market of fork.markets) {
        const asset = tokenBySymbol(tokens, market.asset);
        const borrowed = unitsOf(asset, market.borrowed);
        const borrow = { abi: cTokenAbi, functionName: "borrow", args: [borrowed] } as const;
        send(builder, { to: market.cToken, data: encodeFunctionData(borrow) });
      }
      const asset = tokenBySymbol(tokens, collateral.asset);
      lend(builder, collateral.cToken, sharesOf(asset, collateral.supplied) / 10n);
      await builder.flush();
    },
  };
}

function deploymentOf(
  { comptroller, bySecond }: DevnetFork,
  { cToken, symbol, asset, kind }: DevnetMarket,
  on: { readonly compiled: CompiledContracts; readonly tokens: readonly DevnetToken[] },
): Deployment {
  const { address, decimals } = tokenBySymbol(on.tokens, asset);
  const common = [symbol, symbol, comptroller, initialRateOf(decimals), bySecond];
  const name = kind === "native" ? "CEther" : "CErc20";
  const args = kind === "native" ? common : [...common, address, kind === "unwrapping"];
  const artifact = pickArtifact(on.compiled.compoundV2, name);
  return { address: cToken, artifact, args, gas: DEPLOY_GAS };
}

/** Rates, prices by the token list, caps and rewards. */
function configure(
  builder: Builder,
  tokens: readonly DevnetToken[],
  { fork, market }: { readonly fork: DevnetFork; readonly market: DevnetMarket },
): void {
  const { comptroller, ticksPerYear } = fork;
  const { cToken, cap } = market;
  const asset = tokenBySymbol(tokens, market.asset);
  const price = BigInt(Math.round(asset.priceUsd * 1e6)) * 10n ** BigInt(30 - asset.decimals);
  const { base, slope, jump, kink } = RATES;
  const rates = [base / ticksPerYear, slope / ticksPerYear, jump / ticksPerYear, kink] as const;
  const listed = [cToken, price, COLLATERAL_FACTOR, SPEED] as const;
  const support = { abi: comptrollerAbi, functionName: "support", args: listed } as const;
  send(builder, { to: comptroller, data: encodeFunctionData(support) });
  const set = { functionName: "setRates", args: [rates, RESERVE_FACTOR] } as const;
  send(builder, { to: cToken, data: encodeFunctionData({ abi: cTokenAbi, ...set }) });
  const capped = { functionName: "setSupplyCap", args: [cToken, unitsOf(asset, cap)] } as const;
  send(builder, {
    to: comptroller,
    data: encodeFunctionData({ abi: comptrollerAbi, ...capped }),
  });
}

/** Moves shares of the operator's to the lender. */
function lend(builder: Builder, cToken: Address, shares: bigint): void {
  const moved = { functionName: "transfer", args: [SHARES_LENDER, shares] } as const;
  send(builder, { to: cToken, data: encodeFunctionData({ abi: cTokenAbi, ...moved }) });
}

function unitsOf({ decimals }: DevnetToken, amount: bigint): bigint {
  return amount * 10n ** BigInt(decimals);
}

/** What the first deposit of whole tokens is given. */
function sharesOf(asset: DevnetToken, amount: bigint): bigint {
  return (unitsOf(asset, amount) * WAD) / initialRateOf(asset.decimals);
}

/** A transaction of the operator. */
export interface OperatorCall {
  readonly to: Address;
  readonly data: Hex;
  readonly value?: bigint;
}

/** How the operator comes by an amount of a market's asset, and pays it in or repays with it. */
export function paymentOf(
  market: { readonly cToken: Address; readonly asset: Address; readonly isNative: boolean },
  on: { readonly wrapped: Address; readonly operator: Address; readonly amount: bigint },
  verb: "mint" | "repayBorrow",
): readonly OperatorCall[] {
  const { cToken, asset, isNative } = market;
  const { wrapped, operator, amount } = on;
  if (isNative) {
    const data = encodeFunctionData({ abi: cTokenAbi, functionName: verb });
    return [{ to: cToken, data, value: amount }];
  }
  const deposit = encodeFunctionData({ abi: tokenAbi, functionName: "deposit" });
  const minted = { functionName: "mint", args: [operator, amount] } as const;
  const approve = { functionName: "approve", args: [cToken, amount] } as const;
  return [
    asset === wrapped
      ? { to: asset, data: deposit, value: amount }
      : { to: asset, data: encodeFunctionData({ abi: tokenAbi, ...minted }) },
    { to: asset, data: encodeFunctionData({ abi: tokenAbi, ...approve }) },
    {
      to: cToken,
      data: encodeFunctionData({ abi: cTokenAbi, functionName: verb, args: [amount] }),
    },
  ];
}

function send(builder: Builder, { to, data, value = 0n }: OperatorCall): void {
  builder.queue({ to, data, value, gas: GAS, label: `Compound V2 ${data.slice(0, 10)} of ${to}` });
}
