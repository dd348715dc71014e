const BISECTIONS = 30;

/**
 * Where a condition begins to hold on the way from `without`, where it does not, to `within`, where
 * it does: on the side of `within`, to a billionth of the way.
 */
export function bisect(holds: (x: number) => boolean, without: number, within: number): number {
  let [no, yes] = [without, within];
  for (let step = 0; step < BISECTIONS; step++) {
    const middle = (no + yes) / 2;
    if (holds(middle)) yes = middle;
    else no = middle;
  }
  return yes;
}
