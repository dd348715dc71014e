import type { Chain } from "./chain.ts";

/** Environment variables by name. */
export type Source = Readonly<Record<string, string | undefined>>;

/** One bad variable: what is wrong with it and what to do. */
export interface Problem {
  readonly variable: string;
  readonly message: string;
}

/** A chain to index. */
export interface ChainEnvironment {
  readonly chain: Chain;
  /** At least one; http or https. */
  readonly rpcUrls: readonly string[];
  /** Announces new blocks at once; null: poll. */
  readonly wsUrl: string | null;
  /** Requests of a minute that the indexer may make; null: any number. */
  readonly requestsPerMinute: number | null;
  /** Of a replay: replaces every start block of the chain; null: those of the deployments. */
  readonly startBlock: number | null;
  /** The state that the index begins with; null: none, as everything is replayed. */
  readonly startState: StartState | null;
}

/** A block whose state an index begins with; null: the newest final one. */
export interface StartState {
  readonly block: number | null;
}

const CHAIN_VARIABLE = /^PONDER_(RPC_URL|RPC_BUDGET|WS_URL|START_BLOCK)_(.*)$/;
/** Less than a block a minute asks for is no index. */
const LEAST_BUDGET = 60;
const HIDDEN = "(not shown, it may hold a key)";

function isUrl(url: string, protocols: readonly string[]): boolean {
  return URL.canParse(url) && protocols.includes(new URL(url).protocol);
}

function urlProblem(kind: "RPC_URL" | "WS_URL", value: string): string | null {
  if (kind === "WS_URL") {
    if (isUrl(value, ["ws:", "wss:"])) return null;
    return `is not a ws:// or wss:// URL ${HIDDEN}; set one or unset it to poll.`;
  }
  const bad = value.split(",").findIndex((url) => !isUrl(url.trim(), ["http:", "https:"]));
  if (bad === -1) return null;
  return `is not an http:// or https:// URL at place ${bad + 1} ${HIDDEN}; set one or several, separated by commas.`;
}

/**
 * The chains that variables ending in a chain id ask for. `given` holds no blank values.
 */
export function chainVariables(
  given: Source,
  known: ReadonlyMap<number, Chain>,
): {
  readonly chains: ReadonlyMap<number, ChainEnvironment>;
  readonly problems: readonly Problem[];
} {
  const problems: Problem[] = [];
  for (const [variable, value] of Object.entries(given)) {
    const [, kind, id] = CHAIN_VARIABLE.exec(variable) ?? [];
    if (value === undefined || kind === undefined || id === undefined) continue;
    const report = (message: string) => problems.push({ variable, message });
    if (!/^[1-9]\d*$/.test(id) || !known.has(Number(id))) {
      report(`names the unknown chain ${id}; known chains are ${[...known.keys()].join(", ")}.`);
    } else if (kind === "START_BLOCK") {
      if (!/^(\d{1,15}|genesis)$/.test(value)) {
        report(
          `"${value}" is neither a block number nor genesis; set one or unset it for the newest final block.`,
        );
      }
    } else if (kind === "RPC_BUDGET") {
      if (!/^\d{2,9}$/.test(value) || Number(value) < LEAST_BUDGET) {
        report(
          `"${value}" is not an integer from ${LEAST_BUDGET} to 999999999, requests a minute; set one or unset it for any number.`,
        );
      }
    } else if (kind === "RPC_URL" || kind === "WS_URL") {
      const message = urlProblem(kind, value);
      if (message !== null) report(message);
      if (kind === "WS_URL" && given[`PONDER_RPC_URL_${id}`] === undefined) {
        report(`needs PONDER_RPC_URL_${id} beside it; set that too or unset this one.`);
      }
    }
  }
  if (problems.length > 0) return { chains: new Map(), problems };

  const chains = new Map<number, ChainEnvironment>();
  for (const [chainId, chain] of known) {
    const rpcUrl = given[`PONDER_RPC_URL_${chainId}`];
    if (rpcUrl === undefined) continue;
    chains.set(chainId, {
      chain,
      rpcUrls: rpcUrl.split(",").map((url) => url.trim()),
      wsUrl: given[`PONDER_WS_URL_${chainId}`]?.trim() ?? null,
      requestsPerMinute: budgetOf(given[`PONDER_RPC_BUDGET_${chainId}`]),
      ...startOf(given[`PONDER_START_BLOCK_${chainId}`]),
    });
  }
  return { chains, problems };
}

function budgetOf(value: string | undefined): number | null {
  return value === undefined ? null : Number(value);
}

/** @param value Block number, `genesis` or undefined; nothing comes before block 0. */
function startOf(value: string | undefined): Pick<ChainEnvironment, "startBlock" | "startState"> {
  if (value === "genesis") return { startBlock: null, startState: null };
  if (value === undefined) return { startBlock: null, startState: { block: null } };
  const block = Number(value);
  return block === 0
    ? { startBlock: 0, startState: null }
    : { startBlock: null, startState: { block } };
}
