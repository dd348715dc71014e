import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  keccak256,
  parseAbi,
  slice,
  toFunctionSelector,
} from "viem";
import { type Aggregate, type Ask, askOf, type View } from "../../catalog/live/aggregate.ts";
import { ZERO_ADDRESS } from "../../lib/address.ts";
import { MAX_UINT256, max, min, mulDivDown } from "../../lib/math.ts";
import { addressOf, wordOf } from "../../seed/words.ts";

/**
 * What a Morpho Vault V2 takes and pays at once. It keeps some assets itself, and lends or takes
 * back all others by one liquidity adapter.
 *
 * @see https://github.com/morpho-org/vault-v2/blob/bec4dd8c84/src/VaultV2.sol
 */
export interface AdapterLimits {
  /** Most assets that may be deposited, of a vault that has so many. */
  depositLimit(totalAssets: bigint): bigint;
  /** Assets that can be paid out. */
  readonly cash: bigint;
  /** Whether a gate asks who deposits, or who redeems; whom it lets pass is up to the gate. */
  readonly depositGated: boolean;
  readonly redeemGated: boolean;
}

/** A vault and its asset. */
interface AdapterVault {
  readonly address: Address;
  readonly asset: Address;
}

const abi = parseAbi([
  "function liquidityAdapter() view returns (address)",
  "function liquidityData() view returns (bytes)",
  "function receiveSharesGate() view returns (address)",
  "function sendAssetsGate() view returns (address)",
  "function sendSharesGate() view returns (address)",
  "function receiveAssetsGate() view returns (address)",
  "function adapterRegistry() view returns (address)",
  "function abdicated(bytes4 selector) view returns (bool)",
  "function absoluteCap(bytes32 id) view returns (uint256)",
  "function relativeCap(bytes32 id) view returns (uint256)",
  "function allocation(bytes32 id) view returns (uint256)",
  "function adapterId() view returns (bytes32)",
  "function morphoVaultV1() view returns (address)",
  "function realAssets() view returns (uint256)",
  "function morpho() view returns (address)",
  "function expectedSupplyAssets(bytes32 marketId) view returns (uint256)",
  "function market(bytes32 id) view returns (uint128 totalSupplyAssets, uint128 totalSupplyShares, uint128 totalBorrowAssets, uint128 totalBorrowShares, uint128 lastUpdate, uint128 fee)",
  "function balanceOf(address account) view returns (uint256)",
  "function maxDeposit(address receiver) view returns (uint256)",
  "function maxWithdraw(address owner) view returns (uint256)",
]);

const SET_REGISTRY = toFunctionSelector("setAdapterRegistry(address)");
const WAD = 10n ** 18n;
/** Bytes of the market that the data of an adapter of Morpho's markets names. */
const MARKET_BYTES = 160n;
/** That of what a view returns that returns such data: an offset, a length, five parameters. */
const LAST_WORD = 6;

type Answer = Hex | null | undefined;

/** What one vault says of itself. */
interface Own {
  readonly address: Address;
  readonly idle: bigint;
  /** Null without one. */
  readonly adapter: Address | null;
  readonly data: Hex | null;
  readonly depositGated: boolean;
  readonly redeemGated: boolean;
}

/** What a liquidity adapter lends to, and the ids by which the vault caps that. */
interface Lending {
  readonly adapter: Address;
  /** A vault of the first version, or Morpho with one of its markets. */
  readonly to: { readonly vault: Address } | { readonly morpho: Address; readonly market: Hex };
  /** That of what is lent by this adapter to this alone is the last. */
  readonly ids: readonly Hex[];
  /** Assets that the adapter has there. */
  readonly worth: bigint;
}

/** How an id is capped: assets, a part of all assets of scale 10^18, and assets that count. */
interface Cap {
  readonly absolute: bigint;
  readonly relative: bigint;
  readonly allocation: bigint;
}

/**
 * Whether vaults can have no other adapters than those of a list, for ever: in the order of
 * `vaults`. It asks nothing that an adapter answers.
 */
