/** One weakened check: in `file`, `from`, which is there once, becomes `to`. */
export interface Mutant {
  readonly name: string;
  /** Below `contracts`. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** The invariant that must notice, as `I1`: the name or the claim of a failing test has it. */
  readonly invariant?: string;
}
