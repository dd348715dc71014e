const LOCAL_HOSTS: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Endpoints to give to Ponder. A local node is listed `copies` times, told apart by a query string: Ponder starts every
 * endpoint at 20 requests per second, which protects providers and only slows an own node down.
 *
 * @see https://github.com/ponder-sh/ponder/blob/9ad4a442da/packages/core/src/rpc/index.ts
 */
export function expandRpcUrls(urls: readonly string[], copies: number): readonly string[] {
  return urls.flatMap((url) => {
    if (!LOCAL_HOSTS.has(new URL(url).hostname)) return [url];
    return Array.from({ length: copies }, (_, index) => {
      const copy = new URL(url);
      copy.searchParams.set("connection", String(index));
      return copy.href;
    });
  });
}
