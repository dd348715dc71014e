import { NATIVE } from "../../src/lib/address.ts";
import type { Chain } from "../../src/lib/chain.ts";

/** A chain of a running instance. */
export interface RunningChain {
  readonly chain: Chain;
  /** Shown; null for a node of the user's, whose URL may hold a key. */
  readonly rpcUrl: string | null;
}

export interface Summary {
  /** Address of the API without a path, e.g. `http://127.0.0.1:42069`. */
  readonly baseUrl: string;
  readonly mode: "devnet" | "real chains";
  readonly chains: readonly RunningChain[];
  readonly logDirectory: string;
}

/** First account of the well-known test mnemonic; the devnet's nodes hold its key. */
// https://github.com/foundry-rs/foundry/blob/v1.7.1/crates/anvil/src/config.rs
const DEVNET_ACCOUNT = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266";

/** A ready-to-paste command; double quotes, so that POSIX shells and cmd take it. */
export interface Example {
  readonly title: string;
  readonly command: string;
}

/**
 * Commands that show the API at work: quotes on every chain, and a route where the caller is a
 * devnet account.
 */
export function examples({ baseUrl, mode, chains }: Summary): readonly Example[] {
  const found: Example[] = [];
  for (const [index, { chain }] of chains.entries()) {
    const tokenOut = chain.usdAnchors[0];
    if (tokenOut === undefined) continue;
    const query = [
      `chainId=${chain.chainId}`,
      `fromAddress=${DEVNET_ACCOUNT}`,
      `tokenIn=${NATIVE}`,
      `amountIn=${10n ** BigInt(chain.native.decimals)}`,
      `tokenOut=${tokenOut}`,
    ].join("&");
    const what = `1 ${chain.native.symbol} to dollars on ${chain.name}`;
    const quote = `curl -s "${baseUrl}/api/v1/shortcuts/quote?${query}&priceImpact=true"`;
    const route = `curl -s "${baseUrl}/api/v1/shortcuts/route?${query}&receiver=${DEVNET_ACCOUNT}&spender=${DEVNET_ACCOUNT}&routingStrategy=router"`;
    if (mode === "devnet" && index > 0) {
      found.push({ title: `Route ${what}`, command: route });
    } else {
      found.push({ title: `Quote ${what}`, command: quote });
      if (mode === "devnet") found.push({ title: `Route ${what}`, command: route });
    }
  }
  return mode === "devnet" ? found : found.slice(0, 2);
}

/** What `npm start` prints when it is ready. */
export function renderSummary(summary: Summary): string {
  const { baseUrl, chains, logDirectory } = summary;
  const rows: (readonly [string, string])[] = [
    ["Page", `${baseUrl}/`],
    ["API", `${baseUrl}/api/v1`],
    ["Docs", `${baseUrl}/docs`],
    ...chains.map(({ chain, rpcUrl }): readonly [string, string] => [
      `Chain ${chain.chainId}`,
      `${chain.name}, RPC ${rpcUrl ?? `from PONDER_RPC_URL_${chain.chainId}`}`,
    ]),
    ["Logs", logDirectory],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  const table = rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`);
  const commands = examples(summary).flatMap(({ title, command }) => [
    "",
    `  # ${title}`,
    `  ${command}`,
  ]);
  return ["", ...table, ...commands, "", "Press Ctrl-C to stop."].join("\n");
}
