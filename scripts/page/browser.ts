import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";

/** A Chromium of this machine; null when there is none. */
export function findChromium(): string | null {
  const names = ["chromium", "chromium-browser", "google-chrome"];
  const directories = (process.env.PATH ?? "").split(delimiter);
  const paths = directories.flatMap((directory) => names.map((name) => join(directory, name)));
  return paths.find((path) => existsSync(path)) ?? null;
}

/** Starts it without a window, and without any network but this machine's own. */
export function launchBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"],
      ...["--disable-background-networking", "--disable-component-update"],
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    ],
  });
}
