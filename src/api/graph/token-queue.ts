import type { Logger } from "pino";
import type { Address } from "viem";
import { tokensOf } from "./issues.ts";
import type { Memory } from "./memory.ts";
import type { QualityGate } from "./quality-gate.ts";
import { hasUsableDecimals } from "./usable-edges.ts";

/** Tokens that wait for the quality gate. */
export interface TokenQueue {
  /**
   * Queues the tokens of states that got liquidity since they were last seen, unless they passed
   * already, in the order of the states.
   */
  add(memory: Memory, touchedStates: ReadonlySet<string>): void;
  /** Queues a token to be checked again, whatever is known of it. */
  renew(token: Address, states: readonly string[]): void;
  /**
   * Checks some of the tokens that wait, and resolves when they are decided; what is decided or
   * unknown already takes no time. Rejects when the node cannot be reached.
   */
  decide(tokens: Iterable<Address>): Promise<void>;
  /** Whether tokens were refused, or the node was out of reach, a moment ago. */
  rests(): boolean;
  /**
   * Goes on with all others, and waits for that at most so long; never rejects. Calls `onLate`
   * after each batch that ends later.
   */
  goOn(waitMs: number, onLate: () => void): Promise<void>;
  /** The tokens that were accepted or no longer are since the last call. */
  takeChanged(): ReadonlySet<Address>;
}

/** Liquid states per token that its check is told of. */
const STATES_PER_TOKEN = 6;
/** Tokens that are checked together, so that none waits for all. */
const BATCH = 240;
/**
 * Milliseconds before the next check after the node was out of reach, and after it refused some
 * tokens.
 */
const UNREACHABLE_RETRY_MS = 2_000;
const REFUSED_RETRY_MS = 60_000;

/**
 * An empty queue in front of `quality`.
 *
 * @param newestBlock The block whose state tokens are tried on: the memory's newest.
 * @param assetOf What a token of anybody's code is issued for; undefined: it is none.
 */
export function createTokenQueue(
  quality: QualityGate,
  {
    newestBlock,
    assetOf = () => undefined,
    log,
  }: {
    readonly newestBlock: () => number;
    readonly assetOf?: (token: Address) => Address | undefined;
    readonly log: Logger;
  },
): TokenQueue {
  const waiting = new Map<Address, readonly string[]>();
  const underWay = new Map<Address, Promise<void>>();
  const changed = new Set<Address>();
  const liquid = new Set<string>();
  let notBefore = 0;
  let goingOn: Promise<void> | null = null;

  /** Checks tokens that wait, as one batch. */
  function check(tokens: readonly Address[]): Promise<void> {
    const batch = new Map(tokens.map((token) => [token, waiting.get(token) ?? []]));
    for (const token of tokens) waiting.delete(token);
    const checked = (async () => {
      try {
        const issued = tokens.flatMap((token): readonly (readonly [Address, Address])[] => {
          const asset = assetOf(token);
          return asset === undefined ? [] : [[token, asset]];
        });
        const outcome = await quality.check(batch, newestBlock(), new Map(issued));
        for (const token of outcome.changed) changed.add(token);
        for (const token of outcome.refused) requeue(token, batch.get(token) ?? []);
        if (outcome.refused.size > 0) notBefore = Date.now() + REFUSED_RETRY_MS;
      } catch (error) {
        for (const [token, states] of batch) requeue(token, states);
        notBefore = Date.now() + UNREACHABLE_RETRY_MS;
        throw error;
      } finally {
        for (const token of tokens) underWay.delete(token);
      }
    })();
    for (const token of tokens) underWay.set(token, checked);
    return checked;
  }

  function requeue(token: Address, states: readonly string[]): void {
    const known = new Set([...(waiting.get(token) ?? []), ...states]);
    waiting.set(token, [...known].sort().slice(0, STATES_PER_TOKEN));
  }

  async function checkAll(onBatch: () => void): Promise<void> {
    try {
      while (waiting.size > 0 && Date.now() >= notBefore) {
        await check([...waiting.keys()].slice(0, BATCH));
        onBatch();
      }
    } catch (error) {
      log.warn({ err: error }, "new tokens cannot be checked yet");
    }
  }

  return {
    add(memory, touchedStates) {
      for (const id of touchedStates) {
        const held = memory.states.get(id);
        const edges = held?.protocol.edges(held.state) ?? [];
        const isNew = edges.length > 0 && !liquid.has(id);
        if (edges.length === 0) liquid.delete(id);
        if (!isNew) continue;
        liquid.add(id);
        notBefore = 0;
        const issued = new Set(
          (held === undefined ? [] : tokensOf(held)).flatMap(({ address, isTried }) =>
            isTried === true ? [] : [address],
          ),
        );
        for (const token of new Set(
          edges.flatMap(({ tokenIn, tokenOut }) => [tokenIn, tokenOut]),
        )) {
          const row = memory.tokens.get(token);
          if (row === undefined || !hasUsableDecimals(row) || quality.accepts(token)) continue;
          if (issued.has(token)) continue;
          requeue(token, [id]);
        }
      }
    },
    renew: requeue,
    rests: () => Date.now() < notBefore,
    async decide(tokens) {
      const asked = [...tokens];
      const own = asked.filter((token) => waiting.has(token));
      const others = asked.flatMap((token) => underWay.get(token) ?? []);
      await Promise.all([...others, ...(own.length === 0 ? [] : [check(own)])]);
    },
    async goOn(waitMs, onLate) {
      // Those that outlasted an earlier wait are not waited for again.
      if (goingOn !== null || waiting.size === 0 || Date.now() < notBefore) return;
      let late = false;
      goingOn = checkAll(() => {
        if (late) onLate();
      }).finally(() => {
        goingOn = null;
      });
      let timer: NodeJS.Timeout | undefined;
      const wait = new Promise<void>((resolve) => {
        timer = setTimeout(() => {
          late = true;
          resolve();
        }, waitMs);
      });
      await Promise.race([goingOn, wait]);
      clearTimeout(timer);
    },
    takeChanged() {
      const taken = new Set(changed);
      changed.clear();
      return taken;
    },
  };
}
