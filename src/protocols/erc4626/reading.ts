import type { Aggregate } from "../../catalog/live/aggregate.ts";
import { mulDivDown } from "../../lib/math.ts";
import { RAY, rpowRay } from "../../lib/rpow.ts";
import { type AdapterLimits, areBound, readAdapterLimits } from "./liquidity-adapter.ts";
import { type Answers, ask, askAll, stateQuestions, type VaultQuery } from "./questions.ts";
import type { VaultConfig } from "./vault-config.ts";

/** What a vault answers; the fields are those of its state. */
export interface VaultReading {
  readonly assetsTerm: bigint;
  readonly sharesTerm: bigint;
  readonly rateRay: bigint;
  readonly rho: bigint;
  readonly totalSupply: bigint;
  readonly depositLimit: bigint;
  readonly redeemLimit: bigint | null;
  readonly depositPaused: boolean;
  readonly redeemPaused: boolean;
  readonly usable: boolean;
  /** Shares of the query's holder. */
  readonly holderShares: bigint;
}

/**
 * Operations of Euler's vaults that hooks guard.
 *
 * @see https://github.com/euler-xyz/euler-vault-kit/blob/master/src/EVault/shared/Constants.sol
 */
const OP_DEPOSIT = 1n << 0n;
const OP_REDEEM = 1n << 3n;

/** Of what a vault of anybody's code says, nothing larger is taken for an amount. */
const MOST_CLAIMED = (1n << 128n) - 1n;
/** Decimals by which shares may be finer than the asset. */
const MOST_OFFSET = 36;
const VIRTUAL_SHARES: ReadonlySet<bigint> = new Set(
  Array.from({ length: MOST_OFFSET + 1 }, (_, offset) => 10n ** BigInt(offset)),
);

/**
 * Reads vaults in two calls, four where some lend by an adapter. A vault is not `usable` where one
 * of the answers is missing, or where `previewDeposit` and `previewRedeem` differ from the formula,
 * as those of vaults with fees do; nor is one that may have adapters of anybody's code, which is
 * asked for nothing that those answer.
 *
 * @param timestamp Of the block that `aggregate` reads, seconds since the epoch.
 */
export async function readVaults(
  aggregate: Aggregate,
  queries: readonly VaultQuery[],
  timestamp: bigint,
): Promise<readonly VaultReading[]> {
  const lent = queries.filter(({ config }) => config.pays === "adapter");
  const bound = await areBound(
    aggregate,
    lent.map(({ config: { address, registry } }) => ({ address, registry })),
  );
  const unasked = new Set(lent.filter((_, at) => bound[at] !== true));
  const asked = queries.filter((query) => !unasked.has(query));
  const readings = await readAsked(aggregate, asked, timestamp);
  const found = new Map(asked.map((query, at) => [query, readings[at]]));
  return queries.map((query) => found.get(query) ?? readingOf(query.config, UNANSWERED));
}

async function readAsked(
  aggregate: Aggregate,
  queries: readonly VaultQuery[],
  timestamp: bigint,
): Promise<readonly VaultReading[]> {
  const lent = queries.filter(({ config }) => config.pays === "adapter");
  const [told, limits] = await Promise.all([
    readTold(aggregate, queries, timestamp),
    readAdapterLimits(
      aggregate,
      lent.map(({ config: { address }, asset }) => ({ address, asset })),
    ),
  ]);
  const limitOf = new Map(lent.map((query, at) => [query, limits[at]]));
  return queries.map((query, at) => {
    const { config } = query;
    const { state = {}, prices = [], preview = {} } = told[at] ?? {};
    const answers = withLimits(state, limitOf.get(query));
    const readings = prices.map((price, place) => {
      const own = { shares: preview[sharesAt(place)] ?? null, assets: preview.assets ?? null };
      return readingOf(config, { answers, price, preview: own });
    });
    const followed = readings.find(({ usable }) => usable) ?? readings[0];
    return followed ?? readingOf(config, { ...UNANSWERED, answers });
  });
}

/** What a vault says of itself, and of prices that follow from it. */
interface Told {
  readonly state: Answers;
  readonly prices: readonly (Price | null)[];
  readonly preview: Answers;
}

async function readTold(
  aggregate: Aggregate,
  queries: readonly VaultQuery[],
  timestamp: bigint,
): Promise<readonly Told[]> {
  const states = await askAll(aggregate, queries.map(stateQuestions));
  const prices = queries.map(({ config }, at) => pricesOf(config, states[at] ?? {}, timestamp));
  const previews = await askAll(
    aggregate,
    queries.map(({ config: { address } }, at) => ({
      ...Object.fromEntries(
        (prices[at] ?? []).map((price, place) => [
          sharesAt(place),
          ask(address, "previewDeposit", [price?.now ?? 0n]),
        ]),
      ),
      assets: ask(address, "previewRedeem", [states[at]?.totalSupply ?? 0n]),
    })),
  );
  return queries.map((_, at) => ({
    state: states[at] ?? {},
    prices: prices[at] ?? [],
    preview: previews[at] ?? {},
  }));
}

/** What a vault says, with what its adapter takes and pays where it lends by one. */
function withLimits(state: Answers, limits: AdapterLimits | undefined): Answers {
  if (limits === undefined) return state;
  return {
    ...state,
    maxDeposit: limits.depositLimit(state.totalAssets ?? 0n),
    cash: limits.cash,
    depositGated: limits.depositGated ? 1n : 0n,
    redeemGated: limits.redeemGated ? 1n : 0n,
  };
}

