import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openCluster } from "../postgres/cluster.ts";
import { findInstallation } from "../postgres/installation.ts";
import { serverCommand, untilFree, untilServes, urlOf } from "../postgres/server.ts";
import type { ChildOptions } from "./child.ts";
import type { Plan } from "./plan.ts";
import { freePort } from "./ports.ts";
import type { Supervisor } from "./supervisor.ts";

/**
 * File with the connection string of the running server, for other commands and for psql. It holds
 * the password: nobody else may read it.
 */
export function urlFile({ dataDirectory }: Pick<Plan, "dataDirectory">): string {
  return join(dataDirectory, "postgres.url");
}

/** A server under supervision. */
export interface SupervisedDatabase {
  /** Connection string of the owner. */
  readonly url: string;
  /** Forgets where it is; to be called when it has ended. */
  end(): Promise<void>;
}

/**
 * Starts the server of the data directory on a free port and waits until it answers. That of a
 * devnet, whose tables are made anew at every start, is not made to survive the machine.
 *
 * @throws StartError
 */
export async function startDatabase(
  supervisor: Supervisor,
  plan: Pick<Plan, "mode" | "dataDirectory" | "clusterDirectory" | "logDirectory">,
  onLine: ChildOptions["onLine"],
): Promise<SupervisedDatabase> {
  const installation = findInstallation();
  const cluster = openCluster(plan.clusterDirectory, installation);
  await supervisor.during(untilFree(cluster));
  const port = await freePort([]);
  const durability = plan.mode === "devnet" ? "process" : "machine";
  supervisor.start({
    name: "database",
    program: {
      kind: "command",
      ...serverCommand(cluster, { port, durability, installation }),
    },
    logFile: join(plan.logDirectory, "postgres.log"),
    onLine,
  });
  const url = urlOf(cluster, port);
  await supervisor.during(untilServes(url));
  const file = urlFile(plan);
  writeFileSync(file, `${url}\n`, { mode: 0o600 });
  return { url, end: async () => rmSync(file, { force: true }) };
}
