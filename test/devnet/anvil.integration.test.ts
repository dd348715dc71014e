import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { startAnvil } from "../../devnet/anvil.ts";
import { PortBusyError } from "../../devnet/port.ts";

const ANVIL = fileURLToPath(new URL("../../devnet/anvil.ts", import.meta.url));

async function answers(url: string): Promise<boolean> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] });
  const headers = { "content-type": "application/json" };
  return fetch(url, { method: "POST", headers, body }).then(
    (response) => response.ok,
    () => false,
  );
}

async function goesSilent(url: string): Promise<boolean> {
  for (let attempt = 0; attempt < 100; attempt++) {
    if (!(await answers(url))) return true;
    await sleep(50);
  }
  return false;
}

describe("startAnvil", () => {
  test("default", async () => {
    const anvil = await startAnvil({ chainId: 80094 });
    try {
      expect(await anvil.rpc.request("eth_chainId")).toBe("0x138de");
    } finally {
      await anvil.stop();
    }
    expect(await answers(anvil.url)).toBe(false);
  });

  test("behavior: stopping twice is harmless", async () => {
    const anvil = await startAnvil({ chainId: 1 });
    await anvil.stop();
    await anvil.stop();
    await anvil.exited;
  });

  test("behavior: the node ends with a parent that is killed", async () => {
    const script = `const { startAnvil } = await import(${JSON.stringify(ANVIL)});
      console.log((await startAnvil({ chainId: 1 })).url);
      setInterval(() => undefined, 1000);`;
    const parent = spawn(process.execPath, ["--no-warnings", "--input-type=module", "-e", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [url] = await once(createInterface(parent.stdout), "line");
    expect(await answers(url)).toBe(true);
    parent.kill("SIGKILL");
    expect(await goesSilent(url)).toBe(true);
  });

  test("error: a busy port", async () => {
    const anvil = await startAnvil({ chainId: 1 });
    try {
      const second = startAnvil({ chainId: 1, port: anvil.port, portRemedy: "set SOME_PORT." });
      await expect(second).rejects.toThrow(PortBusyError);
      await expect(second).rejects.toThrow(`Port ${anvil.port} is in use`);
      await expect(second).rejects.toThrow("set SOME_PORT.");
    } finally {
      await anvil.stop();
    }
  });

  test("error: anvil refuses to start", async () => {
    const start = startAnvil({ chainId: 1, args: ["--no-such-flag"] });
    await expect(start).rejects.toThrow("--no-such-flag");
  });
});