/** What is read of a vault that was asked nothing. */
const UNANSWERED = { answers: {}, price: null, preview: {} };

/** Name of what `previewDeposit` answers for one of the prices that a vault may have. */
function sharesAt(place: number): string {
  return `shares${place}`;
}

interface Price {
  /** Assets for `sharesTerm` shares at `rho`, and at the block that was read. */
  readonly assetsTerm: bigint;
  readonly now: bigint;
  readonly rateRay: bigint;
  readonly rho: bigint;
  /** Of `shares` that were found: assets and shares beside those that there are. */
  readonly virtualAssets?: bigint;
}

/** Prices of which the vault's previews may follow one; null for one that was not answered. */
function pricesOf(
  { pricing }: VaultConfig,
  answers: Answers,
  timestamp: bigint,
): readonly (Price | null)[] {
  const unchanging = (assets: bigint | null | undefined): Price | null =>
    assets == null ? null : { assetsTerm: assets, now: assets, rateRay: RAY, rho: 0n };
  if (pricing.kind === "index") return [unchanging(answers.index)];
  if (pricing.kind === "shares") {
    const total = answers.totalAssets;
    if (total == null) return [null];
    if (pricing.virtualAssets === "found") {
      return [0n, 1n].map((virtualAssets) => {
        const price = unchanging(total + virtualAssets);
        return price && { ...price, virtualAssets };
      });
    }
    const counted = total + BigInt(pricing.virtualAssets);
    // Without virtual assets, an empty vault has a price for what is first paid in alone.
    return [unchanging(counted === 0n ? 1n : counted)];
  }
  const { chi, rho, rate: rateRay } = answers;
  if (chi == null || rho == null || rateRay == null) return [null];
  const elapsed = timestamp > rho ? timestamp - rho : 0n;
  const now = mulDivDown(rpowRay(rateRay, elapsed), chi, RAY);
  return [{ assetsTerm: chi, now, rateRay, rho }];
}

function readingOf(
  config: VaultConfig,
  read: { answers: Answers; price: Price | null; preview: Answers },
): VaultReading {
  const { pricing } = config;
  const { answers, price, preview } = read;
  const { totalSupply = null, maxDeposit = null, holderShares } = answers;
  // What total assets are worth in shares is the shares that the vault reckons with, virtual and
  // not yet minted ones included.
  const sharesTerm = pricing.kind === "shares" ? (preview.shares ?? 0n) : RAY;
  const now = price?.now ?? 0n;
  const supply = totalSupply ?? 0n;
  const follows =
    sharesTerm > 0n &&
    now > 0n &&
    preview.shares === sharesTerm &&
    preview.assets === mulDivDown(supply, now, sharesTerm) &&
    (price?.virtualAssets === undefined ||
      isCounted(price.virtualAssets, { now, sharesTerm, supply }));
  return {
    assetsTerm: price?.assetsTerm ?? 0n,
    sharesTerm,
    rateRay: price?.rateRay ?? RAY,
    rho: price?.rho ?? 0n,
    totalSupply: supply,
    depositLimit: maxDeposit ?? 0n,
    redeemLimit: redeemLimitOf(config, answers, { supply, sharesTerm, now }),
    ...pausesOf(config, answers),
    usable: follows && totalSupply !== null && maxDeposit !== null,
    holderShares: holderShares ?? 0n,
  };
}

/**
 * Whether the terms of a vault of anybody's code are those of a vault that counts so many virtual
 * assets: without any its own shares alone, with one OpenZeppelin's `10 ** _decimalsOffset()`
 * besides. An empty one has no price.
 *
 * @see https://github.com/OpenZeppelin/openzeppelin-contracts/blob/v5.1.0/contracts/token/ERC20/extensions/ERC4626.sol
 */
function isCounted(
  virtualAssets: bigint,
  { now, sharesTerm, supply }: { now: bigint; sharesTerm: bigint; supply: bigint },
): boolean {
  if (supply === 0n || now === virtualAssets) return false;
  if (now > MOST_CLAIMED || sharesTerm > MOST_CLAIMED) return false;
  const virtualShares = sharesTerm - supply;
  return virtualAssets === 0n ? virtualShares === 0n : VIRTUAL_SHARES.has(virtualShares);
}

/** Shares that can be redeemed at most; null where as many as there are, or nobody knows. */
function redeemLimitOf(
  { pays }: VaultConfig,
  { holderShares, holderLimit, cash }: Answers,
  { supply, sharesTerm, now }: { supply: bigint; sharesTerm: bigint; now: bigint },
): bigint | null {
  if (pays === "cash" || pays === "adapter") {
    if (cash == null || now === 0n) return null;
    const limit = mulDivDown(cash, sharesTerm, now);
    return limit < supply ? limit : null;
  }
  const limited = holderShares != null && holderLimit != null && holderLimit < holderShares;
  return limited ? holderLimit : null;
}

/** What a vault has switched off; what a hook or a gate guards is up to that, and counts as off. */
function pausesOf(
  { redeem }: VaultConfig,
  { paused, cooldown, hookedOps, depositGated, redeemGated }: Answers,
): Pick<VaultReading, "depositPaused" | "redeemPaused"> {
  const isPaused = paused === 1n;
  const isHooked = (operation: bigint) => ((hookedOps ?? 0n) & operation) !== 0n;
  return {
    depositPaused: isPaused || isHooked(OP_DEPOSIT) || depositGated === 1n,
    redeemPaused:
      isPaused ||
      isHooked(OP_REDEEM) ||
      redeemGated === 1n ||
      (redeem === "without-cooldown" && cooldown !== 0n),
  };
}
