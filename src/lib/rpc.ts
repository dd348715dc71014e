const LOCAL_HOSTS: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Whether a node runs on this machine. */
export function isLocal(url: string): boolean {
  return LOCAL_HOSTS.has(new URL(url).hostname);
}

/**
 * One URL as several, told apart by a query string: Ponder starts every URL at 20 requests per
 * second, which protects providers and only slows an own node down. A local node among `nodeUrls`
 * counts `localCopies` times, any other once.
 *
 * @see https://github.com/ponder-sh/ponder/blob/9ad4a442da/packages/core/src/rpc/index.ts
 */
export function connectionsFor(
  url: string,
  { nodeUrls, localCopies }: { readonly nodeUrls: readonly string[]; readonly localCopies: number },
): readonly string[] {
  const counts = nodeUrls.map((node) => (isLocal(node) ? localCopies : 1));
  const count = counts.reduce((sum, each) => sum + each, 0);
  return Array.from({ length: count }, (_, index) => {
    const copy = new URL(url);
    copy.searchParams.set("connection", String(index));
    return copy.href;
  });
}
