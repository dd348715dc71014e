import type { Logger } from "pino";
import type { Address } from "viem";
import type { Memory } from "./memory.ts";
import type { QualityGate } from "./quality-gate.ts";
import { hasUsableDecimals } from "./usable-edges.ts";

/** Tokens that wait for the quality gate. */
export interface TokenQueue {
  /**
   * Queues the tokens of states that got liquidity since they were last seen, unless they passed
   * already.
   */
  add(memory: Memory, touchedStates: ReadonlySet<string>): void;
  /**
   * Checks all that is queued; rejects when the node cannot be reached, and then all stays queued.
   */
  drain(blockNumber: number): Promise<void>;
  /**
   * As `drain`, but waits for a moment only and never rejects; calls `onLate` when a check ends
   * after that.
   */
  drainBriefly(blockNumber: number, onLate: () => void): Promise<void>;
  /** The tokens that passed since the last call. */
  takePassed(): ReadonlySet<Address>;
}

/** Liquid states per token that its check is told of. */
const STATES_PER_TOKEN = 6;
/** Milliseconds that a new block waits for the check of tokens that it brought. */
const BRIEF_WAIT_MS = 500;
/**
 * Milliseconds before the next check after the node was out of reach, and after it refused some
 * tokens.
 */
const UNREACHABLE_RETRY_MS = 2_000;
const REFUSED_RETRY_MS = 60_000;

/** An empty queue in front of `quality`. */
export function createTokenQueue(quality: QualityGate, log: Logger): TokenQueue {
  const waiting = new Map<Address, string[]>();
  const passed = new Set<Address>();
  const liquid = new Set<string>();
  let notBefore = 0;
  let checking: Promise<void> | null = null;

  async function check(blockNumber: number): Promise<void> {
    const batch = new Map(waiting);
    waiting.clear();
    try {
      const outcome = await quality.check(batch, blockNumber);
      for (const token of outcome.passed) passed.add(token);
      for (const token of outcome.refused) requeue(token, batch.get(token) ?? []);
      if (outcome.refused.size > 0) notBefore = Date.now() + REFUSED_RETRY_MS;
    } catch (error) {
      for (const [token, states] of batch) requeue(token, states);
      notBefore = Date.now() + UNREACHABLE_RETRY_MS;
      throw error;
    }
  }

  function requeue(token: Address, states: readonly string[]): void {
    const known = new Set([...(waiting.get(token) ?? []), ...states]);
    waiting.set(token, [...known].sort().slice(0, STATES_PER_TOKEN));
  }

  function drain(blockNumber: number): Promise<void> {
    if (checking !== null) return checking;
    if (waiting.size === 0) return Promise.resolve();
    checking = check(blockNumber).finally(() => {
      checking = null;
    });
    return checking;
  }

  return {
    add(memory, touchedStates) {
      for (const id of [...touchedStates].sort()) {
        const held = memory.states.get(id);
        const edges = held?.protocol.edges(held.state) ?? [];
        const isNew = edges.length > 0 && !liquid.has(id);
        if (edges.length === 0) liquid.delete(id);
        if (!isNew) continue;
        liquid.add(id);
        notBefore = 0;
        const issued = new Set(
          held?.protocol.defiTokens?.(held.state).map(({ address }) => address) ?? [],
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
    drain,
    async drainBriefly(blockNumber, onLate) {
      // A check that outlasted an earlier wait is not waited for again.
      if (checking !== null || Date.now() < notBefore) return;
      let late = false;
      const check = drain(blockNumber).then(
        () => {
          if (late) onLate();
        },
        (error: unknown) => log.warn({ err: error }, "new tokens cannot be checked yet"),
      );
      let timer: NodeJS.Timeout | undefined;
      const wait = new Promise<void>((resolve) => {
        timer = setTimeout(() => {
          late = true;
          resolve();
        }, BRIEF_WAIT_MS);
      });
      await Promise.race([check, wait]);
      clearTimeout(timer);
    },
    takePassed() {
      const taken = new Set(passed);
      passed.clear();
      return taken;
    },
  };
}
