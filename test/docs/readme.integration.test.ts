import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Instance, instanceEnvironment, startInstance } from "../harness/instance.ts";
import { paste } from "../harness/paste.ts";

const READY_TIMEOUT_MS = 240_000;
const root = join(import.meta.dirname, "../..");
const guides = ["docs/guides", "docs/reference"].flatMap((directory) =>
  readdirSync(join(root, directory)).map((name) => join(directory, name)),
);

/**
 * The commands of a document that call the API: lines of its shell blocks, continued after a pipe
 * or inside quotes.
 */
function commandsOf(document: string): readonly string[] {
  const text = readFileSync(join(root, document), "utf8");
  return [...text.matchAll(/^```sh\n(.*?)^```$/gms)]
    .flatMap(([, block = ""]) => block.split(/^(?=curl )/m))
    .map((command) => command.trim())
    .filter((command) => command.startsWith("curl "));
}

const commands = commandsOf("README.md");
/** Those that only the guides have. */
const more = [...new Set(guides.flatMap(commandsOf))].filter((each) => !commands.includes(each));

let instance: Instance;
beforeAll(async () => {
  instance = startInstance(await instanceEnvironment(), ["--no-trader"]);
  await instance.printed("Press Ctrl-C to stop.", READY_TIMEOUT_MS);
}, READY_TIMEOUT_MS + 10_000);
afterAll(() => instance?.dispose());

/** Runs a command as a reader would paste it, against the instance. */
function run(command: string): Promise<unknown> {
  const own = command
    .replaceAll("127.0.0.1:42069", `127.0.0.1:${instance.env.PORT}`)
    .replaceAll("127.0.0.1:8545", `127.0.0.1:${instance.env.DEVNET_PORT_1}`);
  return paste(own);
}

describe("README.md and the guides", () => {
  test("default", () => {
    expect(commands.length).toBeGreaterThanOrEqual(3);
    expect(more.length).toBeGreaterThanOrEqual(14);
  });

  test.for([...commands, ...more])("behavior: %s", async (command) => {
    const answer = await run(command);
    expect(answer).not.toHaveProperty("error");
    expect(answer).not.toHaveProperty("code");
    if (Array.isArray(answer)) expect(answer.length).toBeGreaterThan(0);
  });

  test("behavior: the transaction that was sent succeeds", async () => {
    const sending = more.find((command) => command.includes("eth_sendTransaction")) ?? "";
    const { result: hash } = (await run(sending)) as { result: string };
    const receipt = async () => {
      const response = await fetch(`http://127.0.0.1:${instance.env.DEVNET_PORT_1}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method: "eth_getTransactionReceipt",
          params: [hash],
        }),
      });
      return ((await response.json()) as { result: { status: string } | null }).result?.status;
    };
    await expect.poll(receipt, { interval: 250 }).toBe("0x1");
  });
});
