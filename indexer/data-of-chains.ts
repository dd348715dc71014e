import { CHAINS } from "../src/lib/chains.ts";

/**
 * A value as text, without what it says of other chains: entries under the id of a chain, in
 * objects and maps, and members with a `chainId`. Keys keep their order.
 */
export function dataOfChains(value: unknown, chainIds: ReadonlySet<number>): string {
  const isOther = (key: unknown): boolean => CHAINS.has(Number(key)) && !chainIds.has(Number(key));

  function textOf(one: unknown): string {
    if (typeof one === "bigint") return `${one}n`;
    if (typeof one === "function") return one.toString();
    if (typeof one !== "object" || one === null) return String(JSON.stringify(one));
    if (one instanceof Map) return `map ${entries([...one])}`;
    if (one instanceof Set) return `set ${textOf([...one])}`;
    if (Array.isArray(one)) return `[${one.filter(isOwn).map(textOf).join()}]`;
    return entries(Object.entries(one));
  }
  function entries(of: readonly (readonly [unknown, unknown])[]): string {
    const own = of.filter(([key, member]) => !isOther(key) && isOwn(member));
    return `{${own.map(([key, member]) => `${textOf(key)}:${textOf(member)}`).join()}}`;
  }
  function isOwn(member: unknown): boolean {
    const named = typeof member === "object" && member !== null && "chainId" in member;
    return !named || !isOther(member.chainId);
  }
  return textOf(value);
}
