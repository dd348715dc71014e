import { type Address, encodeFunctionData, type Hex, parseAbi, zeroAddress } from "viem";
import type { Builder } from "../builder.ts";
import { type Deployment, deployAt } from "../deploy-at.ts";
import type { DevnetToken } from "../manifest.ts";
import { pickArtifact } from "../solidity/artifact.ts";
import { generatedAddress, tokenBySymbol } from "../token-list.ts";
import type { DevnetProtocol } from "./protocol.ts";

// https://github.com/morpho-org/sdks/blob/cdff8c4584/packages/morpho-ts/src/addresses.ts
export const MORPHO: Address = "0xBBBBBbbBBb9cC5e90e3b3Af64bdAF62C37EEFFCb";
// https://github.com/morpho-org/sdks/blob/cdff8c4584/packages/morpho-ts/src/addresses.ts
export const ADAPTIVE_CURVE_IRM: Address = "0x870aC11D48B15DB9a138Cf899d20F13F79Ba00BC";

const LLTV = 860_000_000_000_000_000n;

/** What the operator, who owns Morpho, calls. */
export const morphoAbi = parseAbi([
  "struct MarketParams { address loanToken; address collateralToken; address oracle; address irm; uint256 lltv; }",
  "function enableIrm(address irm)",
  "function enableLltv(uint256 lltv)",
  "function setFee(MarketParams marketParams, uint256 newFee)",
  "function setFeeRecipient(address newFeeRecipient)",
  "function createMarket(MarketParams marketParams)",
  "function supply(MarketParams marketParams, uint256 assets, uint256 shares, address onBehalf, bytes data)",
  "function supplyCollateral(MarketParams marketParams, uint256 assets, address onBehalf, bytes data)",
  "function withdraw(MarketParams marketParams, uint256 assets, uint256 shares, address onBehalf, address receiver)",
  "function borrow(MarketParams marketParams, uint256 assets, uint256 shares, address onBehalf, address receiver)",
  "function repay(MarketParams marketParams, uint256 assets, uint256 shares, address onBehalf, bytes data)",
  "function liquidate(MarketParams marketParams, address borrower, uint256 seizedAssets, uint256 repaidShares, bytes data)",
  "function accrueInterest(MarketParams marketParams)",
  "function market(bytes32 id) view returns (uint128 totalSupplyAssets, uint128 totalSupplyShares, uint128 totalBorrowAssets, uint128 totalBorrowShares, uint128 lastUpdate, uint128 fee)",
  "function position(bytes32 id, address user) view returns (uint256 supplyShares, uint128 borrowShares, uint128 collateral)",
  "function idToMarketParams(bytes32 id) view returns (MarketParams)",
  "function rateAtTarget(bytes32 id) view returns (int256)",
  "event CreateMarket(bytes32 indexed id, MarketParams marketParams)",
]);

const tokenAbi = parseAbi([
  "function mint(address to, uint256 value)",
  "function approve(address spender, uint256 value)",
]);
const oracleAbi = parseAbi(["function setPrice(uint256 newPrice)"]);

/** A market with what the operator gives and takes, in whole tokens. */
interface DevnetMarket {
  readonly loan: string;
  readonly collateral: string;
  /** Whether it makes interest. */
  readonly adaptive: boolean;
  readonly supplied: bigint;
  readonly pledged: bigint;
  readonly borrowed: bigint;
  /** Part of the interest that the protocol keeps, scale 10^18. */
  readonly fee: bigint;
}

const MARKETS: readonly DevnetMarket[] = [
  {
    ...{ loan: "USDC", collateral: "WBTC", adaptive: true, fee: 0n },
    ...{ supplied: 12_000_000n, pledged: 200n, borrowed: 10_400_000n },
  },
  {
    ...{ loan: "DAI", collateral: "cbBTC", adaptive: true, fee: 100_000_000_000_000_000n },
    ...{ supplied: 6_000_000n, pledged: 100n, borrowed: 5_600_000n },
  },
  {
    ...{ loan: "USDT", collateral: "WBTC", adaptive: false, fee: 0n },
    ...{ supplied: 2_000_000n, pledged: 20n, borrowed: 500_000n },
  },
];

/** Parameters of a market as `createMarket` takes them. */
export interface MarketParams {
  readonly loanToken: Address;
  readonly collateralToken: Address;
  readonly oracle: Address;
  readonly irm: Address;
  readonly lltv: bigint;
}

/**
 * Morpho with its published sources, an own minimal interest model, and three markets with loans.
 */
