import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  keccak256,
  numberToHex,
  parseAbi,
  parseAbiParameters,
  toFunctionSelector,
} from "viem";
import type { Ask, View } from "../../catalog/live/aggregate.ts";
import { lower, NATIVE } from "../../lib/address.ts";
import { wordOf } from "../../seed/words.ts";
import { centerNonceOf } from "./prices.ts";
import type { Account, FluidPool, Pair } from "./state.ts";

/** What tells which words to read. */
export interface FluidAsked {
  readonly address: Address;
  readonly tokens: readonly Address[];
  readonly deployer: Address;
  /** Words of before, which tell of the center price; 0: none. */
  readonly config: bigint;
}

/** Where what is read is, besides the pools. */
export interface FluidPlace {
  readonly liquidity: Address;
  readonly multicall3: Address;
}

/** What a pool and the Liquidity layer answer at a block. */
export type FluidReading = Pick<
  FluidPool,
  "variables" | "config" | "shifts" | "centerShift" | "externalPrice" | "accounts"
>;

const abi = parseAbi([
  "function readFromStorage(bytes32 slot) view returns (uint256)",
  "function balanceOf(address owner) view returns (uint256)",
  "function getEthBalance(address owner) view returns (uint256)",
]);
const CENTER_PRICE = toFunctionSelector("centerPrice()");
const KEY = parseAbiParameters("address, bytes32");

// https://github.com/Instadapp/fluid-contracts-public/blob/a9949b48ba/contracts/libraries/dexSlotsLink.sol
const OF_POOL = [0, 1, 7, 8] as const;
// https://github.com/Instadapp/fluid-contracts-public/blob/a9949b48ba/contracts/libraries/liquiditySlotsLink.sol
const OF_LAYER = { prices: 5, totals: 7, supply: 8, borrow: 9, configs: 11 } as const;

/**
 * Words of pools and of their accounts in the Liquidity layer; null where a pool does not answer.
 * Nothing of it is told by a log, and interest, limits and shifts follow from the words and the
 * time. Two rounds where the contract of a center price is another than before.
 */
export async function readPools(
  ask: Ask,
  pools: readonly FluidAsked[],
  place: FluidPlace,
): Promise<readonly (FluidReading | null)[]> {
  const tokens = [...new Set(pools.flatMap((pool) => pool.tokens))];
  const perPool = pools.map((pool) => [...ownViews(pool, place), centerView(pool, pool.config)]);
  const perToken = tokens.map((token) => tokenViews(token, place));
  const views = [...perPool, ...perToken];
  const answers = await ask(views.flatMap((each) => each.flatMap((view) => view ?? [])));
  let next = 0;
  const words = views.map((each) =>
    each.map((view) => (view === null ? 0n : (wordOf(answers[next++]) ?? null))),
  );
  const shared = new Map(tokens.map((token, i) => [token, words[pools.length + i] ?? []]));
  const found = pools.map((pool, i) => readingOf(pool, words[i] ?? [], shared));
  return again(ask, pools, found);
}

/** Asks for center prices of contracts that were not known. */
async function again(
  ask: Ask,
  pools: readonly FluidAsked[],
  found: readonly (FluidReading | null)[],
): Promise<readonly (FluidReading | null)[]> {
  const isOther = found.map(
    (reading, i) =>
      reading !== null && centerNonceOf(reading.config) !== centerNonceOf(pools[i]?.config ?? 0n),
  );
  const views = pools.flatMap((pool, i) => {
    const reading = found[i];
    return isOther[i] && reading ? (centerView(pool, reading.config) ?? []) : [];
  });
  const answers = views.length === 0 ? [] : await ask(views);
  let next = 0;
  return found.map((reading, i) => {
    if (reading === null) return null;
    const hasCenter = centerNonceOf(reading.config) !== 0n;
    const center = isOther[i]
      ? hasCenter
        ? (wordOf(answers[next++]) ?? null)
        : 0n
      : reading.externalPrice;
    return center === null || (hasCenter && center === 0n)
      ? null
      : { ...reading, externalPrice: center };
  });
}

function ownViews({ address, tokens }: FluidAsked, { liquidity }: FluidPlace): readonly View[] {
  const ofUser = (slot: number, token: Address) =>
    storageView(liquidity, keyed(token, keyed(address, slotOf(slot))));
  return [
    ...OF_POOL.map((slot) => storageView(address, slotOf(slot))),
    ...tokens.map((token) => ofUser(OF_LAYER.supply, token)),
    ...tokens.map((token) => ofUser(OF_LAYER.borrow, token)),
  ];
}

function tokenViews(token: Address, { liquidity, multicall3 }: FluidPlace): readonly View[] {
  const { prices, totals, configs } = OF_LAYER;
  const args = [liquidity] as const;
  const held =
    token === NATIVE
      ? {
          target: multicall3,
          data: encodeFunctionData({ abi, functionName: "getEthBalance", args }),
        }
      : { target: token, data: encodeFunctionData({ abi, functionName: "balanceOf", args }) };
  return [
    ...[prices, totals, configs].map((slot) => storageView(liquidity, keyed(token, slotOf(slot)))),
    held,
  ];
}

/** Of the contract of the center price; null where there is none. */
function centerView({ deployer }: FluidAsked, config: bigint): View | null {
  const nonce = centerNonceOf(config);
  if (nonce === 0n) return null;
  return { target: lower(getContractAddress({ from: deployer, nonce })), data: CENTER_PRICE };
}

/** Of a word in the storage of one of Fluid's contracts. */
export function storageView(target: Address, slot: Hex): View {
  return {
    target,
    data: encodeFunctionData({ abi, functionName: "readFromStorage", args: [slot] }),
  };
}

export function slotOf(slot: number | bigint): Hex {
  return numberToHex(slot, { size: 32 });
}

function keyed(key: Address, slot: Hex): Hex {
  return keccak256(encodeAbiParameters(KEY, [key, slot]));
}

function readingOf(
  { tokens }: FluidAsked,
  own: readonly (bigint | null)[],
  shared: ReadonlyMap<Address, readonly (bigint | null)[]>,
): FluidReading | null {
  const [variables, config, shifts, centerShift, supply0, supply1, borrow0, borrow1, center] = own;
  const ofToken = (place: 0 | 1) => shared.get(tokens[place] ?? NATIVE) ?? [];
  const [first, second] = [
    accountOf([supply0, borrow0, ...ofToken(0)]),
    accountOf([supply1, borrow1, ...ofToken(1)]),
  ];
  if (variables == null || config == null || shifts == null || centerShift == null) return null;
  if (first === null || second === null) return null;
  const accounts: Pair<Account> = [first, second];
  return { variables, config, shifts, centerShift, externalPrice: center ?? 0n, accounts };
}

function accountOf(words: readonly (bigint | null | undefined)[]): Account | null {
  const [supply, borrow, prices, totals, configs, balance] = words;
  if (supply == null || borrow == null || prices == null) return null;
  if (totals == null || configs == null || balance == null) return null;
  return { supply, borrow, prices, totals, configs, balance };
}
