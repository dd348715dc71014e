import { type Address, encodeFunctionData, parseAbi, parseUnits } from "viem";
import { type ListedPool, poolsOn } from "../../src/protocols/curve-lending/contracts.ts";
import { deployAt } from "../deploy-at.ts";
import { pickArtifact } from "../solidity/artifact.ts";
import { obtain } from "./curve-factory.ts";
import type { DevnetProtocol } from "./protocol.ts";

/** Of sUSD, which the devnet's list of tokens has not. */
export const SUSD: Address = "0x57ab1ec28d129707052df4df418d58a2d46d5f51";

/**
 * Amplification, and whole tokens that are deposited, by the pool; sizes are chosen, so out of
 * balance that the pools pay what the tokens are worth.
 */
const PLANS: Readonly<
  Record<Address, { readonly a: bigint; readonly deposits: readonly string[] }>
> = {
  "0xdebf20617708857ebe4f679508e7b7863a8a8eee": {
    ...{ a: 200n, deposits: ["410000", "410000", "481000"] },
  },
  "0xeb16ae0052ed37f479f7fe63849198df1765a733": { a: 100n, deposits: ["230000", "230000"] },
};

const RAY = 10n ** 27n;
const GAS = { constructor: 5_000_000n, add: 2_000_000n, other: 200_000n };

/** What anyone can do with the devnet's market. */
export const lendingPoolAbi = parseAbi([
  "function initReserve(address asset, address aToken, uint128 indexRay, uint128 rateRay)",
  "function setRate(address asset, uint128 rateRay)",
  "function setConfiguration(address asset, bool isActive, bool isFrozen)",
  "function setPause(bool next)",
  "function lendAllBut(address asset, uint256 left, address to)",
  "function deposit(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)",
]);
const addAbi = {
  2: parseAbi(["function add_liquidity(uint256[2] amounts, uint256 min, bool useUnderlying)"]),
  3: parseAbi(["function add_liquidity(uint256[3] amounts, uint256 min, bool useUnderlying)"]),
};

/**
 * Curve's pools of aTokens, and the part of Aave V2 that they need: own contracts with the
 * originals' maths, as no package carries their bytecode.
 */
export const curveLending: DevnetProtocol = {
  slug: "curve-lending",
  compilations: ["own", "curve", "curveLending"],
  async deploy({ builder, compiled }) {
    const pools = poolsOn(builder.spec.chainId);
    const own = (name: string) => pickArtifact(compiled.curveLending, name);
    const coins = [...new Map(pools.flatMap((pool) => coinsOf(pool))).values()];
    const [lendingPool] = pools.map((pool) => pool.lendingPool);
    if (lendingPool === undefined) throw new Error("The chain has no pools of aTokens.");
    await deployAt(builder, [
      {
        ...{ address: SUSD, artifact: pickArtifact(compiled.own, "StandardToken") },
        args: ["Synth sUSD", "sUSD", 18],
      },
      { address: lendingPool, artifact: own("LendingPool") },
      ...coins.map(({ token, aToken: address, decimals }) => ({
        ...{ address, artifact: own("AToken"), args: ["aToken", decimals, lendingPool, token] },
      })),
    ]);
    for (const [place, { token, aToken }] of coins.entries()) {
      // Indices of up to some years of interest, at 2 % and more a year.
      const indexRay = RAY + (BigInt(place + 1) * RAY) / 13n;
      const args = [token, aToken, indexRay, (BigInt(place + 2) * RAY) / 100n] as const;
      const data = encodeFunctionData({
        ...{ abi: lendingPoolAbi, functionName: "initReserve", args },
      });
      builder.queue({ to: lendingPool, data, gas: GAS.other, label: `reserve of ${token}` });
    }
    await builder.flush();
    await deployAt(
      builder,
      pools.flatMap(({ pool, lpToken, coins: each }) => [
        {
          ...{ address: lpToken, artifact: pickArtifact(compiled.curve, "CurveToken") },
          args: ["Curve.fi aTokens", each.length === 2 ? "saCRV" : "a3CRV", pool],
        },
        {
          ...{ address: pool, artifact: own(`AavePool${each.length}`), gas: GAS.constructor },
          args: [
            ...[each.map(({ aToken }) => aToken), each.map(({ token }) => token)],
            ...[each.map(({ decimals }) => 10n ** BigInt(18 - decimals)), lpToken, lendingPool],
            PLANS[pool]?.a ?? 100n,
          ],
        },
      ]),
    );
  },
  async seed({ builder }) {
    for (const { pool, coins } of poolsOn(builder.spec.chainId)) {
      const amounts = coins.map(({ decimals }, i) =>
        parseUnits(PLANS[pool]?.deposits[i] ?? "0", decimals),
      );
      for (const [i, { token }] of coins.entries()) {
        obtain(builder, token, { spender: pool, amount: amounts[i] ?? 0n });
      }
      builder.queue({ to: pool, data: addUnderlying(amounts), gas: GAS.add, label: `in ${pool}` });
    }
    await builder.flush();
  },
};

function coinsOf({ coins }: ListedPool) {
  return coins.map((coin) => [coin.aToken, coin] as const);
}

/** `add_liquidity` of what the aTokens of a pool stand for. */
export function addUnderlying([a = 0n, b = 0n, c]: readonly bigint[]) {
  const functionName = "add_liquidity";
  if (c === undefined)
    return encodeFunctionData({ abi: addAbi[2], functionName, args: [[a, b], 0n, true] });
  return encodeFunctionData({ abi: addAbi[3], functionName, args: [[a, b, c], 0n, true] });
}
