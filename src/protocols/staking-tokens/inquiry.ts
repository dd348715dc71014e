import type { Address, Hex } from "viem";

/** What a token's contracts answer at a block. */
export interface StakingReading {
  /** Shares, and what they are worth together, smallest unit; or a price as their ratio. */
  readonly shares: bigint;
  readonly assets: bigint;
  /** Part of the shares that a deposit is not given, basis points. */
  readonly adjustmentBps: number;
  readonly minimum: bigint;
  /** What counts against the cap: shares, or native currency; null: there is no cap. */
  readonly supplied: bigint;
  readonly cap: bigint | null;
  readonly isPaused: boolean;
  /** Native currency that stands behind the token. */
  readonly held: bigint;
  /** The wrapper's shares, of which as many can be unwrapped. */
  readonly wrapped: bigint;
}

/**
 * A view with at most one word of arguments, padded as its type is, and the word of its answer that
 * counts, the first unless said.
 */
export type Question = readonly [
  target: Address,
  signature: string,
  more?: { readonly argument?: Hex; readonly word?: number },
];

/** What is asked about a token, and what is made of the answers, in their order. */
export interface Inquiry {
  readonly questions: readonly Question[];
  /** Null where the answers are not enough. */
  reading(answers: readonly (bigint | undefined)[]): StakingReading | null;
}

/** What answers amount to; what is left out is zero, no cap and no pause. */
type Figures = Partial<StakingReading> & Pick<StakingReading, "shares" | "assets" | "held">;

const NONE = { adjustmentBps: 0, minimum: 0n, supplied: 0n, cap: null, wrapped: 0n } as const;

/**
 * An inquiry by the names of what has to be answered. Of `stops` each says 1 while no deposits are
 * taken; one that a contract knows nothing of stops nothing.
 */
export function inquiry<Name extends string>({
  facts,
  stops,
  figures,
}: {
  readonly facts: Readonly<Record<Name, Question>>;
  readonly stops: readonly Question[];
  figures(told: Readonly<Record<Name, bigint>>): Figures;
}): Inquiry {
  const names = Object.keys(facts) as Name[];
  return {
    questions: [...names.map((name) => facts[name]), ...stops],
    reading(answers) {
      const told = {} as Record<Name, bigint>;
      for (const [at, name] of names.entries()) {
        const answer = answers[at];
        if (answer === undefined) return null;
        told[name] = answer;
      }
      const { isPaused = false, ...rest } = figures(told);
      const isStopped = answers.slice(names.length).some((answer) => answer === 1n);
      return { ...NONE, ...rest, isPaused: isPaused || isStopped };
    },
  };
}
