/** The cube root, rounded down, by Newton's method from above. `value` is at least 0. */
export function cubeRootDown(value: bigint): bigint {
  if (value === 0n) return 0n;
  const digits = value.toString(16).length;
  let root = 1n << BigInt(Math.ceil((digits * 4) / 3));
  for (;;) {
    const next = (2n * root + value / (root * root)) / 3n;
    if (next >= root) return root;
    root = next;
  }
}
