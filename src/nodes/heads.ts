import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { BlockHeader, KnownBlocks } from "./blocks.ts";
import { servedChain } from "./guard.ts";
import { type ChainNode, inOrder } from "./node.ts";

/** A node with the head it named. */
interface NamedHead {
  readonly node: ChainNode;
  readonly header: BlockHeader;
}

/**
 * How a named head relates to the served one: the same, below it, standing on it, of another chain,
 * or without the parent that it names.
 */
type View = "same" | "behind" | "ahead" | "fork" | "unlinked";

/** How much taller another chain has to be where as many nodes are for one as for the other. */
const TALLER_BLOCKS = 2;
/** How long a head that went back is taken for that of a node that lags. */
const LAGGING_MS = 5_000;
/** Heads further below the highest one are of nodes that still synchronise. */
const SYNCHRONISED_BLOCKS = 64;
/** Further nodes have so long after the first to name their head. */
const GRACE_MS = 300;

/**
 * The heads of a chain's nodes, and the one of them to serve, which is remembered in `known`.
 *
 * The served chain goes on as long as a node has it, unless more nodes, or as many and a taller
 * chain, are of another. A head below the served one is not followed at once, since balanced
 * providers answer from nodes that lag. Nodes on another chain, or whose head has no parent, are
 * not asked for anything else until they are on the served one.
 *
 * @returns A function that asks all nodes; null when none names a head that can be served.
 *   Concurrent questions share one look.
 */
export function createHeads(options: {
  readonly chainId: number;
  readonly nodes: readonly ChainNode[];
  readonly known: KnownBlocks;
  readonly log: Logger;
}): () => Promise<BlockHeader | null> {
  const { chainId, nodes, known, log } = options;
  let confirmedAtMs = 0;
  let looking: Promise<BlockHeader | null> | null = null;

  async function namedHead(node: ChainNode): Promise<NamedHead> {
    if ((await servedChain(node, options)) !== chainId) throw new Error("of another chain");
    const started = performance.now();
    const header = await node.block("latest");
    node.headMs = (node.headMs + performance.now() - started) / 2;
    if (header === null) throw new Error("no head");
    known.see(header);
    return { node, header };
  }

  async function seen(node: ChainNode, number: number): Promise<BlockHeader | null> {
    const header = await node.block(number);
    if (header !== null) known.see(header);
    return header;
  }

  async function viewOf({ node, header }: NamedHead, current: BlockHeader): Promise<View> {
    const { number, hash, parentHash } = header;
    if (hash === current.hash) return "same";
    if (number <= current.number) {
      return (known.hashAt(number) ?? hash) === hash ? "behind" : "fork";
    }
    if (number === current.number + 1) return parentHash === current.hash ? "ahead" : "fork";
    const [parent, below] = await Promise.all([seen(node, number - 1), seen(node, current.number)]);
    if (parent?.hash !== parentHash) return "unlinked";
    return below?.hash === current.hash ? "ahead" : "fork";
  }

  function leave({ node, header }: NamedHead, level: "warn" | "error", fact: string): void {
    const { place, sharedUpTo } = node;
    node.sharedUpTo = null;
    if (sharedUpTo === null) return;
    log[level]({ node: place, block: header.number }, `${fact} and is not asked for a while`);
  }

  function serve(header: BlockHeader, how: "extends" | "replaces"): BlockHeader {
    known.serve(header, how);
    confirmedAtMs = performance.now();
    if (how === "extends") return header;
    for (const node of nodes) if (node.sharedUpTo !== null) node.sharedUpTo = -1;
    return header;
  }

  /**
   * Without a served head: the highest of the chain that most nodes are on, the first's of equals.
   */
  async function first(named: readonly NamedHead[]): Promise<BlockHeader | null> {
    const top = highest(named).number;
    const recent = named.filter(({ header }) => header.number >= top - SYNCHRONISED_BLOCKS);
    const height = Math.min(...recent.map(({ header }) => header.number));
    const groups = new Map<string, NamedHead[]>();
    for (const each of recent) {
      const { node, header } = each;
      const parent = named.length > 1 && header.number > 0 ? header.number - 1 : null;
      if (parent !== null && (await seen(node, parent))?.hash !== header.parentHash) continue;
      const at = header.number === height ? header : await seen(node, height);
      if (at !== null) groups.set(at.hash, [...(groups.get(at.hash) ?? []), each]);
    }
    const [chosen, ...others] = [...groups.values()].toSorted((a, b) => b.length - a.length);
    for (const other of others.flat()) leave(other, "error", "a node is on another chain");
    return chosen === undefined ? null : serve(highest(chosen), "replaces");
  }

  async function choose(named: readonly NamedHead[]): Promise<BlockHeader | null> {
    const current = known.head();
    if (current === null) return first(named);
    const views = await Promise.all(named.map((each) => viewOf(each, current)));
    const of = (...wanted: View[]) => named.filter((_, at) => wanted.includes(views[at] ?? "fork"));
    const [forks, supporters] = [of("fork"), of("same", "behind", "ahead")];
    const reached = highest([...of("ahead"), { header: current }]);
    const isTaller = forks.some(({ header }) => header.number > reached.number + TALLER_BLOCKS);
    const lead = forks.length - supporters.length;
    const isReplaced = lead > 0 || (lead === 0 && isTaller);
    const [on, off] = isReplaced ? [forks, supporters] : [supporters, forks];
    let head = reached;
    if (isReplaced) {
      head = serve(highest(forks), "replaces");
      log.info({ block: head.number, from: current.number }, "the chain reorganised");
    } else if (reached !== current) {
      serve(reached, "extends");
    } else if (of("same").length > 0) {
      confirmedAtMs = performance.now();
    } else if (supporters.length > 0 && performance.now() - confirmedAtMs > LAGGING_MS) {
      head = serve(highest(supporters), "replaces");
      log.warn({ block: head.number, from: current.number }, "the nodes went back");
    }
    for (const { node, header } of on) {
      node.sharedUpTo = known.hashAt(header.number) === header.hash ? header.number : -1;
    }
    for (const each of off) leave(each, "warn", "a node is on another chain");
    for (const each of of("unlinked"))
      leave(each, "error", "a node named a head without its parent");
    return head;
  }

  return () => {
    looking ??= (async () => {
      const named = await settledSoon(inOrder(nodes).map(namedHead));
      return named.length === 0 ? null : choose(named);
    })().finally(() => {
      looking = null;
    });
    return looking;
  };
}

function highest(named: readonly Pick<NamedHead, "header">[]): BlockHeader {
  return named
    .map(({ header }) => header)
    .reduce((top, header) => (header.number > top.number ? header : top));
}

/** What the promises gave: all that did, or those that did a moment after the first. */
async function settledSoon<T>(promises: readonly Promise<T>[]): Promise<readonly T[]> {
  const found: T[] = [];
  const each = promises.map(async (promise) => found.push(await promise));
  const all = Promise.allSettled(each);
  const soon = Promise.any(each).then(
    () => sleep(GRACE_MS),
    () => all,
  );
  await Promise.race([all, soon]);
  return [...found];
}
