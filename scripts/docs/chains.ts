import { join } from "node:path";
import type { Address } from "viem";
import type { Chain } from "../../src/lib/chain.ts";
import { CHAINS } from "../../src/lib/chains.ts";
import { finalityBlocks } from "../../src/lib/finality.ts";
import { PROTOCOLS } from "../../src/protocols/index.ts";
import { INDEXED } from "../../src/protocols/indexed.ts";
import type { IndexedFamily } from "../../src/protocols/sources.ts";
import { KNOWN_LIMITS } from "./limits.ts";
import { requestsOfADay } from "./requests.ts";
import { sourcesIn } from "./sources.ts";

const ROOT = join(import.meta.dirname, "../..");
/** Blocks whose states geth and its kin keep without an archive. */
const KEPT_STATES = 128;
/** Roles that say nothing. */
const NAMELESS = /^(address|vaults|pools)$/;
/** Addresses that are shown of a deployment; the code has all. */
const MOST_ADDRESSES = 8;

/** The text of `docs/chains.md`, made of the tables that the service itself uses. */
export function chainsDocument(): string {
  const chains = [...CHAINS.values()];
  return [
    "# Chains",
    "",
    "<!-- Made by `node scripts/run.mjs scripts/chains-doc.ts` of the code's own tables; a test compares. -->",
    "",
    "What Weir knows of each chain: what is indexed on it, what its nodes have to serve, and what is known not to work. Nothing here was tried on the live chains; addresses are",
    "those that the linked files state, and `npm run verify -- --chain <id>` compares quotes with a chain's own answers.",
    "",
    "## All chains",
    "",
    "To start one: set `PONDER_RPC_URL_<chainId>` (two URLs of different providers, separated by commas) and, where the provider has one, `PONDER_WS_URL_<chainId>`; run",
    "`npm start`, or the commands of [deployment.md](deployment.md); wait for `/ready`. The first start reads the state of the newest final block",
    "([operations.md](operations.md)); `MIN_POOL_DEPTH_USD` chooses which pools, and others come in when they are asked for. `npm run deploy:contracts -- --chain <id>` shows what Weir's own",
    "contracts cost there.",
    "",
    "A node has to serve `eth_call` with state overrides (geth, reth, erigon, nethermind and their kin do), by block hash too, `eth_getLogs` by range and by block hash, and the",
    "state of the start block for as long as the first start takes, or `PONDER_START_BLOCK_<chainId>` and an archive. It simulates by `eth_simulateV1`, or else by an `eth_call` of 20",
    "million gas with state and block overrides.",
    "",
    ...(KNOWN_LIMITS[0] ?? []).map((limit) => `- ${limit}`),
    "",
    "| chain | id | block | final after | start state kept without an archive | native | families |",
    "|---|--:|--:|--:|--:|---|--:|",
    ...chains.map(overview),
    "",
    ...requestsOfADay(chains, firstToldOf),
    "",
    ...chains.flatMap(section),
  ].join("\n");
}

function overview(chain: Chain): string {
  const blocks = finalityBlocks(chain.chainId);
  const seconds = Math.round(blocks * chain.blockTimeSeconds);
  const kept = Math.round((KEPT_STATES - blocks) * chain.blockTimeSeconds);
  const families = deploymentsOn(chain.chainId).map(({ family }) => family);
  return row([
    `[${chain.name}](#${chain.name})`,
    String(chain.chainId),
    `${chain.blockTimeSeconds} s`,
    `${blocks} blocks, ${seconds} s`,
    kept <= 0 ? "not at all" : `${kept} s`,
    chain.native.symbol,
    String(new Set(families).size),
  ]);
}