export const morphoBlue: DevnetProtocol = {
  slug: "morpho-blue",
  compilations: ["morpho"],
  async deploy({ builder, compiled: { morpho: artifacts } }) {
    const oracle = pickArtifact(artifacts, "OracleMock");
    await deployAt(builder, [
      {
        address: MORPHO,
        artifact: pickArtifact(artifacts, "Morpho"),
        args: [builder.operator],
      },
      {
        address: ADAPTIVE_CURVE_IRM,
        artifact: pickArtifact(artifacts, "AdaptiveCurveIrm"),
        args: [MORPHO],
      },
      ...MARKETS.map((market): Deployment => ({ address: oracleOf(market), artifact: oracle })),
    ]);
  },
  async seed({ builder, tokens }) {
    const { operator } = builder;
    const call = (data: Hex) => send(builder, MORPHO, data);
    const abi = morphoAbi;
    for (const irm of [zeroAddress, ADAPTIVE_CURVE_IRM]) {
      call(encodeFunctionData({ abi, functionName: "enableIrm", args: [irm] }));
    }
    call(encodeFunctionData({ abi, functionName: "enableLltv", args: [LLTV] }));
    call(encodeFunctionData({ abi, functionName: "setFeeRecipient", args: [operator] }));
    for (const market of MARKETS) {
      const loan = tokenBySymbol(tokens, market.loan);
      const collateral = tokenBySymbol(tokens, market.collateral);
      const params = paramsOf(market, tokens);
      const price = [oraclePrice(loan, collateral)] as const;
      send(
        builder,
        params.oracle,
        encodeFunctionData({ abi: oracleAbi, functionName: "setPrice", args: price }),
      );
      call(encodeFunctionData({ abi, functionName: "createMarket", args: [params] }));
      if (market.fee > 0n) {
        const args = [params, market.fee] as const;
        call(encodeFunctionData({ abi, functionName: "setFee", args }));
      }
      const supplied = fund(builder, loan, market.supplied);
      const lent = [params, supplied, 0n, operator, "0x"] as const;
      call(encodeFunctionData({ abi, functionName: "supply", args: lent }));
      const pledged = [params, fund(builder, collateral, market.pledged), operator, "0x"] as const;
      call(encodeFunctionData({ abi, functionName: "supplyCollateral", args: pledged }));
      const debt = market.borrowed * 10n ** BigInt(loan.decimals);
      const owed = [params, debt, 0n, operator, operator] as const;
      call(encodeFunctionData({ abi, functionName: "borrow", args: owed }));
    }
    await builder.flush();
  },
};

function paramsOf(market: DevnetMarket, tokens: readonly DevnetToken[]): MarketParams {
  return {
    loanToken: tokenBySymbol(tokens, market.loan).address,
    collateralToken: tokenBySymbol(tokens, market.collateral).address,
    oracle: oracleOf(market),
    irm: market.adaptive ? ADAPTIVE_CURVE_IRM : zeroAddress,
    lltv: LLTV,
  };
}

/** The parameters of the market of two tokens. */
export function marketParams(
  loan: string,
  collateral: string,
  tokens: readonly DevnetToken[],
): MarketParams {
  const market = MARKETS.find((one) => one.loan === loan && one.collateral === collateral);
  if (market === undefined) throw new Error(`No market lends ${loan} for ${collateral}.`);
  return paramsOf(market, tokens);
}

/** Loan tokens for a collateral token, both in smallest units, scale 10^36. */
function oraclePrice(loan: DevnetToken, collateral: DevnetToken): bigint {
  const cents = BigInt(Math.round((collateral.priceUsd / loan.priceUsd) * 100));
  const scale = 10n ** BigInt(36 + loan.decimals - collateral.decimals);
  return (cents * scale) / 100n;
}

function oracleOf({ loan, collateral }: DevnetMarket): Address {
  return generatedAddress(`morpho oracle ${collateral} ${loan}`);
}

/** Mints whole tokens to the operator and lets Morpho take them; the amount in smallest units. */
function fund(builder: Builder, { address, decimals }: DevnetToken, whole: bigint): bigint {
  const amount = whole * 10n ** BigInt(decimals);
  const minted = [builder.operator, amount] as const;
  send(builder, address, encodeFunctionData({ abi: tokenAbi, functionName: "mint", args: minted }));
  const approved = [MORPHO, amount] as const;
  send(
    builder,
    address,
    encodeFunctionData({ abi: tokenAbi, functionName: "approve", args: approved }),
  );
  return amount;
}

function send(builder: Builder, to: Address, data: Hex): void {
  builder.queue({ to, data, gas: 500_000n, label: `${data.slice(0, 10)} of ${to}` });
}
