/** The best ratio between any two tokens, `ratios[from * tokenCount + to]`; 0 where there is none. */
export interface Links {
  readonly tokenCount: number;
  readonly ratios: Float64Array;
}

/** Links of the longest chain. */
const MAX_HOPS = 8;
/** Tokens that are kept from coming twice at most: each doubles the work, */
const MAX_ONCE = 5;
/** which among many tokens leaves less of them. */
const MAX_LINKS = 30_000;

/** The best chains of one length, by the tokens of `once` that they pass and their start. */
interface Layer {
  readonly ratio: Float64Array;
  /** Token after the start. */
  readonly next: Int32Array;
}

/**
 * By token the largest product of ratios of a chain from it to the target, on which the source comes
 * first or not at all, and no token twice: tokens that do on the source's best chain are forbidden to,
 * one after the other, up to five. So it is never below the best chain without a circle.
 */
export function simplePathRatios(
  links: Links,
  { source, target }: { readonly source: number; readonly target: number },
): Float64Array {
  const once: number[] = [];
  const most = Math.min(MAX_ONCE, Math.floor(Math.log2(MAX_LINKS / links.tokenCount ** 2)));
  for (;;) {
    const layers = chains(links, { source, target, once });
    const repeated = once.length < most ? repeatedToken(links, layers, { source, once }) : null;
    if (repeated === null) return largest(links, layers, once.length);
    once.push(repeated);
  }
}

/** Chains to the target by their number of links, from none to `MAX_HOPS`. */
function chains(
  { tokenCount, ratios }: Links,
  on: { readonly source: number; readonly target: number; readonly once: readonly number[] },
): readonly Layer[] {
  const { source, target, once } = on;
  const bits = bitsOf(tokenCount, once);
  const size = tokenCount << once.length;
  const layers = [createLayer(size)];
  const start = layers[0];
  if (start !== undefined) start.ratio[(bits[target] ?? 0) * tokenCount + target] = 1;
  for (let hop = 1; hop <= MAX_HOPS; hop++) {
    const [now, next] = [layers[hop - 1], createLayer(size)];
    layers.push(next);
    for (let state = 0; state < size; state++) {
      const ratio = now?.ratio[state] ?? 0;
      const [passed, v] = [Math.floor(state / tokenCount), state % tokenCount];
      if (!(ratio > 0) || v === source) continue;
      for (let u = 0; u < tokenCount; u++) {
        const longer = ratio * (ratios[u * tokenCount + v] ?? 0);
        const bit = bits[u] ?? 0;
        if (!(longer > 0) || u === target || (passed & bit) !== 0) continue;
        const reached = (passed | bit) * tokenCount + u;
        if (!(longer > (next.ratio[reached] ?? 0))) continue;
        next.ratio[reached] = longer;
        next.next[reached] = state;
      }
    }
  }
  return layers;
}

/** The token that comes twice on the source's best chain; null when none does. */
function repeatedToken(
  { tokenCount }: Links,
  layers: readonly Layer[],
  { source, once }: { readonly source: number; readonly once: readonly number[] },
): number | null {
  let [best, hops, state] = [0, 0, -1];
  for (const [hop, { ratio }] of layers.entries()) {
    for (let passed = 0; passed < 1 << once.length; passed++) {
      const at = passed * tokenCount + source;
      if ((ratio[at] ?? 0) <= best) continue;
      [best, hops, state] = [ratio[at] ?? 0, hop, at];
    }
  }
  const seen = new Set<number>();
  for (let hop = hops; hop >= 0 && state >= 0; hop--) {
    const token = state % tokenCount;
    if (seen.has(token)) return token;
    seen.add(token);
    state = layers[hop]?.next[state] ?? -1;
  }
  return null;
}

function largest({ tokenCount }: Links, layers: readonly Layer[], count: number): Float64Array {
  const best = new Float64Array(tokenCount);
  for (const { ratio } of layers) {
    for (let state = 0; state < tokenCount << count; state++) {
      const token = state % tokenCount;
      best[token] = Math.max(best[token] ?? 0, ratio[state] ?? 0);
    }
  }
  return best;
}

function bitsOf(tokenCount: number, once: readonly number[]): Int32Array {
  const bits = new Int32Array(tokenCount);
  for (const [i, token] of once.entries()) bits[token] = 1 << i;
  return bits;
}

function createLayer(size: number): Layer {
  return { ratio: new Float64Array(size), next: new Int32Array(size).fill(-1) };
}
