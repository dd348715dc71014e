/** Makes the tables of seeds, where they are not there yet. */
export const SEED_TABLES = `
  create schema if not exists weir_seed;
  create table if not exists weir_seed.start (
    chain_id integer primary key, block bigint not null, hash text not null,
    timestamp bigint not null, digest text);
  create table if not exists weir_seed.catalogue (
    chain_id integer, key text, next bigint not null, primary key (chain_id, key));
  create table if not exists weir_seed.pool (
    chain_id integer, family text, id text collate "C", address text not null, parent text not null,
    slug text not null,
    tokens text[] not null, facts jsonb not null, amounts numeric[], is_weighed boolean not null default false,
    is_chosen boolean not null default false, primary key (chain_id, id));
  create index if not exists pool_family on weir_seed.pool (chain_id, family, id);
  create index if not exists pool_tokens on weir_seed.pool using gin (tokens) where not is_chosen;
  create index if not exists pool_contract on weir_seed.pool (chain_id, left(id, 42)) where not is_chosen;
  create table if not exists weir_seed.oversized (
    chain_id integer, pool text collate "C", primary key (chain_id, pool));
  create table if not exists weir_seed.state (
    chain_id integer, family text, version text, last text, is_done boolean not null,
    primary key (chain_id, family, version));
  create table if not exists weir_seed.rows (
    chain_id integer, family text, version text, place bigint generated always as identity,
    table_name text not null, digest text not null, rows text not null,
    primary key (chain_id, family, version, place));`;
