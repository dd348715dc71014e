import type { ISql, Sql } from "postgres";
import type { Address } from "viem";

/** Rows of a chain with so many pairs and a tenth as many V3 pools, most of them dust. */
export interface MarketSize {
  readonly pairs: number;
  /** Pairs worth 10,000 dollars and more; the others are worth 316 at most. */
  readonly deepPairs: number;
}

const CHAIN_ID = 1;
/** Block that the chain stands at when it is made. */
export const FIRST_BLOCK = 1_000;
/** Pairs that trade in a block. */
const CHANGED_PAIRS = 30;
/** V3 ticks of a pool: a million in 30,000. */
const TICKS = 34;

const WETH = "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2";
const USDC = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
const DAI = "0x6b175474e89094c44da98b954eedeac495271d0f";

/** Address of a token, pair or V3 pool, as SQL over its number. */
const addressOf = (kind: "token" | "pair" | "v3" | "core", n = "n"): string =>
  `('0x' || substr(md5('${kind}' || ${n}), 1, 32) || lpad(to_hex(${n}), 8, '0'))`;

/** A number in [0, 1), fixed by `n` and what it is for, as SQL. */
const random = (purpose: string): string =>
  `(('x' || substr(md5('${purpose}' || n), 1, 8))::bit(32)::bigint / 4294967296.0)`;

/** Pairs of token n with a connector: four of five with the wrapped native token. */
const pairsOf = (from: number, to: number, deepPairs: number): string => `
  select n, ${addressOf("token")} as own, ${addressOf("pair")} as address, via.*,
    case when n <= ${deepPairs} then 10 ^ (4 + 3 * ${random("value")})
      else 10 ^ (2.5 * ${random("value")}) end as usd
  from generate_series(${from}, ${to}) n
  cross join lateral (select * from (values
    ('${WETH}', 3000.0, 18, 0.0, 0.8), ('${USDC}', 1.0, 6, 0.8, 0.95), ('${DAI}', 1.0, 18, 0.95, 1.0)
  ) as connector (via, price, decimals, low, high)
  where ${random("via")} >= low and ${random("via")} < high) as via`;

/** Rows of pairs, as SQL over what `pairsOf` gives. */
const pairRows = (pairs: string, block: string): string => `
  insert into uniswap_v2_pair (chain_id, address, slug, token0, token1, fee_pips, reserve0,
    reserve1, total_supply, k_last, minted, mints, burned, updated_block)
  select ${CHAIN_ID}, address, 'uniswap-v2', least(own, via), greatest(own, via), 3000,
    case when own < via then in_own else in_via end, case when own < via then in_via else in_own end,
    floor(sqrt(in_own * in_via)), in_own * in_via, 0, 0, 0, ${block}
  from (select *, floor((usd / 2)::numeric * 1e18) as in_own,
    floor((usd / 2 / price)::numeric * (10::numeric ^ decimals)) as in_via from (${pairs}) p) p`;

/** What each tick of V3 pool n brings when the price comes nearer, as SQL. */
const tickLiquidity = (deepPairs: number): string =>
  `floor((10 ^ (case when n <= ${deepPairs} then 3 else 0 end + 2 * ${random("v3")}))::numeric * 1e18)`;

const tokenRows = (addresses: string, block: number): string => `
  insert into token (chain_id, address, symbol, name, decimals, updated_block)
  select ${CHAIN_ID}, address, 'T', 'Token', decimals, ${block} from (${addresses}) as t (address, decimals)`;

