// Reads a chain's start state, and kills itself before a request of a given number.
import { pino } from "pino";
import type { Transport } from "viem";
import { chainNodes } from "../../src/catalog/config.ts";
import { processEnvironment } from "../../src/lib/env.ts";
import { INDEXED } from "../../src/protocols/indexed.ts";
import { chainSeeds } from "../../src/protocols/seeds.ts";

const killAt = Number(process.env.KILL_AT ?? "0");
const environment = processEnvironment();
const log = pino({ level: "silent" });
let asked = 0;

/** Passes requests on until the one that is too many. */
function counting(transport: Transport): Transport {
  return (config) => {
    const made = transport(config);
    const request: typeof made.request = (...args) => {
      asked += 1;
      if (asked === killAt) process.kill(process.pid, "SIGKILL");
      return made.request(...args);
    };
    return { ...made, request };
  };
}

const nodes = new Map(
  [...chainNodes(environment, log)].map(([chainId, node]) => [chainId, counting(node)]),
);
const seeds = await chainSeeds(INDEXED, environment, { nodes, log });
const told = [...seeds].map(([chainId, { digest, block }]) => ({ chainId, digest, block, asked }));
console.log(JSON.stringify(told));
