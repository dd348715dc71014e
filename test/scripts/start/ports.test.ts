import { createServer, type Server } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { freePort, requirePorts } from "../../../scripts/start/ports.ts";

let server: Server;
let busy = 0;

beforeEach(async () => {
  server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  busy = address.port;
});
afterEach(() => {
  server.close();
});

describe("requirePorts", () => {
  const host = "127.0.0.1";

  test("default", async () => {
    const port = await freePort([]);
    const wanted = { variable: "PORT", host, port, purpose: "the API" };
    await requirePorts([wanted]);
    await requirePorts([wanted]);
  });

  test("error: busy", async () => {
    const wanted = [{ variable: "PORT", host, port: busy, purpose: "the API" }];
    await expect(requirePorts(wanted)).rejects.toThrow(
      `Port ${busy} for the API is in use; stop what listens there or set PORT to a free port.`,
    );
  });

  test("error: busy on every address", async () => {
    const wanted = [{ variable: "PORT", host: "0.0.0.0", port: busy, purpose: "the API" }];
    await expect(requirePorts(wanted)).rejects.toThrow("is in use");
  });

  test("error: one port for two things", async () => {
    const port = await freePort([]);
    const wanted = [
      { variable: "PORT", host, port, purpose: "the API" },
      { variable: "DEVNET_PORT_1", host, port, purpose: "a node" },
    ];
    await expect(requirePorts(wanted)).rejects.toThrow("asked for twice: PORT and DEVNET_PORT_1");
  });

  test("error: no such host", async () => {
    const wanted = [{ variable: "PORT", host: "192.0.2.1", port: 0, purpose: "the API" }];
    await expect(requirePorts(wanted)).rejects.toThrow("cannot be listened on at 192.0.2.1");
  });
});

describe("freePort", () => {
  test("default", async () => {
    expect(await freePort([])).toBeGreaterThan(1023);
  });

  test("behavior: none of the taken", async () => {
    const taken = [await freePort([]), await freePort([])];
    expect(taken).not.toContain(await freePort(taken));
  });
});
