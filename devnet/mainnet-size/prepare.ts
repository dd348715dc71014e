import { createWriteStream, existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { type Address, type Hex, hexToBigInt, keccak256, numberToHex } from "viem";
import { lower } from "../../src/lib/address.ts";
import { buildChain, compilationsOf } from "../build-chain.ts";
import { chainSpec } from "../chains.ts";
import { CONTENTS } from "../contents/index.ts";
import { withLock } from "../lock.ts";
import type { Manifest } from "../manifest.ts";
import { UNISWAP_V2_FACTORY } from "../protocols/uniswap-v2.ts";
import { UNISWAP_V3_FACTORY } from "../protocols/uniswap-v3.ts";
import { compileContracts } from "../solidity/contracts.ts";
import { stateKey } from "../state-key.ts";
import { tokenBySymbol } from "../token-list.ts";
import {
  type Account,
  amountsOf,
  type Connector,
  cloneOf,
  entrySlot,
  pairAccount,
  tokenAccount,
  v3Account,
  v3CodeOf,
  word,
} from "./accounts.ts";
import { type MarketSize, marketSize, pairAt, v3PoolAt } from "./market.ts";

export const CHAIN_ID = 1;
/** The chain's own blocks begin here, as high as mainnet's. */
export const FIRST_BLOCK = 24_000_000;
/** Raised when the same devnet is to give another market. */
const VERSION = 2;
const STATES = fileURLToPath(new URL("../../.weir/mainnet-size/", import.meta.url));
/** Slots of the V2 factory. @see https://github.com/Uniswap/v2-core/blob/v1.0.1/contracts/UniswapV2Factory.sol */
const ALL_PAIRS_SLOT = 3n;
/** Slot of the V3 factory. @see https://github.com/Uniswap/v3-core/blob/v1.0.0/contracts/UniswapV3Factory.sol */
const GET_POOL_SLOT = 5n;
/** Where the balances of WETH9 and of the devnet's tokens are. */
const WETH_BALANCES_SLOT = 3n;
const BALANCES_SLOT = 1n;

type Accounts = Record<Hex, Account>;

/** A prepared market. */
export interface PreparedMarket {
  readonly statePath: string;
  readonly size: MarketSize;
  /** Of the devnet's own contracts, which are in it too. */
  readonly manifest: Manifest;
}

/**
 * The devnet's chain 1 with a market of mainnet's order written into its state: pools and tokens
 * are accounts with the storage that the original contracts would have, as to make 300,000 pairs by
 * transactions takes hours. Pairs and tokens, and V3 pools that do not matter, are minimal proxies
 * of original code; V3 pools that do have code of their own. It is built once, a share at a time.
 *
 * @param share Of the full market, 0 to 1.
 */
export async function prepareMarket(
  share: number,
  log: (line: string) => void = () => undefined,
): Promise<PreparedMarket> {
  const size = marketSize(share);
  const name = `${stateKey(CHAIN_ID)}-${VERSION}-${size.pairs}`;
  const statePath = join(STATES, `${name}.json`);
  mkdirSync(STATES, { recursive: true });
  return withLock(join(STATES, "build.lock"), async () => {
    const started = Date.now();
    const { state, manifest } = await baseChain(log);
    if (existsSync(statePath)) return { statePath, size, manifest };
    const accounts = withMarket(state.accounts, manifest, size);
    await writeState(`${statePath}.partial`, state, accounts);
    renameSync(`${statePath}.partial`, statePath);
    log(`market of ${size.pairs} pairs built in ${Math.round((Date.now() - started) / 1_000)} s`);
    return { statePath, size, manifest };
  });
}

/** Parts of what anvil dumps. */
interface State {
  readonly accounts: Accounts;
}

async function baseChain(log: (line: string) => void) {
  const path = join(STATES, `${stateKey(CHAIN_ID)}-base.json`);
  if (!existsSync(path)) {
    const contents = CONTENTS[CHAIN_ID];
    const compiled = await compileContracts(compilationsOf(contents));
    const spec = chainSpec(CHAIN_ID);
    const built = await buildChain(spec, { contents, compiled, log, firstBlock: FIRST_BLOCK });
    await writeFile(path, JSON.stringify(built));
  }
  const { state, manifest } = JSON.parse(readFileSync(path, "utf8")) as {
    readonly state: string;
    readonly manifest: Manifest;
  };
  return { state: JSON.parse(state) as State, manifest };
}

/** All accounts, those of the base changed in place first. */
function* withMarket(
  base: Accounts,
  manifest: Manifest,
  size: MarketSize,
): Generator<readonly [Hex, Account]> {
  const own = accountsOf(base);
  const connectors = new Map<string, Connector & { readonly account: Account }>();
  for (const symbol of ["WETH", "USDC", "DAI"]) {
    const { address, decimals, priceUsd } = tokenBySymbol(manifest.tokens, symbol);
    connectors.set(symbol, { address, decimals, priceUsd, account: own(address) });
  }
  const poolOf = (venue: string, feePips: number) => {
    const found = manifest.pools.find((pool) => pool.venue === venue && pool.feePips === feePips);
    if (found === undefined) throw new Error(`The devnet has no ${venue} pool of ${feePips}.`);
    return found;
  };
  const tailToken = manifest.tokens.find(({ tier }) => tier === "tail");
  const tokenCode = own(tailToken?.address ?? "0x").code;
  const pairCode = cloneOf(poolOf("uniswap-v2", 3_000).address);
  const factory = own(UNISWAP_V2_FACTORY);
  const before = hexToBigInt(factory.storage[word(ALL_PAIRS_SLOT)] ?? "0x0");
  factory.storage[word(ALL_PAIRS_SLOT)] = word(before + BigInt(size.pairs));
  const firstPair = hexToBigInt(keccak256(word(ALL_PAIRS_SLOT))) + before;
  const v3Factory = own(UNISWAP_V3_FACTORY);
  let native = 0n;
  for (let place = 0; place < size.pairs; place++) {
    const pair = pairAt(size, place);
    const via = connectors.get(pair.via);
    if (via === undefined) throw new Error(`The devnet has no ${pair.via}.`);
    const amounts = amountsOf(place, pair, via);
    const held = new Map([[pair.address, amounts.own]]);
    hold(via, pair.via, pair.address, amounts.other);
    if (pair.via === "WETH") native += amounts.other;
    factory.storage[word(firstPair + BigInt(place))] = word(hexToBigInt(pair.address));
    yield [
      pair.address,
      pairAccount(
        { token: pair.token, via: via.address, ...amounts },
        { code: pairCode, factory: UNISWAP_V2_FACTORY },
      ),
    ];
    if (place < size.v3Pools) {
      const pool = v3PoolAt(size, place);
      const weth = connectors.get(pool.via) ?? via;
      const v3Amounts = amountsOf(place, pool, weth);
      held.set(pool.address, v3Amounts.own);
      hold(weth, pool.via, pool.address, v3Amounts.other);
      native += v3Amounts.other;
      for (const [token, other] of [
        [pool.token, weth.address],
        [weth.address, pool.token],
      ] as const) {
        const slot = getPoolSlot({ token, other, feePips: pool.feePips });
        v3Factory.storage[slot] = word(hexToBigInt(pool.address));
      }
      const original = poolOf("uniswap-v3", pool.feePips);
      const from = {
        ...{ pool: original.address, token0: original.token0, token1: original.token1 },
      };
      const code =
        place < size.deepV3Pools
          ? v3CodeOf(own(original.address).code, from, {
              ...{ pool: pool.address, token: pool.token, via: weth.address },
            })
          : cloneOf(original.address);
      yield [pool.address, v3Account(pool, { code, via: weth.address, ...v3Amounts })];
    }
    yield [pair.token, tokenAccount(place, { code: tokenCode, held })];
  }
  const wrapped = connectors.get("WETH")?.account;
  for (const [address, account] of Object.entries(base) as [Hex, Account][]) {
    const balance = hexToBigInt(account.balance) + (account === wrapped ? native : 0n);
    yield [address, { ...account, balance: numberToHex(balance) }];
  }
}

/** Where the V3 factory has the pool of two tokens. */
function getPoolSlot({
  token,
  other,
  feePips,
}: {
  readonly token: Address;
  readonly other: Address;
  readonly feePips: number;
}): Hex {
  const keys = [hexToBigInt(token), hexToBigInt(other), BigInt(feePips)];
  return word(keys.reduce((mapping, key) => hexToBigInt(entrySlot(key, mapping)), GET_POOL_SLOT));
}

/** Finds accounts whatever the case of their addresses. */
function accountsOf(base: Accounts): (address: Address) => Account {
  const byAddress = new Map(
    Object.entries(base).map(([address, account]) => [address.toLowerCase(), account]),
  );
  return (address) => {
    const found = byAddress.get(lower(address));
    if (found === undefined) throw new Error(`The devnet has no account ${address}.`);
    return found;
  };
}

function hold(
  { account }: { readonly account: Account },
  symbol: string,
  holder: Address,
  amount: bigint,
): void {
  const mapping = symbol === "WETH" ? WETH_BALANCES_SLOT : BALANCES_SLOT;
  account.storage[entrySlot(hexToBigInt(holder), mapping)] = word(amount);
}

/** Writes a state that is longer than a string can be. */
async function writeState(
  path: string,
  { accounts: _, ...rest }: State,
  accounts: Iterable<readonly [Hex, Account]>,
): Promise<void> {
  function* parts(): Generator<string> {
    yield `${JSON.stringify(rest).slice(0, -1)},"accounts":{`;
    let isFirst = true;
    for (const [address, account] of accounts) {
      yield `${isFirst ? "" : ","}${JSON.stringify(address)}:${JSON.stringify(account)}`;
      isFirst = false;
    }
    yield "}}";
  }
  await pipeline(Readable.from(parts()), createWriteStream(path));
}