export async function areBound(
  aggregate: Aggregate,
  vaults: readonly { readonly address: Address; readonly registry: Address | undefined }[],
): Promise<readonly boolean[]> {
  const answers = await askEach(
    askOf(aggregate),
    vaults.map(({ address }) => [
      view(address, "adapterRegistry"),
      view(address, "abdicated", [SET_REGISTRY]),
    ]),
  );
  return vaults.map(({ registry }, at) => {
    const [named, abdicated] = answers[at] ?? [];
    return addressOf(wordOf(named) ?? 0n) === registry && wordOf(abdicated) === 1n;
  });
}

/** Reads the limits of vaults, in three calls; in the order of `vaults`. */
export async function readAdapterLimits(
  aggregate: Aggregate,
  vaults: readonly AdapterVault[],
): Promise<readonly AdapterLimits[]> {
  const ask = askOf(aggregate);
  const answers = await askEach(ask, vaults.map(ownViews));
  const own = vaults.map((vault, at) => ownOf(vault, answers[at] ?? []));
  const named = await askEach(ask, own.map(lendingViews));
  const lendings = own.map((each, at) => lendingOf(each, named[at] ?? []));
  const told = await askEach(
    ask,
    own.map((each, at) => limitViews(each, lendings[at] ?? null)),
  );
  return own.map((each, at) => limitsOf(each, lendings[at] ?? null, told[at] ?? []));
}

/** Asks views in one call; answers by who asks. */
async function askEach(
  ask: Ask,
  views: readonly (readonly View[])[],
): Promise<readonly (readonly Answer[])[]> {
  const answers = await ask(views.flat());
  let next = 0;
  return views.map(({ length }) => {
    const from = next;
    next += length;
    return answers.slice(from, next);
  });
}

type Name = Extract<(typeof abi)[number], { type: "function" }>["name"];

function view(target: Address, functionName: Name, args: readonly unknown[] = []): View {
  const data = encodeFunctionData<readonly unknown[], string>({ abi, functionName, args });
  return { target, data };
}

function ownViews({ address, asset }: AdapterVault): readonly View[] {
  return [
    view(asset, "balanceOf", [address]),
    view(address, "liquidityAdapter"),
    view(address, "liquidityData"),
    view(address, "receiveSharesGate"),
    view(address, "sendAssetsGate"),
    view(address, "sendSharesGate"),
    view(address, "receiveAssetsGate"),
  ];
}

function ownOf({ address }: AdapterVault, answers: readonly Answer[]): Own {
  const [idle, adapter, data, ...gates] = answers;
  const [sharesIn, assetsIn, sharesOut, assetsOut] = gates.map((gate) => wordOf(gate) !== 0n);
  const named = addressOf(wordOf(adapter) ?? 0n);
  return {
    address,
    idle: wordOf(idle) ?? 0n,
    adapter: named === ZERO_ADDRESS ? null : named,
    data: data ?? null,
    depositGated: sharesIn !== false || assetsIn !== false,
    redeemGated: sharesOut !== false || assetsOut !== false,
  };
}

/** The parameters of the market that an adapter's data name; "0x" where they are empty. */
function marketOf(data: Hex | null): Hex | null {
  const length = wordOf(data, 1);
  if (data === null || length === undefined) return null;
  if (length === 0n) return "0x";
  const isMarket = length === MARKET_BYTES && wordOf(data, LAST_WORD) !== undefined;
  return isMarket ? slice(data, 64, 64 + Number(MARKET_BYTES)) : null;
}

function lendingViews({ adapter, data }: Own): readonly View[] {
  const market = marketOf(data);
  if (adapter === null || market === null) return [];
  const [target, worth] =
    market === "0x"
      ? [view(adapter, "morphoVaultV1"), view(adapter, "realAssets")]
      : [view(adapter, "morpho"), view(adapter, "expectedSupplyAssets", [keccak256(market)])];
  return [view(adapter, "adapterId"), target, worth];
}