function section(chain: Chain): readonly string[] {
  const { chainId, name, priceFeeds, dataFee } = chain;
  const feeds = priceFeeds.reduce((sum, { feeds }) => sum + Object.keys(feeds).length, 0);
  const data = { "op-stack": "the OP stack's `GasPriceOracle`", nitro: "`ArbGasInfo`" };
  return [
    `## ${name}`,
    "",
    `Chain ${chainId}: [src/lib/chains/${name}.ts](../src/lib/chains/${name}.ts) has its facts with their sources. ${feeds} Chainlink feeds. ` +
      `Wrapped native currency \`${chain.wrappedNative}\`. ` +
      (dataFee === null ? "No data fee." : `What data costs is read of ${data[dataFee]}.`),
    "",
    "| family | deployment | first block | how pools are found | addresses | sources |",
    "|---|---|--:|---|---|---|",
    ...deploymentsOn(chainId).map(deploymentRow),
    "",
    ...(KNOWN_LIMITS[chainId] ?? []).map((limit) => `- ${limit}`),
    ...(KNOWN_LIMITS[chainId] === undefined ? [] : [""]),
  ];
}

interface OnChain {
  readonly chainId: number;
  readonly family: string;
  readonly slug: string;
  readonly startBlock: number | null;
  readonly addresses: readonly (readonly [role: string, address: Address])[];
}

function deploymentsOn(chainId: number): readonly OnChain[] {
  return PROTOCOLS.flatMap(({ family, deployments }) =>
    deployments.flatMap(({ slug, chains }): readonly OnChain[] => {
      const found = chains[chainId];
      if (found === undefined) return [];
      const { startBlock, contracts } = found;
      return [{ chainId, family, slug, startBlock, addresses: addressesIn(contracts, "") }];
    }),
  );
}

function deploymentRow({ chainId, family, slug, startBlock, addresses }: OnChain): string {
  const shown = addresses
    .slice(0, MOST_ADDRESSES)
    .map(([role, one]) => `${NAMELESS.test(role) ? "" : `${role} `}\`${one}\``);
  const rest = addresses.length - shown.length;
  const links = sourcesIn(join(ROOT, "src/protocols", family))({
    chainId,
    addresses: addresses.map(([, address]) => address),
  });
  const code = `[code](../src/protocols/${family}/contracts.ts)`;
  return row([
    family,
    slug,
    startBlock === null ? "" : startBlock.toLocaleString("en-US"),
    addresses.length === 0 ? "a request names them" : waysOf(family, chainId),
    [...shown, ...(rest > 0 ? [`and ${rest} more`] : [])].join(", "),
    [code, ...links.map((link, at) => `[${at + 1}](${link})`)].join(" "),
  ]);
}

/** How a family's pools of before the start are found. */
function kindsOf(family: string, chainId: number) {
  const own = INDEXED.map((one: IndexedFamily) => one).find((one) => one.family === family);
  return new Set(own?.seed?.catalogues(chainId).map(({ kind }) => kind));
}

/** The same, in words. */
function waysOf(family: string, chainId: number): string {
  const words = { enumerated: "the factory's list", logged: "logs", fixed: "the code's list" };
  const ways = [...kindsOf(family, chainId)].map((kind) => words[kind]);
  return ways.join(", ") || "the code's list";
}

/** The first block whose logs tell of pools that an index begins with; null: none does. */
function firstToldOf(chainId: number): number | null {
  const told = deploymentsOn(chainId).filter(({ family }) =>
    kindsOf(family, chainId).has("logged"),
  );
  const blocks = told.flatMap(({ startBlock }) => startBlock ?? []);
  return blocks.length === 0 ? null : Math.min(...blocks);
}

/** Contracts of a deployment with what they are; coins of listed pools are none of it. */
function addressesIn(value: unknown, role: string): readonly (readonly [string, Address])[] {
  if (typeof value === "string") {
    return /^0x[0-9a-f]{40}$/.test(value) ? [[role, value as Address]] : [];
  }
  if (typeof value !== "object" || value === null || role === "coins") return [];
  return Object.entries(value).flatMap(([key, one]) =>
    addressesIn(one, Array.isArray(value) ? role : key),
  );
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}
