import { baseTokens, tradeQueries } from "./requests.ts";
import { userQueries } from "./user-requests.ts";

/**
 * What is sent: what users send, or every base token as often, most of them of the long tail, in
 * amounts of 0.001 to 50 whole ones.
 */
export type Mix = "users" | "tokens";

/** The mix of this name. @throws Error for any other. */
export function mixOf(name: string): Mix {
  if (name === "users" || name === "tokens") return name;
  throw new Error(`--mix takes users or tokens, not ${name}.`);
}

/** Query strings of a mix for a service, without end and none twice. */
export async function queriesOf(
  mix: Mix,
  { url, chainId }: { readonly url: string; readonly chainId: number },
): Promise<Generator<string, never>> {
  return mix === "users"
    ? userQueries(url, chainId)
    : tradeQueries(chainId, await baseTokens(url, chainId));
}
