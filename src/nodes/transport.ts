import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { BaseError, custom, fallback, type Hash, numberToHex, type Transport } from "viem";
import { CHAINS } from "../lib/chains.ts";
import { nodeErrorOf } from "../lib/node-error.ts";
import { blockOf, blocksAsked, createKnownBlocks, type RpcRequest } from "./blocks.ts";
import { createBudget } from "./budget.ts";
import {
  BlockMissingError,
  guarded,
  isOfRequest,
  NodeFaultError,
  refusalOf,
  SIMULATION,
  type SimulationWork,
  servedChain,
} from "./guard.ts";
import { createHeads } from "./heads.ts";
import { type ChainNode, createNode, inOrder, type NodeMeter } from "./node.ts";
import { createPace } from "./pace.ts";
import { CannotSimulateError, type ChainSimulation } from "./simulators/chain-simulation.ts";
import type { Simulator } from "./simulators/simulator.ts";

/** No node of a chain could answer. The message holds no URL. */
export class NodesUnavailableError extends BaseError {
  override readonly name = "NodesUnavailableError";
  readonly code = "NODES_UNAVAILABLE";
  /** Whether all that could ask to be left alone. */
  readonly isLimited: boolean;

  constructor(chainId: number, { reason, isLimited }: { reason: string; isLimited: boolean }) {
    super(`no node of chain ${chainId} can answer (${reason}); check the nodes.`);
    this.isLimited = isLimited;
  }
}

/** The block that a request names by its hash is no longer, or nowhere yet, part of the chain. */
export class BlockReplacedError extends BaseError {
  override readonly name = "BlockReplacedError";
  readonly code = "BLOCK_REPLACED";

  constructor(chainId: number, hash: Hash) {
    super(`block ${hash} is not on chain ${chainId}; ask for the block that replaced it.`);
  }
}

export interface NodesOptions {
  readonly chainId: number;
  /** In order of preference. */
  readonly urls: readonly string[];
  readonly log: Logger;
  readonly meter?: NodeMeter | undefined;
  /** Requests of a minute to all of them, at most; null or absent: any number. */
  readonly requestsPerMinute?: number | null;
  /** Whether others, as the indexer, come first where nodes limit the rate. */
  readonly isYielding?: boolean;
  /** How long a request waits for nodes to come back when none can answer. */
  readonly waitMs: number;
}

/** Least time between two rounds over the nodes. */
const ROUND_MS = 150;
/** Nodes learn of a block at different times: so long may one that is known be missing. */
const SETTLE_MS = 2_000;

/**
 * A viem transport over the nodes of one chain, whose requests fail over from node to node. It adds
 * what `fallback` lacks: the nodes agree on a head, one that lags, contradicts them or serves
 * another chain is not believed, one that fails is left alone for a while, and none is asked for a
 * method that it lacks.
 *
 * A request rejects with NodesUnavailableError, BlockReplacedError, or what a node said, as
 * RpcRequestError. No error holds a URL.
 */
