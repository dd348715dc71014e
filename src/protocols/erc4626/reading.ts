import { type Address, encodeFunctionData, hexToBigInt, size, slice } from "viem";
import { Erc4626 } from "../../../abis/Erc4626.ts";
import type { Aggregate, ViewCall } from "../../catalog/live/aggregate.ts";
import { mulDivDown } from "../../lib/math.ts";
import { RAY, rpowRay } from "../../lib/rpow.ts";
import type { VaultConfig } from "./vault-config.ts";

/** A vault to read. */
export interface VaultQuery {
  readonly config: VaultConfig;
  /**
   * An account with as many shares as possible: vaults tell what they can pay only to those who
   * have shares.
   */
  readonly holder: Address;
}

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

type Answers = Readonly<Record<string, bigint | null>>;

/** A view, and which word of what it returns is the answer. */
interface Asked extends ViewCall {
  readonly word: number;
}

/** Some vaults take no deposit for the zero address. */
const ANYONE: Address = "0x000000000000000000000000000000000000dead";

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
 * Reads vaults in two calls. A vault is not `usable` where one of the answers is missing, or where
 * `previewDeposit` and `previewRedeem` differ from the formula, as those of vaults with fees do.
 *
 * @param timestamp Of the block that `aggregate` reads, seconds since the epoch.
 */
export async function readVaults(
  aggregate: Aggregate,
  queries: readonly VaultQuery[],
  timestamp: bigint,
): Promise<readonly VaultReading[]> {
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
  return queries.map(({ config }, at) => {
    const [answers, preview] = [states[at] ?? {}, previews[at] ?? {}];
    const readings = (prices[at] ?? []).map((price, place) => {
      const told = { shares: preview[sharesAt(place)] ?? null, assets: preview.assets ?? null };
      return readingOf(config, { answers, price, preview: told });
    });
    const followed = readings.find(({ usable }) => usable) ?? readings[0];
    return followed ?? readingOf(config, { answers, price: null, preview: {} });
  });
}

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
  if (pays === "cash") {
    if (cash == null || now === 0n) return null;
    const limit = mulDivDown(cash, sharesTerm, now);
    return limit < supply ? limit : null;
  }
  const limited = holderShares != null && holderLimit != null && holderLimit < holderShares;
  return limited ? holderLimit : null;
}

/** What a vault has switched off; what a hook guards is up to the hook, and counts as off. */
function pausesOf(
  { redeem }: VaultConfig,
  { paused, cooldown, hookedOps }: Answers,
): Pick<VaultReading, "depositPaused" | "redeemPaused"> {
  const isPaused = paused === 1n;
  const isHooked = (operation: bigint) => ((hookedOps ?? 0n) & operation) !== 0n;
  return {
    depositPaused: isPaused || isHooked(OP_DEPOSIT),
    redeemPaused:
      isPaused || isHooked(OP_REDEEM) || (redeem === "without-cooldown" && cooldown !== 0n),
  };
}

type UintView = Exclude<Extract<(typeof Erc4626)[number], { type: "function" }>["name"], "asset">;

function ask(
  target: Address,
  functionName: UintView,
  args: readonly unknown[] = [],
  word = 0,
): Asked {
  const data = encodeFunctionData<readonly unknown[], string>({
    abi: Erc4626,
    functionName,
    args,
  });
  return { target, allowFailure: true, callData: data, word };
}

function stateQuestions({ config, holder }: VaultQuery): Readonly<Record<string, Asked>> {
  const { address, pricing, redeem } = config;
  const source = (pricing.kind === "savings" ? pricing.source : undefined) ?? address;
  return {
    totalSupply: ask(address, "totalSupply"),
    maxDeposit: ask(address, "maxDeposit", [ANYONE]),
    ...limitQuestions({ config, holder }),
    ...(redeem === "without-cooldown" ? { cooldown: ask(address, "cooldownDuration") } : {}),
    ...(pricing.kind === "shares" ? { totalAssets: ask(address, "totalAssets") } : {}),
    ...(pricing.kind === "index" ? { index: ask(address, "previewRedeem", [RAY]) } : {}),
    ...(pricing.kind === "savings"
      ? { chi: ask(source, "chi"), rho: ask(source, "rho"), rate: ask(source, pricing.rate) }
      : {}),
  };
}

/** What tells how much can be redeemed, and what is switched off. */
function limitQuestions({ config: { address, pays }, holder }: VaultQuery): Record<string, Asked> {
  const holderShares = ask(address, "balanceOf", [holder]);
  switch (pays) {
    case "cash": {
      const hookedOps = ask(address, "hookConfig", [], 1);
      return { holderShares, cash: ask(address, "cash"), hookedOps };
    }
    case "holder": {
      const holderLimit = ask(address, "maxRedeem", [holder]);
      return { holderShares, paused: ask(address, "paused"), holderLimit };
    }
    case "untold":
      return { paused: ask(address, "paused") };
  }
}

/** Answers under the names of the questions; null for a call that failed. */
async function askAll(
  aggregate: Aggregate,
  questions: readonly Readonly<Record<string, Asked>>[],
): Promise<readonly Answers[]> {
  const calls = questions.flatMap((own) => Object.values(own));
  const results = await aggregate(calls.map(({ word: _word, ...call }) => call));
  let next = 0;
  return questions.map((own) =>
    Object.fromEntries(
      Object.entries(own).map(([name, { word }]) => {
        const result = results[next++];
        const end = 32 * (word + 1);
        const answered = result?.success === true && size(result.returnData) >= end;
        return [name, answered ? hexToBigInt(slice(result.returnData, end - 32, end)) : null];
      }),
    ),
  );
}
