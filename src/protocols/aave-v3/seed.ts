import { type Address, encodeFunctionData, erc20Abi, type Hex, parseAbi, zeroAddress } from "viem";
import type { Catalogue, FamilySeed, SeedPool } from "../../seed/family.ts";
import type { StateReader } from "../../seed/reader.ts";
import { addressOf, firstWords, wordOf } from "../../seed/words.ts";
import { deployments } from "./contracts.ts";
import { REVISION } from "./revision.ts";
import { initialized } from "./transitions.ts";

const VIEWS = parseAbi([
  "function getReservesList() view returns (address[])",
  "function getReserveData(address asset) view",
  "function getVirtualUnderlyingBalance(address asset) view",
  "function getRewardsByAsset(address asset) view",
  "function scaledTotalSupply() view",
  "function getSupplyData() view",
]);
const FEES = ["POOL_REVISION()", "FLASHLOAN_PREMIUM_TO_PROTOCOL()", "BRIDGE_PROTOCOL_FEE()"];
/** Reserves of a market, and rewards of a token, that are read at most. */
const MOST_RESERVES = 128;
const MOST_REWARDS = 16;
/** Places of words in what `getReserveData` returns. */
const [ATOKEN, STABLE_DEBT, VARIABLE_DEBT, WORDS] = [8, 9, 10, 15];

/** The state of the reserves that markets list. */
export const aaveV3Seed: FamilySeed = {
  sources: ["AaveV3Pool"],
  version: 1,
  // What newer code gives to the treasury whatever was announced.
  untold: { aaveV3Market: ["flashLoanFeeBps"] },
  factsOf: {
    ...{ table: "aaveV3Reserve", by: "aToken" },
    facts: ({ pool, aToken, variableDebtToken }) => ({
      ...{ pool: String(pool), aToken: String(aToken) },
      variableDebtToken: String(variableDebtToken),
    }),
  },
  catalogues: (chainId) =>
    marketsOn(chainId).map(
      ({ slug, pool, poolConfigurator }): Catalogue => ({
        kind: "fixed",
        key: pool,
        async read(state) {
          const data = encodeFunctionData({ abi: VIEWS, functionName: "getReservesList" });
          const [list] = await state.list([{ target: pool, data }], MOST_RESERVES + 2);
          const assets = addressesIn(list);
          const told = await reserveData(
            state,
            assets.map((underlying) => ({ pool, underlying })),
          );
          return assets.flatMap((underlying, at) => {
            const token = (place: number) => addressOf(wordOf(told[at], place) ?? 0n);
            const aToken = token(ATOKEN);
            if (aToken === zeroAddress) return [];
            const [stableDebtToken, variableDebtToken] = [token(STABLE_DEBT), token(VARIABLE_DEBT)];
            const facts = { pool, aToken, stableDebtToken, variableDebtToken };
            const named = { id: aToken, address: aToken, parent: poolConfigurator, slug };
            return [{ ...named, tokens: [underlying], facts }];
          });
        },
      }),
    ),
  childOf({ facts }, parameter) {
    const token = facts[parameter] as Address;
    return token === zeroAddress ? null : token;
  },
  async state(state, pools, { chainId, number: updatedBlock }) {
    const known = pools.map((one) => factsOf(chainId, one));
    const markets = [...new Set(known.map(({ pool }) => pool))];
    const revisions = await firstWords(state, markets, ["POOL_REVISION()"]);
    const revisionOf = (pool: Address) => Number(revisions[markets.indexOf(pool)]?.[0] ?? 0n);
    const data = await reserveData(state, known);
    const named = known.map((one, at) => {
      return { ...one, stableDebtToken: addressOf(wordOf(data[at], STABLE_DEBT) ?? 0n) };
    });
    const ask = (
      view: (one: (typeof named)[number]) => { target: Address; data: Hex },
      words = 1,
    ) => state.list(named.map(view), words);
    const scaled = encodeFunctionData({ abi: VIEWS, functionName: "scaledTotalSupply" });
    const stable = encodeFunctionData({ abi: VIEWS, functionName: "getSupplyData" });
    const supplies = await ask(({ aToken: target }) => ({ target, data: scaled }));
    const debts = await ask(({ variableDebtToken: target }) => ({ target, data: scaled }));
    const stables = await ask(({ stableDebtToken: target }) => ({ target, data: stable }), 4);
    const held = await ask(({ pool, underlying, aToken }) => {
      const isVirtual = revisionOf(pool) >= REVISION.syncsIndices;
      return isVirtual
        ? { target: pool, data: viewOf("getVirtualUnderlyingBalance", underlying) }
        : {
            target: underlying,
            data: encodeFunctionData({ abi: erc20Abi, functionName: "balanceOf", args: [aToken] }),
          };
    });
    const rewards = await rewardsOf(state, named);
    const reserves = named.map(({ stableDebtToken, ...one }, at) => {
      const word = (place: number) => wordOf(data[at], place) ?? 0n;
      const hasStable = stableDebtToken !== zeroAddress;
      const stableWord = (place: number) => (hasStable ? (wordOf(stables[at], place) ?? 0n) : 0n);
      return {
        ...{ chainId, ...one, ...initialized(revisionOf(one.pool)), ...configured(word(0)) },
        ...{ liquidityIndexRay: word(1), liquidityRateRay: word(2) },
        ...{ variableBorrowIndexRay: word(3), variableBorrowRateRay: word(4) },
        ...{ accruedAt: Number(word(6)), accruedToTreasury: word(12) },
        ...{
          scaledSupply: wordOf(supplies[at]) ?? 0n,
          scaledVariableDebt: wordOf(debts[at]) ?? 0n,
        },
        ...{ stableDebt: stableWord(0), stableRateRay: stableWord(2) },
        ...{ stableUpdatedAt: Number(stableWord(3)), availableLiquidity: wordOf(held[at]) ?? 0n },
        updatedBlock,
      };
    });
    return {
      rows: {
        aaveV3Reserve: reserves,
        aaveV3Token: named.flatMap(({ pool, underlying, ...tokens }) =>
          [tokens.aToken, tokens.stableDebtToken, tokens.variableDebtToken]
            .filter((address) => address !== zeroAddress)
            .map((address) => ({ chainId, address, pool, underlying })),
        ),
        aaveV3Reward: named.flatMap(({ pool, underlying }, at) =>
          (rewards[at] ?? []).map((reward) => ({
            chainId,
            pool,
            underlying,
            reward,
            updatedBlock,
          })),
        ),
      },
      tokens: [...named.map(({ aToken }) => aToken), ...rewards.flat()].map((address) => ({
        address,
      })),
    };
  },
  async deployments(state, { chainId }) {
    const markets = marketsOn(chainId);
    const answers = await firstWords(
      state,
      markets.map(({ pool }) => pool),
      FEES,
    );
    const rows = markets.flatMap(({ pool }, at) => {
      const [revision, flashLoanFee = 0n, bridgeFee = 0n] = answers[at] ?? [];
      if (revision === undefined) return [];
      const fees = { flashLoanFeeBps: Number(flashLoanFee), bridgeFeeBps: Number(bridgeFee) };
      return [{ chainId, pool, revision: Number(revision), ...fees }];
    });
    return { rows: { aaveV3Market: rows } };
  },
};

