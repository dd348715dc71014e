import { type Address, encodeFunctionData, type Hex, parseAbi, parseUnits } from "viem";
import { lower, ZERO_ADDRESS } from "../../src/lib/address.ts";
import { factoryOn } from "../../src/protocols/curve-stableswap-ng/contracts.ts";
import type { Builder } from "../builder.ts";
import { deployAt } from "../deploy-at.ts";
import { pickArtifact } from "../solidity/artifact.ts";
import { generatedAddress, tokenBySymbol } from "../token-list.ts";
import { YEARN_USDT } from "./erc4626.ts";
import type { DeployContext, DevnetProtocol } from "./protocol.ts";

/** Kinds of coins, as the factory numbers them. */
const [STANDARD, ORACLE, REBASING, VAULT] = [0, 1, 2, 3];

/** A pool of the devnet: own contract, for the first one at the real address. */
interface CurveNgPlan {
  readonly pool: Address;
  readonly symbol: string;
  readonly coins: readonly {
    /** Of the devnet's token, or an address. */
    readonly token: string;
    readonly decimals: number;
    readonly type: number;
    /** Whole tokens that are deposited. */
    readonly deposit: string;
  }[];
  readonly amplification: bigint;
  /** 10^10 is 100 %. */
  readonly feeE10: bigint;
  /** How much the fee grows; 10^10 is once. */
  readonly offpegE10: bigint;
  /** Of a metapool, whose second coin is the base pool's liquidity token. */
  readonly basePool?: Address;
}

/** The oracle of cbETH. */
export const CURVE_NG_ORACLE: Address = generatedAddress("curve-ng rate oracle");
const FEE_RECEIVER: Address = generatedAddress("curve-ng fee receiver");
// https://github.com/curvefi/curve-contract/blob/574f44027d/contracts/pools/3pool/pooldata.json
const THREE_POOL: Address = "0xbEbc44782C7dB0a1A60Cb6fe97d0b483032FF1C7";
const THREE_CRV: Address = "0x6c3F90f043a72FA612cbac8115EE7e52BDe6E490";

/** What a cbETH is worth in ether when the devnet begins, 18 decimals. */
const CBETH_RATE = 1_091_234_567_890_123_456n;
const GAS = { constructor: 6_000_000n, add: 2_000_000n, other: 400_000n };

/**
 * Sizes are chosen: some millions of US dollars, so out of balance that the pools pay what the
 * tokens are worth.
 */
export const CURVE_NG_POOLS: readonly CurveNgPlan[] = [
  {
    // https://github.com/KyberNetwork/kyberswap-dex-lib/blob/ae6a99aa/pkg/liquidity-source/curve/stable-meta-ng/pool_simulator_test.go
    pool: "0x383E6b4437b59fff47B619CBA855CA29342A8559",
    symbol: "PYUSDUSDC",
    coins: [
      { token: "PYUSD", decimals: 6, type: STANDARD, deposit: "4600000" },
      { token: "USDC", decimals: 6, type: STANDARD, deposit: "4400000" },
    ],
    ...{ amplification: 150n, feeE10: 1_000_000n, offpegE10: 50_000_000_000n },
  },
  {
    pool: generatedAddress("curve-ng GHO/yvUSDT/USDC"),
    symbol: "GHOyvUSDTUSDC",
    coins: [
      { token: "GHO", decimals: 18, type: REBASING, deposit: "1500000" },
      { token: YEARN_USDT, decimals: 6, type: VAULT, deposit: "1220000" },
      { token: "USDC", decimals: 6, type: STANDARD, deposit: "970000" },
    ],
    ...{ amplification: 400n, feeE10: 3_000_000n, offpegE10: 20_000_000_000n },
  },
  {
    pool: generatedAddress("curve-ng WETH/cbETH"),
    symbol: "WETHcbETH",
    coins: [
      { token: "WETH", decimals: 18, type: STANDARD, deposit: "620" },
      { token: "cbETH", decimals: 18, type: ORACLE, deposit: "551" },
    ],
    ...{ amplification: 100n, feeE10: 4_000_000n, offpegE10: 0n },
  },
  {
    pool: generatedAddress("curve-ng LUSD/3Crv"),
    symbol: "LUSD3CRV",
    coins: [
      { token: "LUSD", decimals: 18, type: STANDARD, deposit: "580000" },
      { token: THREE_CRV, decimals: 18, type: STANDARD, deposit: "830000" },
    ],
    ...{ amplification: 200n, feeE10: 4_000_000n, offpegE10: 20_000_000_000n },
    basePool: THREE_POOL,
  },
];

const factoryAbi = parseAbi([
  "function enter(address pool, address implementation, address basePool)",
]);
const tokenAbi = parseAbi([
  "function mint(address to, uint256 value)",
  "function approve(address spender, uint256 value)",
  "function deposit(uint256 assets, address receiver)",
]);
const poolAbi = parseAbi([
  "function add_liquidity(uint256[] amounts, uint256 min)",
  "function add_liquidity(uint256[2] amounts, uint256 min)",
]);