export function nodesTransport(options: NodesOptions): Transport {
  const { chainId, urls, log, meter, waitMs } = options;
  const perMinute = options.requestsPerMinute ?? null;
  const budget = perMinute === null ? null : createBudget(perMinute);
  const nodes = urls.map((url, index) => {
    const pace = options.isYielding === true ? createPace() : null;
    return createNode(url, index + 1, { meter, budget, pace });
  });
  const hasOwnBloom = CHAINS.get(chainId)?.hasOwnBloom ?? true;
  const known = createKnownBlocks(hasOwnBloom);
  const lookForHead = createHeads({ chainId, nodes, known, log });
  const guard = { chainId, known, hasOwnBloom, log, isOneOfSeveral: nodes.length > 1 };
  const guards = nodes.map((node) => guarded(node, guard));
  /** The last head as it was answered, by whether with transactions. */
  const heads = new Map<boolean, { readonly hash: string; readonly block: unknown }>();

  /** One round over the nodes. */
  function overNodes(order: readonly ChainNode[], asked: RpcRequest): Promise<unknown> {
    const blocks = blocksAsked(asked);
    // Those that are known to refuse a range are only asked, in vain, where all do.
    const willing = order.filter((node) => refusalOf(node, blocks) === null);
    const chosen = willing.length === 0 ? order : willing;
    const last = chosen.length - 1;
    const transports = chosen.flatMap(
      ({ place }, at) => guards[place - 1]?.[at === last ? "last" : "early"] ?? [],
    );
    const round = fallback(transports, { shouldThrow: isOfRequest, retryCount: 0 })({});
    return round.request({ ...asked });
  }

  function unavailable(reason: string): NodesUnavailableError {
    const now = performance.now();
    const isLimited = nodes.every((node) => node.failures === 0 && node.pausedUntilMs > now);
    return new NodesUnavailableError(chainId, { reason, isLimited });
  }

  /** Repeats until it gives something, or for `waitMs`. */
  async function awaited<T>(look: () => Promise<T | null>, reason: string): Promise<T> {
    const started = performance.now();
    for (;;) {
      const found = await look();
      if (found !== null) return found;
      if (performance.now() - started > waitMs) throw unavailable(reason);
      await sleep(ROUND_MS);
    }
  }

  /** Whether a block was replaced by another one. */
  async function isReplaced(hash: Hash): Promise<boolean> {
    const header = known.byHash(hash);
    if (header === null || header.number > (known.head()?.number ?? -1)) return false;
    const [node] = inOrder(nodes);
    const own = known.hashAt(header.number) ?? (await node?.block(header.number))?.hash;
    return own !== undefined && own !== hash;
  }

  /** The nodes that can simulate, or might; all where none can, which they say then. */
  function simulating(): readonly ChainNode[] {
    return isHopeless() ? nodes : nodes.filter(({ simulation }) => simulation.means() !== "none");
  }

  function isHopeless(): boolean {
    return nodes.every(({ simulation }) => simulation.means() === "none");
  }

  async function fromNodes(asked: RpcRequest): Promise<unknown> {
    const block = blockOf(asked);
    const hash = typeof block === "string" ? block : null;
    const started = performance.now();
    for (;;) {
      const order = inOrder(asked.method === SIMULATION ? simulating() : nodes);
      let reason = "every node is being left alone";
      let missing: BlockMissingError | null = null;
      try {
        if (order.length > 0) return await overNodes(order, asked);
      } catch (error) {
        if (error instanceof BlockMissingError) missing = error;
        else if (error instanceof NodeFaultError) reason = error.shortMessage;
        else if (error instanceof CannotSimulateError && !isHopeless()) {
          reason = "those that can simulate do not answer";
        } else throw nodeErrorOf(error) ?? error;
      }
      await lookForHead();
      const elapsed = performance.now() - started;
      if (hash !== null && (await isReplaced(hash))) {
        if (missing?.told === null) return null;
        throw new BlockReplacedError(chainId, hash);
      }
      if (missing !== null && elapsed > SETTLE_MS) {
        if (missing.told === null) return null;
        throw hash === null ? missing.told : new BlockReplacedError(chainId, hash);
      }
      if (missing === null && elapsed > waitMs) throw unavailable(reason);
      await sleep(ROUND_MS);
    }
  }

  async function headBlock(isFull: boolean): Promise<unknown> {
    const { hash } = await awaited(lookForHead, "no node names its head");
    const last = heads.get(isFull);
    if (last?.hash === hash) return last.block;
    const block = await fromNodes({ method: "eth_getBlockByHash", params: [hash, isFull] });
    if (block === null) throw unavailable("no node has the head any more");
    heads.set(isFull, { hash, block });
    return block;
  }

  /** The chain's id when a node serves it, else that of another which one serves. */
  async function anyChainId(): Promise<number | null> {
    const found = await Promise.all(inOrder(nodes).map((node) => servedChain(node, guard)));
    return found.find((id) => id === chainId) ?? found.find((id) => id !== null) ?? null;
  }

  async function request({ method, params = [] }: { method: string; params?: unknown[] }) {
    if (method === "eth_chainId") {
      return numberToHex(await awaited(anyChainId, "no node names its chain"));
    }
    if (method === "eth_blockNumber") {
      return numberToHex((await awaited(lookForHead, "no node names its head")).number);
    }
    const isHead = method === "eth_getBlockByNumber" && params[0] === "latest";
    return isHead ? headBlock(params[1] === true) : fromNodes({ method, params });
  }

  /** What a node's simulator makes of some work: of the first that can and answers. */
  async function simulate<T>(work: (simulator: Simulator) => Promise<T>): Promise<T> {
    let made: { readonly value: T } | null = null;
    const noting: SimulationWork = async (simulator) => {
      made = { value: await work(simulator) };
    };
    await fromNodes({ method: SIMULATION, params: [noting] });
    if (made === null) throw unavailable("no node simulated");
    return (made as { readonly value: T }).value;
  }

  const simulation: ChainSimulation = {
    run: (asked) => simulate((simulator) => simulator.run(asked)),
    runGroups: (groups) => simulate((simulator) => simulator.runGroups(groups)),
    async look() {
      const unknown = inOrder(nodes).filter((node) => node.simulation.means() === "unknown");
      const nothing: SimulationWork = () => Promise.resolve();
      const probing = unknown.map((node) =>
        guards[node.place - 1]?.early({}).request({ method: SIMULATION, params: [nothing] }),
      );
      await Promise.allSettled(probing);
    },
    means: () => nodes.map((node) => node.simulation.means()),
  };

  const made = custom({ request }, { retryCount: 0 });
  return (config) => ({ ...made(config), value: { simulation } });
}