/** Writes the rows, as an indexer leaves them behind. */
export async function fillTables(sql: Sql, { pairs, deepPairs }: MarketSize): Promise<void> {
  await sql.unsafe(
    tokenRows(
      `values ('${WETH}', 18), ('${USDC}', 6), ('${DAI}', 18)
       union all select ${addressOf("token")}, 18 from generate_series(1, ${pairs}) n
       union all select ${addressOf("pair")}, 18 from generate_series(1, ${pairs}) n
       union all select ${addressOf("core")}, 18 from generate_series(1, 3) n`,
      FIRST_BLOCK - 500,
    ),
  );
  const old = `${FIRST_BLOCK - 500} - (n % 400)`;
  await sql.unsafe(pairRows(pairsOf(1, pairs, deepPairs), old));
  const core = `
    select n, own, via, price, decimals, ${addressOf("core")} as address, 1e8 as usd from (values
      (1, '${DAI}', '${WETH}', 3000.0, 18), (2, '${DAI}', '${USDC}', 1.0, 6)
    ) as core (n, own, via, price, decimals)`;
  await sql.unsafe(pairRows(core, String(FIRST_BLOCK - 500)));
  const v3 = `from generate_series(1, ${Math.ceil(pairs / 10)}) n`;
  await sql.unsafe(`
    insert into uniswap_v3_pool (chain_id, address, slug, token0, token1, fee_pips, tick_spacing,
      sqrt_price_x_96, tick, liquidity, ticks_block, updated_block)
    select ${CHAIN_ID}, ${addressOf("v3")}, 'uniswap-v3', least(${addressOf("token")}, '${DAI}'),
      greatest(${addressOf("token")}, '${DAI}'), 3000, 60, 79228162514264337593543950336, 0,
      ${TICKS / 2} * ${tickLiquidity(deepPairs)},
      ${FIRST_BLOCK - 500}, ${FIRST_BLOCK - 500} ${v3}`);
  await sql.unsafe(`
    insert into uniswap_v3_tick (chain_id, pool, tick, liquidity_gross, liquidity_net, updated_block)
    select ${CHAIN_ID}, ${addressOf("v3")}, 60 * place, ${tickLiquidity(deepPairs)},
      -sign(place)::numeric * ${tickLiquidity(deepPairs)}, ${FIRST_BLOCK - 500}
    ${v3} cross join generate_series(-${TICKS / 2}, ${TICKS / 2}) place where place <> 0`);
  await sql.unsafe(`
    insert into pool (chain_id, id, address, family, slug, created_block)
    select chain_id, address, address, 'uniswap-v2', slug, ${FIRST_BLOCK - 500} from uniswap_v2_pair
    union all
    select chain_id, address, address, 'uniswap-v3', slug, ${FIRST_BLOCK - 500} from uniswap_v3_pool`);
  await sql.unsafe(`
    insert into pool_token (chain_id, pool_id, position, token)
    select chain_id, address, 0, token0 from uniswap_v2_pair union all
    select chain_id, address, 1, token1 from uniswap_v2_pair union all
    select chain_id, address, 0, token0 from uniswap_v3_pool union all
    select chain_id, address, 1, token1 from uniswap_v3_pool`);
  await writeHead(sql, FIRST_BLOCK);
  await sql.unsafe("analyze");
}

/** Trades in some deep pairs and creates a token with a pair, all in one block. */
export async function writeBlock(
  sql: ISql,
  size: MarketSize,
  { number, channel }: { readonly number: number; readonly channel: string },
): Promise<void> {
  const made = size.pairs + number;
  await sql.unsafe(
    tokenRows(
      `select ${addressOf("token")}, 18 from generate_series(${made}, ${made}) n
       union all select ${addressOf("pair")}, 18 from generate_series(${made}, ${made}) n`,
      number,
    ),
  );
  await sql.unsafe(pairRows(pairsOf(made, made, made), String(number)));
  await sql.unsafe(`
    update uniswap_v2_pair set reserve0 = reserve0 + 1000, updated_block = ${number}
    where address in (select ${addressOf("pair")}
      from (select (${number} * 7919 + i * 104729) % ${size.deepPairs} + 1 as n
        from generate_series(1, ${CHANGED_PAIRS}) i) chosen)`);
  await writeHead(sql, number);
  await sql.unsafe(`select pg_notify('${channel}', '[]')`);
}

async function writeHead(sql: ISql, number: number): Promise<void> {
  const hash = (n: number) => `0x${n.toString(16).padStart(64, "0")}`;
  await sql.unsafe(`
    insert into head_block (chain_id, number, hash, parent_hash, timestamp, base_fee_per_gas)
    values (${CHAIN_ID}, ${number}, '${hash(number)}', '${hash(number - 1)}',
      ${1_700_000_000 + 12 * number}, 1000000000)`);
}

/** Tokens that have deep pairs, the connectors first. */
export async function deepTokens(
  sql: ISql,
  { deepPairs }: MarketSize,
): Promise<readonly Address[]> {
  const rows = await sql.unsafe<{ token: Address }[]>(
    `select ${addressOf("token")} as token from generate_series(1, ${deepPairs}) n`,
  );
  return [WETH, USDC, DAI, ...rows.map(({ token }) => token)];
}
