import type { Logger } from "pino";
import { numberToHex } from "viem";
import type { Reply, RpcRequest } from "./endpoint.ts";
import { type BlockHeader, headerOf, type KnownBlocks } from "./known-blocks.ts";
import { type ChainNode, forgetAbove, noteBlock, setAside } from "./node.ts";

/** A node with the head it named. */
export interface NamedHead {
  readonly node: ChainNode;
  readonly header: BlockHeader;
}

/**
 * How a named head relates to the served one: the same, below it on its chain, below all that is known of its chain, standing on it,
 * of another chain, or without the parent that it names.
 */
type View = "same" | "behind" | "distant" | "ahead" | "fork" | "unlinked";

interface Viewed extends NamedHead {
  readonly view: View;
}

export interface HeadGuardOptions {
  readonly known: KnownBlocks;
  readonly ask: (node: ChainNode, request: RpcRequest) => Promise<Reply>;
  readonly log: Logger;
}

/** Nodes that differ this far below their heads do not merely see blocks at different times. */
const SETTLED_BLOCKS = 6;
/** How much taller another chain has to be before it wins where as many nodes are for one as for the other. */
const TALLER_BLOCKS = 2;
/** How long a head that went back is taken for that of a node that lags. */
const LAGGING_MS = 5_000;
/** How long a node that named a block without its parent is not asked. */
const UNLINKED_MS = 3_000;
/** How long a node on another chain is not asked. */
const FORKED_MS = 5_000;
/** Heads further below the highest one are of nodes that still synchronise. */
const SYNCHRONISED_BLOCKS = 64;

/**
 * Chooses the head to serve from those that nodes name, and remembers it in `known`.
 *
 * The served chain goes on as long as a node has it, unless more nodes, or as many and a taller chain, are of another. A head below
 * the served one is not followed at once, since balanced providers answer from nodes that lag. A node whose head has no parent,
 * or whose chain differs far below its head, is set aside for a while.
 */
export function createHeadGuard({ known, ask, log }: HeadGuardOptions) {
  let confirmedAtMs = 0;

  async function blockOf(node: ChainNode, number: number): Promise<BlockHeader | null> {
    const reply = await ask(node, {
      method: "eth_getBlockByNumber",
      params: [numberToHex(number), false],
    });
    const header = reply.kind === "answer" ? headerOf(reply.result) : null;
    if (header !== null) {
      known.see(header);
      noteBlock(node, header.number, header.hash);
    }
    return header;
  }

  async function viewOf({ node, header }: NamedHead, current: BlockHeader): Promise<View> {
    const { number, parentHash } = header;
    const own = known.hashAt(number);
    if (own === header.hash) return number === current.number ? "same" : "behind";
    if (number <= current.number) return own === null ? "distant" : "fork";
    if (number === current.number + 1) return parentHash === current.hash ? "ahead" : "fork";
    const [parent, below] = await Promise.all([
      blockOf(node, number - 1),
      blockOf(node, current.number),
    ]);
    if (parent?.hash !== parentHash) return "unlinked";
    return below?.hash === current.hash ? "ahead" : "fork";
  }

  /** Sets a node aside when its chain differs far below both heads. */
  async function requireSettled({ node, header }: NamedHead, head: BlockHeader): Promise<void> {
    const number = Math.min(header.number, head.number) - SETTLED_BLOCKS;
    const served = known.hashAt(number);
    if (number < 0 || served === null) return;
    const theirs = await blockOf(node, number);
    if (theirs === null || theirs.hash === served) return;
    leave(node, { block: number, hash: theirs.hash, served });
  }

  function leave(node: ChainNode, facts: object): void {
    setAside(node, FORKED_MS);
    log.error(
      { node: node.place, ...facts },
      "a node is on another chain and is not asked for a while",
    );
  }

  /** Without a served head: the highest head of the chain that most nodes are on, the first listed one's among equals; null
   * when no node has the parent of its head. */
  async function first(named: readonly NamedHead[]): Promise<NamedHead | null> {
    const top = Math.max(...named.map(({ header }) => header.number));
    const candidates = named.filter(({ header }) => header.number >= top - SYNCHRONISED_BLOCKS);
    const height = Math.min(...candidates.map(({ header }) => header.number));
    const groups = new Map<string, NamedHead[]>();
    for (const candidate of candidates) {
      const { node, header } = candidate;
      const parent = named.length > 1 ? await blockOf(node, header.number - 1) : null;
      if (named.length > 1 && header.number > 0 && parent?.hash !== header.parentHash) continue;
      const at = header.number === height ? header : await blockOf(node, height);
      if (at === null) continue;
      groups.set(at.hash, [...(groups.get(at.hash) ?? []), candidate]);
    }
    const [chosen, ...others] = [...groups.values()].toSorted((a, b) => b.length - a.length);
    for (const { node } of others.flat()) leave(node, { block: height });
    return chosen === undefined ? null : highest(chosen);
  }

  function serve({ header }: NamedHead, how: "extend" | "replace"): BlockHeader {
    known[how](header);
    confirmedAtMs = performance.now();
    return header;
  }

  /** Null when nothing that was named can be served, and nothing was before. @param named At least one. */
  return async function choose(named: readonly NamedHead[]): Promise<BlockHeader | null> {
    for (const { node, header } of named) {
      known.see(header);
      forgetAbove(node, header.number);
      noteBlock(node, header.number, header.hash);
    }
    const current = known.head();
    if (current === null) {
      const head = await first(named);
      return head === null ? null : serve(head, "replace");
    }
    const viewed: Viewed[] = await Promise.all(
      named.map(async (head) => ({ ...head, view: await viewOf(head, current) })),
    );
    const of = (...views: View[]) => viewed.filter(({ view }) => views.includes(view));
    for (const { node, header } of of("unlinked")) {
      setAside(node, UNLINKED_MS);
      log.error(
        { node: node.place, block: header.number },
        "a node named a head without its parent and is not asked for a while",
      );
    }
    const [ahead, forks, behind] = [of("ahead"), of("fork"), of("behind", "distant")];
    const supporters = of("same", "behind", "ahead");
    const onChain = ahead.length > 0 ? highest(ahead).header : current;
    if (forks.length > 0) {
      const fork = highest(forks);
      const isTaller = fork.header.number > onChain.number + TALLER_BLOCKS;
      if (forks.length > supporters.length || (forks.length === supporters.length && isTaller)) {
        log.info({ block: fork.header.number, from: current.number }, "the chain reorganised");
        const head = serve(fork, "replace");
        for (const other of supporters) await requireSettled(other, head);
        return head;
      }
    }
    let head = current;
    if (ahead.length > 0) head = serve(highest(ahead), "extend");
    else if (of("same").length > 0) confirmedAtMs = performance.now();
    else if (behind.length > 0 && performance.now() - confirmedAtMs > LAGGING_MS) {
      log.warn({ from: current.number }, "the nodes went back to an earlier head");
      head = serve(highest(behind), "replace");
    }
    for (const other of forks) {
      other.node.blocks.clear();
      await requireSettled(other, head);
    }
    return head;
  };
}

function highest<T extends NamedHead>(named: readonly T[]): T {
  const [top] = named.toSorted((a, b) => b.header.number - a.header.number);
  if (top === undefined) throw new Error("no node named a head");
  return top;
}
