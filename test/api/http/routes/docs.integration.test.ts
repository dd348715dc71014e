import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { createApp } from "../../../../src/api/http/app.ts";
import { startServer } from "../../../../src/api/http/server.ts";
import { fixtureDeps } from "../../fixture/app.ts";

const run = promisify(execFile);

/** A Chromium of this machine; null when there is none. */
function findChromium(): string | null {
  const names = ["chromium", "chromium-browser", "google-chrome"];
  const directories = (process.env.PATH ?? "").split(delimiter);
  const paths = directories.flatMap((directory) => names.map((name) => join(directory, name)));
  return paths.find((path) => existsSync(path)) ?? null;
}

const chromium = findChromium();

describe("GET /docs", () => {
  test.skipIf(chromium === null)(
    "default: a browser without any other network shows every endpoint (skipped without chromium)",
    async () => {
      if (chromium === null) return;
      const server = await startServer({
        app: createApp(fixtureDeps()),
        host: "127.0.0.1",
        port: 0,
        log: pino({ level: "silent" }),
      });
      const profile = mkdtempSync(join(tmpdir(), "weir-chromium-"));
      try {
        const { stdout } = await run(
          chromium,
          [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
            `--user-data-dir=${profile}`,
            "--virtual-time-budget=20000",
            "--dump-dom",
            `${server.url}/docs/reference`,
          ],
          { maxBuffer: 64 * 1024 * 1024, timeout: 60_000 },
        );
        for (const path of [
          "shortcuts/route",
          "shortcuts/quote",
          "tokens",
          "protocols",
          "standards",
        ]) {
          expect(stdout).toContain(`data-path="/api/v1/${path}"`);
        }
        expect(stdout).not.toContain("Failed to load API definition");
      } finally {
        await server.close();
        rmSync(profile, { recursive: true, force: true });
      }
    },
    90_000,
  );
});
