import { NATIVE_FORM, type Problem, WRAPPED_FORM, type Wrapping } from "./problem.ts";

const BOTH = WRAPPED_FORM | NATIVE_FORM;

/**
 * Gas of the wrap or unwrap that a plan over some edges needs: of one where both forms of the
 * native currency are traded, the request's ends included, else none.
 */
export function wrapGas(problem: Problem, edges: readonly number[]): number {
  const { wrapping, form } = problem;
  if (wrapping === null) return 0;
  let forms = wrapping.ends;
  for (const e of edges) forms |= form[e] ?? 0;
  if (forms !== BOTH) return 0;
  const odd = oddForm(problem);
  const first = edges.find((e) => form[e] === odd);
  return first === undefined ? 0 : edgeWrapGas(problem, first);
}

/** Gas of the wrap or unwrap that a plan needs for one of its edges; 0 of most edges. */
export function edgeWrapGas(problem: Problem, edge: number): number {
  const { wrapping, form, from } = problem;
  const odd = oddForm(problem);
  if (wrapping === null || odd === 0 || form[edge] !== odd) return 0;
  return gasOfOdd(wrapping, { odd, isOut: from[edge] === wrapping.token });
}

/**
 * Gas of the wrap or unwrap that every plan with edges of the odd form needs, where the native
 * currency is one end of the request; 0 where it is none or both.
 */
export function endWrapGas(problem: Problem): number {
  const { wrapping, source } = problem;
  const odd = oddForm(problem);
  if (wrapping === null || wrapping.ends === 0 || odd === 0) return 0;
  return gasOfOdd(wrapping, { odd, isOut: source === wrapping.token });
}

/** What leaves in the native form was unwrapped before, and what comes in it is wrapped after. */
function gasOfOdd(
  { wrapGas, unwrapGas }: Wrapping,
  { odd, isOut }: { readonly odd: number; readonly isOut: boolean },
): number {
  return isOut === (odd === NATIVE_FORM) ? unwrapGas : wrapGas;
}

/** The form that a plan may do without, so as not to wrap; 0 where there is no such form. */
export function oddForm({ wrapping }: Problem): number {
  if (wrapping === null || wrapping.ends === BOTH) return 0;
  return wrapping.ends === NATIVE_FORM ? WRAPPED_FORM : NATIVE_FORM;
}
