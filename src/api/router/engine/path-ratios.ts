/**
 * The best ratio between any two tokens, `ratios[from * tokenCount + to]`; 0 where there is none.
 */
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

/** Where a chain starts, and which tokens of `once` it passes: `passed * tokenCount + token`. */
type State = number;

/** Chains of one length that are better than all shorter ones of the same state. */
interface Layer {
  readonly states: State[];
  readonly ratios: number[];
  /** Place of the rest of each in the layer before. */
  readonly rests: number[];
}

/** The links into each token: token t has those from `first[t]` to `first[t + 1] - 1`. */
interface Inbound {
  readonly first: Int32Array;
  readonly starts: Int32Array;
  readonly ratios: Float64Array;
}

/**
 * By token the largest product of ratios of a chain from it to the target, on which the source
 * comes first or not at all, and no token twice: tokens that do on the source's best chain are
 * forbidden to, one after the other, up to five. So it is never below the best chain without a
 * circle.
 */
export function simplePathRatios(
  links: Links,
  { source, target }: { readonly source: number; readonly target: number },
): Float64Array {
  const { tokenCount } = links;
  const inbound = inboundOf(links, { source, target });
  const once: number[] = [];
  const most = Math.min(MAX_ONCE, Math.floor(Math.log2(MAX_LINKS / tokenCount ** 2)));
  for (;;) {
    const layers = chains(inbound, { tokenCount, target, once });
    const repeated = once.length < most ? repeatedToken(layers, { tokenCount, source }) : null;
    if (repeated === null) return largest(layers, tokenCount);
    once.push(repeated);
  }
}

/** No chain goes on from the source, or comes back to the target. */
function inboundOf(
  { tokenCount, ratios }: Links,
  { source, target }: { readonly source: number; readonly target: number },
): Inbound {
  const first = new Int32Array(tokenCount + 1);
  const [starts, found]: [number[], number[]] = [[], []];
  for (let v = 0; v < tokenCount; v++) {
    for (let u = 0; v !== source && u < tokenCount; u++) {
      const ratio = ratios[u * tokenCount + v] ?? 0;
      if (!(ratio > 0) || u === target) continue;
      starts.push(u);
      found.push(ratio);
    }
    first[v + 1] = starts.length;
  }
  return { first, starts: Int32Array.from(starts), ratios: Float64Array.from(found) };
}

/** Chains to the target by their number of links, from none to `MAX_HOPS`. */
function chains(
  { first, starts, ratios }: Inbound,
  on: { readonly tokenCount: number; readonly target: number; readonly once: readonly number[] },
): readonly Layer[] {
  const { tokenCount, target, once } = on;
  const bits = bitsOf(tokenCount, once);
  const best = new Float64Array(tokenCount << once.length);
  /** Where a state stands in the layer that is made; behind its end: nowhere. */
  const places = new Int32Array(best.length);
  const start = (bits[target] ?? 0) * tokenCount + target;
  const layers: Layer[] = [{ states: [start], ratios: [1], rests: [-1] }];
  best[start] = 1;
  for (let now = layers[0]; now !== undefined && layers.length <= MAX_HOPS; now = layers.at(-1)) {
    const next: Layer = { states: [], ratios: [], rests: [] };
    for (let place = 0; place < now.states.length; place++) {
      const state = now.states[place] ?? 0;
      const ratio = now.ratios[place] ?? 0;
      const [passed, v] = [Math.floor(state / tokenCount), state % tokenCount];
      const end = first[v + 1] ?? 0;
      for (let i = first[v] ?? 0; i < end; i++) {
        const u = starts[i] ?? 0;
        const bit = bits[u] ?? 0;
        if ((passed & bit) !== 0) continue;
        const reached = (passed | bit) * tokenCount + u;
        const longer = ratio * (ratios[i] ?? 0);
        if (!(longer > (best[reached] ?? 0))) continue;
        best[reached] = longer;
        const known = places[reached] ?? 0;
        const at = next.states[known] === reached ? known : next.states.length;
        places[reached] = at;
        next.states[at] = reached;
        next.ratios[at] = longer;
        next.rests[at] = place;
      }
    }
    if (next.states.length === 0) break;
    layers.push(next);
  }
  return layers;
}

/** The token that comes twice on the source's best chain; null when none does. */
function repeatedToken(
  layers: readonly Layer[],
  { tokenCount, source }: { readonly tokenCount: number; readonly source: number },
): number | null {
  let [best, hops, place] = [0, 0, -1];
  for (const [hop, { states, ratios }] of layers.entries()) {
    for (const [at, state] of states.entries()) {
      if (state % tokenCount !== source || (ratios[at] ?? 0) <= best) continue;
      [best, hops, place] = [ratios[at] ?? 0, hop, at];
    }
  }
  const seen = new Set<number>();
  for (let hop = hops; hop >= 0 && place >= 0; hop--) {
    const token = (layers[hop]?.states[place] ?? 0) % tokenCount;
    if (seen.has(token)) return token;
    seen.add(token);
    place = layers[hop]?.rests[place] ?? -1;
  }
  return null;
}

function largest(layers: readonly Layer[], tokenCount: number): Float64Array {
  const best = new Float64Array(tokenCount);
  for (const { states, ratios } of layers) {
    for (let at = 0; at < states.length; at++) {
      const token = (states[at] ?? 0) % tokenCount;
      best[token] = Math.max(best[token] ?? 0, ratios[at] ?? 0);
    }
  }
  return best;
}

function bitsOf(tokenCount: number, once: readonly number[]): Int32Array {
  const bits = new Int32Array(tokenCount);
  for (const [i, token] of once.entries()) bits[token] = 1 << i;
  return bits;
}
