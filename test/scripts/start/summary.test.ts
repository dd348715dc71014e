import { describe, expect, test } from "vitest";
import { examples, renderSummary, type Summary } from "../../../scripts/start/summary.ts";
import { CHAINS } from "../../../src/lib/chains.ts";

function running(chainId: number, rpcUrl: string | null) {
  const chain = CHAINS.get(chainId);
  if (chain === undefined) throw new Error(`chain ${chainId} is unknown`);
  return { chain, rpcUrl };
}

const devnet: Summary = {
  baseUrl: "http://127.0.0.1:42069",
  mode: "devnet",
  chains: [running(1, "http://127.0.0.1:8545"), running(80_094, "http://127.0.0.1:8546")],
  logDirectory: ".weir/data/logs",
};

const real: Summary = {
  ...devnet,
  mode: "real chains",
  chains: [running(1, null), running(8453, null), running(42_161, null)],
};

describe("examples", () => {
  test("default", () => {
    expect(examples(devnet).map(({ title }) => title)).toEqual([
      "Quote 1 ETH to dollars on mainnet",
      "Route 1 ETH to dollars on mainnet",
      "Route 1 BERA to dollars on berachain",
    ]);
    expect(examples(devnet)[0]?.command).toBe(
      'curl -s "http://127.0.0.1:42069/api/v1/shortcuts/quote?chainId=1&fromAddress=0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266&tokenIn=0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee&amountIn=1000000000000000000&tokenOut=0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48&priceImpact=true"',
    );
  });

  test("behavior: on real chains two quotes and no transaction", () => {
    expect(examples(real).map(({ title }) => title)).toEqual([
      "Quote 1 ETH to dollars on mainnet",
      "Quote 1 ETH to dollars on base",
    ]);
  });
});

describe("renderSummary", () => {
  test("default", () => {
    const text = renderSummary(devnet);
    expect(text).toContain("API          http://127.0.0.1:42069/api/v1");
    expect(text).toContain("Docs         http://127.0.0.1:42069/docs");
    expect(text).toContain("Chain 1      mainnet, RPC http://127.0.0.1:8545");
    expect(text).toContain("Chain 80094  berachain, RPC http://127.0.0.1:8546");
    for (const { command } of examples(devnet)) expect(text).toContain(`\n  ${command}\n`);
  });

  test("behavior: never shows the RPC URL of a real chain", () => {
    expect(renderSummary(real)).toContain("Chain 1      mainnet, RPC from PONDER_RPC_URL_1");
  });
});
