/** What a process used since it started. */
export interface Usage {
  readonly cpuSeconds: number;
  readonly residentBytes: number;
}

/** Milliseconds between two reports of what a process uses. */
const INTERVAL_MS = 1_000;

/** Reports what this process uses every second; keeps it not alive. */
export function reportUsage(report: (usage: Usage) => void): void {
  setInterval(() => {
    const { user, system } = process.cpuUsage();
    report({ cpuSeconds: (user + system) / 1_000_000, residentBytes: process.memoryUsage.rss() });
  }, INTERVAL_MS).unref();
}
