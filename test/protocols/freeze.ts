/**
 * Freezes an object and all it holds, so that a write to it throws. Typed arrays cannot be frozen
 * and are left.
 */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
  Object.freeze(value);
  for (const member of Object.values(value)) deepFreeze(member);
  return value;
}