function marketsOn(chainId: number) {
  return deployments.flatMap(({ slug, chains }) => {
    const contracts = chains[chainId]?.contracts;
    return contracts === undefined ? [] : [{ slug, ...contracts }];
  });
}

function factsOf(chainId: number, { slug, tokens: [underlying = zeroAddress], facts }: SeedPool) {
  const { pool, aToken, variableDebtToken } = facts as Record<string, Address>;
  const market = marketsOn(chainId).find((one) => one.pool === pool);
  return {
    ...{ slug, pool: pool ?? zeroAddress, underlying, aToken: aToken ?? zeroAddress },
    variableDebtToken: variableDebtToken ?? zeroAddress,
    rewardsController: market?.rewardsController ?? zeroAddress,
  };
}

function viewOf(
  functionName: "getReserveData" | "getVirtualUnderlyingBalance" | "getRewardsByAsset",
  asset: Address,
): Hex {
  return encodeFunctionData({ abi: VIEWS, functionName, args: [asset] });
}

function reserveData(
  state: StateReader,
  reserves: readonly { readonly pool: Address; readonly underlying: Address }[],
) {
  const views = reserves.map(({ pool: target, underlying }) => {
    return { target, data: viewOf("getReserveData", underlying) };
  });
  return state.list(views, WORDS);
}

/** What suppliers and borrowers of each reserve are or were rewarded with. */
async function rewardsOf(
  state: StateReader,
  reserves: readonly {
    readonly rewardsController: Address;
    readonly aToken: Address;
    readonly variableDebtToken: Address;
  }[],
): Promise<readonly (readonly Address[])[]> {
  const views = reserves.flatMap(({ rewardsController: target, aToken, variableDebtToken }) =>
    [aToken, variableDebtToken].map((token) => ({
      target,
      data: viewOf("getRewardsByAsset", token),
    })),
  );
  const answers = await state.list(views, MOST_REWARDS + 2);
  return reserves.map((_, at) => [
    ...new Set([...addressesIn(answers[2 * at]), ...addressesIn(answers[2 * at + 1])]),
  ]);
}

/** The addresses of an array that a view returned. */
function addressesIn(returned: Hex | null | undefined): readonly Address[] {
  const count = Number(wordOf(returned, 1) ?? 0n);
  return Array.from({ length: count }, (_, at) => addressOf(wordOf(returned, 2 + at) ?? 0n));
}

/** @see https://unpkg.com/@aave/core-v3@1.19.3/contracts/protocol/libraries/types/DataTypes.sol */
function configured(configuration: bigint) {
  const bits = (from: bigint, length: bigint) => (configuration >> from) & ((1n << length) - 1n);
  return {
    decimals: Number(bits(48n, 8n)),
    isActive: bits(56n, 1n) === 1n,
    isFrozen: bits(57n, 1n) === 1n,
    isBorrowingEnabled: bits(58n, 1n) === 1n,
    isPaused: bits(60n, 1n) === 1n,
    reserveFactorBps: Number(bits(64n, 16n)),
    supplyCap: bits(116n, 36n),
  };
}