/** Null of an adapter that is none of Morpho's. */
function lendingOf({ adapter, data }: Own, answers: readonly Answer[]): Lending | null {
  const market = marketOf(data);
  const [id, target, worth] = [answers[0], wordOf(answers[1]), wordOf(answers[2])];
  if (adapter === null || market === null || id == null) return null;
  if (target === undefined || worth === undefined) return null;
  const to = addressOf(target);
  if (market === "0x") return { adapter, to: { vault: to }, ids: [id], worth };
  return {
    adapter,
    to: { morpho: to, market: keccak256(market) },
    ids: [id, ...marketIds(adapter, market)],
    worth,
  };
}

/**
 * Ids of a market beside the adapter's: of its collateral, and its own.
 *
 * @see https://github.com/morpho-org/vault-v2/blob/bec4dd8c84/src/adapters/MorphoMarketV1AdapterV2.sol `ids`
 */
function marketIds(adapter: Address, market: Hex): readonly Hex[] {
  const collateral = addressOf(wordOf(market, 1) ?? 0n);
  const words = Array.from({ length: 5 }, (_, at) => wordOf(market, at) ?? 0n);
  const [text, address, word] = [{ type: "string" }, { type: "address" }, { type: "uint256" }];
  return [
    keccak256(encodeAbiParameters([text, address], ["collateralToken", collateral])),
    keccak256(
      encodeAbiParameters(
        [text, address, ...words.map(() => word)],
        ["this/marketParams", adapter, ...words],
      ),
    ),
  ];
}

function limitViews({ address }: Own, lending: Lending | null): readonly View[] {
  if (lending === null) return [];
  const { adapter, to, ids } = lending;
  return [
    ...("vault" in to
      ? [view(to.vault, "maxDeposit", [adapter]), view(to.vault, "maxWithdraw", [adapter])]
      : [view(to.morpho, "market", [to.market])]),
    ...ids.flatMap((id) => [
      view(address, "absoluteCap", [id]),
      view(address, "relativeCap", [id]),
      view(address, "allocation", [id]),
    ]),
  ];
}

function limitsOf(own: Own, lending: Lending | null, answers: readonly Answer[]): AdapterLimits {
  const { idle, adapter, depositGated, redeemGated } = own;
  const gates = { depositGated, redeemGated };
  if (lending === null) {
    // What an unknown adapter takes is not known; without one all deposits stay in the vault.
    const limit = adapter === null ? MAX_UINT256 : 0n;
    return { depositLimit: () => limit, cash: idle, ...gates };
  }
  const { to, ids, worth } = lending;
  const [taken, paid, rest] =
    "vault" in to
      ? [wordOf(answers[0]) ?? 0n, wordOf(answers[1]) ?? 0n, answers.slice(2)]
      : [MAX_UINT256, liquidityOf(answers[0]), answers.slice(1)];
  const caps = ids.map((_, at): Cap => {
    const [absolute, relative, allocation] = rest
      .slice(3 * at, 3 * at + 3)
      .map((word) => wordOf(word));
    return { absolute: absolute ?? 0n, relative: relative ?? 0n, allocation: allocation ?? 0n };
  });
  // The vault learns with the next allocation what has been earned since the last.
  const earned = worth - (caps.at(-1)?.allocation ?? 0n);
  const isPayable = caps.every(({ allocation }) => allocation > 0n);
  return {
    depositLimit: (total) =>
      caps
        .map((cap) => roomOf(cap, earned, total))
        .reduce((least, room) => min(least, room), taken),
    cash: idle + (isPayable ? min(worth, paid) : 0n),
    ...gates,
  };
}

/** What a market can pay out. */
function liquidityOf(market: Answer): bigint {
  const [supplied, borrowed] = [wordOf(market, 0), wordOf(market, 2)];
  return supplied === undefined || borrowed === undefined ? 0n : max(0n, supplied - borrowed);
}

/** What an id still takes of a vault with so many assets. */
function roomOf({ absolute, relative, allocation }: Cap, earned: bigint, total: bigint): bigint {
  if (absolute === 0n) return 0n;
  const cap = relative === WAD ? absolute : min(absolute, mulDivDown(total, relative, WAD));
  return max(0n, cap - allocation - earned);
}
