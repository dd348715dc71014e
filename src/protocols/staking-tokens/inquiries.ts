import { pad } from "viem";
import { NATIVE } from "../../lib/address.ts";
import type { Issuer, StakingContracts } from "./contracts.ts";
import { type Inquiry, inquiry } from "./inquiry.ts";

const ETHER = 10n ** 18n;
const OF_NATIVE = { argument: pad(NATIVE) } as const;

const BY_ISSUER: Readonly<Record<Issuer, (contracts: StakingContracts) => Inquiry>> = {
  // https://github.com/etherfi-protocol/smart-contracts/blob/b4a0968087b178bc346cdf6bee6c0597bf4c42c7/src/core/LiquidityPool.sol#L618
  "ether-fi": ({ token, entry, wrapper }) =>
    inquiry({
      facts: {
        shares: [token, "totalShares()"],
        assets: [entry, "getTotalPooledEther()"],
        wrapped: [wrapper ?? token, "totalSupply()"],
      },
      stops: [[entry, "paused()"]],
      figures: ({ shares, assets, wrapped }) => ({ shares, assets, held: assets, wrapped }),
    }),
  // https://github.com/mantle-lsp/contracts/blob/afa686bbe9057b16e39786b3a01f21d8fe731af0/src/Staking.sol#L319
  mantle: ({ token, entry, settings }) =>
    inquiry({
      facts: {
        shares: [token, "totalSupply()"],
        assets: [entry, "totalControlled()"],
        adjustment: [entry, "exchangeAdjustmentRate()"],
        minimum: [entry, "minimumStakeBound()"],
        cap: [entry, "maximumMETHSupply()"],
      },
      stops: [
        [settings ?? entry, "isStakingPaused()"],
        [entry, "isStakingAllowlist()"],
      ],
      figures: ({ shares, assets, adjustment, minimum, cap }) => ({
        ...{ shares, assets, held: assets, adjustmentBps: Number(adjustment) },
        ...{ minimum, supplied: shares, cap },
      }),
    }),
  // https://github.com/FraxFinance/frxETH-public/blob/018eaf4daf0eb5ca94dfbb275d3fa59008ea829e/src/frxETHMinter.sol#L85
  frax: ({ token, entry }) =>
    inquiry({
      facts: { held: [token, "totalSupply()"] },
      stops: [[entry, "submitPaused()"]],
      figures: ({ held }) => ({ shares: 1n, assets: 1n, held }),
    }),
  // https://github.com/Kelp-DAO/LRT-rsETH/blob/c289b815eb8f3300ed9feab13ef6b8b05515a15c/contracts/LRTDepositPool.sol#L441
  kelp: ({ token, entry, oracle, settings }) =>
    inquiry({
      facts: {
        shares: [oracle ?? entry, "getAssetPrice(address)", OF_NATIVE],
        assets: [oracle ?? entry, "rsETHPrice()"],
        minimum: [entry, "minAmountToDeposit()"],
        supplied: [entry, "getTotalAssetDeposits(address)", OF_NATIVE],
        cap: [settings ?? entry, "depositLimitByAsset(address)", OF_NATIVE],
        issued: [token, "totalSupply()"],
      },
      stops: [[entry, "paused()"]],
      figures: ({ issued, ...told }) => ({ ...told, held: (issued * told.assets) / ETHER }),
    }),
  // https://github.com/Renzo-Protocol/contracts-public/blob/fc8c8e083852339fbddc7339287e54db77ff3959/contracts/RestakeManager.sol#L629
  renzo: ({ token, entry, settings }) =>
    inquiry({
      facts: {
        shares: [token, "totalSupply()"],
        // Behind what every operator has of every token: no other view tells it to the wei.
        assets: [entry, "calculateTVLs()", { word: 2 }],
        asked: [entry, "riskOracleMiddleware()"],
      },
      stops: [
        [entry, "paused()"],
        [settings ?? entry, "depositPaused()"],
      ],
      figures: ({ shares, assets, asked }) => ({
        ...{ shares, assets, held: assets },
        // Once the manager asks another contract, whether it stops deposits is not known.
        isPaused: settings === null || asked !== BigInt(settings),
      }),
    }),
  // https://github.com/stader-labs/ethx/blob/9d4a9211431d6c0cdf014bd64d3718cba4ce96ab/contracts/StaderStakePoolsManager.sol#L187
  stader: ({ token, entry, oracle }) =>
    inquiry({
      facts: {
        shares: [oracle ?? entry, "exchangeRate()", { word: 2 }],
        assets: [entry, "totalAssets()"],
        rate: [entry, "getExchangeRate()"],
        minimum: [entry, "minDeposit()"],
        cap: [entry, "maxDeposit()"],
        issued: [token, "totalSupply()"],
      },
      stops: [
        [entry, "paused()"],
        [token, "paused()"],
      ],
      figures: ({ shares, assets, rate, minimum, cap, issued }) => ({
        ...{
          shares,
          assets,
          minimum,
          cap,
          held: shares === 0n ? issued : (issued * assets) / shares,
        },
        // Once the manager asks another oracle, its supply is not known.
        isPaused: rate !== (shares === 0n || assets === 0n ? ETHER : (assets * ETHER) / shares),
      }),
    }),
  // https://github.com/Benqi-fi/BENQI-Smart-Contracts/blob/e0cfd244726719dfe027c9740878d64d1cad98f2/sAVAX/StakedAvax.sol#L401
  benqi: ({ token }) =>
    inquiry({
      facts: { shares: [token, "totalShares()"], assets: [token, "totalPooledAvax()"] },
      stops: [[token, "paused()"]],
      figures: ({ shares, assets }) => ({ shares, assets, held: assets }),
    }),
  // https://github.com/lista-dao/synclub-contracts/blob/67e524c700c9b3657d1209dfc8d5d2dfa6815bff/contracts/ListaStakeManager.sol#L195
  lista: ({ token, entry }) =>
    inquiry({
      facts: { shares: [token, "totalSupply()"], assets: [entry, "getTotalPooledBnb()"] },
      stops: [[entry, "paused()"]],
      figures: ({ shares, assets }) => ({ shares, assets, held: assets }),
    }),
  // https://github.com/infrared-dao/contracts/blob/c4b44df4b199d492fc6c5f247b04c24a5ad15607/src/staking/InfraredBERAV2_1.sol
  // https://github.com/infrared-dao/contracts/blob/7a823508232dd8dfbf2f311970bf4ed9426fb31d/src/staking/InfraredBERAFeeReceivor.sol
  infrared: ({ token, settings }) =>
    inquiry({
      facts: {
        shares: [token, "totalSupply()"],
        deposits: [token, "deposits()"],
        // Swept in by every deposit before it counts shares.
        earned: [settings ?? token, "distribution()"],
        asked: [token, "receivor()"],
      },
      stops: [],
      figures({ shares, deposits, earned, asked }) {
        const assets = deposits + earned;
        const isPaused = settings === null || asked !== BigInt(settings);
        return { shares, assets, held: assets, isPaused };
      },
    }),
};

/** What is asked about a token. */
export function inquiryOf(contracts: StakingContracts): Inquiry {
  return BY_ISSUER[contracts.issuer](contracts);
}