/**
 * Pools of Curve's stableswap-ng factory: own contracts with the original's maths, as no package
 * carries their bytecode. They need the vaults of `erc4626` and the 3pool of `curve`.
 */
export const curveNg: DevnetProtocol = {
  slug: "curve-ng",
  compilations: ["curveNg"],
  async deploy({ builder, compiled, tokens }) {
    const contracts = factoryOn(builder.spec.chainId);
    if (contracts === null) throw new Error(`Chain ${builder.spec.chainId} has no factory.`);
    const { factory, plainImplementation, metaImplementation } = contracts;
    const artifact = (name: string) => pickArtifact(compiled.curveNg, name);
    const gas = GAS.constructor;
    await deployAt(builder, [
      { address: factory, artifact: artifact("StableSwapNgFactory"), args: [FEE_RECEIVER] },
      { address: CURVE_NG_ORACLE, artifact: artifact("RateOracle"), args: [CBETH_RATE] },
    ]);
    await deployAt(
      builder,
      CURVE_NG_POOLS.map((plan) => {
        const { pool: address, basePool } = plan;
        const args = argsOf(plan, factory, tokens);
        return basePool === undefined
          ? { address, artifact: artifact("StableSwapNgPlain"), args, gas }
          : { address, artifact: artifact("StableSwapNgMeta"), args: [...args, basePool], gas };
      }),
    );
    for (const { pool, basePool } of CURVE_NG_POOLS) {
      const implementation = basePool === undefined ? plainImplementation : metaImplementation;
      const args = [pool, implementation, basePool ?? ZERO_ADDRESS] as const;
      const data = encodeFunctionData({ abi: factoryAbi, args });
      send(builder, factory, data);
    }
    await builder.flush();
  },
  async seed({ builder, tokens }) {
    for (const plan of CURVE_NG_POOLS) {
      const amounts = plan.coins.map(({ decimals, deposit }) => parseUnits(deposit, decimals));
      for (const [i, { token }] of plan.coins.entries()) {
        const amount = amounts[i] ?? 0n;
        const address = addressOf(token, tokens);
        obtain({ builder, tokens }, address, amount);
        const args = [plan.pool, amount] as const;
        send(
          builder,
          address,
          encodeFunctionData({ abi: tokenAbi, functionName: "approve", args }),
        );
      }
      builder.queue({
        ...{ to: plan.pool, gas: GAS.add, label: `deposit in ${plan.symbol}` },
        data: addLiquidity(amounts, plan.basePool !== undefined),
      });
    }
    await builder.flush();
  },
};

/** `add_liquidity` of a plain pool or a metapool. */
export function addLiquidity(amounts: readonly bigint[], isMeta: boolean): Hex {
  const functionName = "add_liquidity";
  if (!isMeta) return encodeFunctionData({ abi: [poolAbi[0]], functionName, args: [amounts, 0n] });
  const [first = 0n, second = 0n] = amounts;
  const args = [[first, second], 0n] as const;
  return encodeFunctionData({ abi: [poolAbi[1]], functionName, args });
}

function argsOf(
  { coins, symbol, amplification, feeE10, offpegE10 }: CurveNgPlan,
  factory: Address,
  tokens: DeployContext["tokens"],
): readonly unknown[] {
  return [
    factory,
    coins.map(({ token }) => addressOf(token, tokens)),
    coins.map(({ type }) => type),
    coins.map(() => CURVE_NG_ORACLE),
    symbol,
    [amplification, feeE10, offpegE10],
  ];
}

function addressOf(token: string, tokens: DeployContext["tokens"]): Address {
  return token.startsWith("0x") ? (token as Address) : tokenBySymbol(tokens, token).address;
}

/** Has the operator hold an amount: minted, wrapped, saved in the vault, or there already. */
export function obtain(
  { builder, tokens }: Pick<DeployContext, "builder" | "tokens">,
  token: Address,
  amount: bigint,
): void {
  const mint = (to: Address, value: bigint) => {
    const args = [builder.operator, value] as const;
    send(builder, to, encodeFunctionData({ abi: tokenAbi, functionName: "mint", args }));
  };
  const isToken = (one: Address): boolean => lower(one) === lower(token);
  if (isToken(builder.spec.wrappedNative.address)) {
    builder.queue({ to: token, value: amount, gas: GAS.other, label: `wrap ${amount}` });
  } else if (isToken(YEARN_USDT)) {
    // A share is worth more than an asset.
    const usdt = tokenBySymbol(tokens, "USDT").address;
    const assets = 2n * amount;
    mint(usdt, assets);
    const approve = { functionName: "approve", args: [YEARN_USDT, assets] } as const;
    const deposit = { functionName: "deposit", args: [assets, builder.operator] } as const;
    send(builder, usdt, encodeFunctionData({ abi: tokenAbi, ...approve }));
    send(builder, YEARN_USDT, encodeFunctionData({ abi: tokenAbi, ...deposit }));
  } else if (!isToken(THREE_CRV)) mint(token, amount);
}

function send(builder: Builder, to: Address, data: Hex): void {
  builder.queue({ to, data, gas: GAS.other, label: `${data.slice(0, 10)} of ${to}` });
}
