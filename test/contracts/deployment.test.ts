import { type Abi, type AbiItem, getContractAddress } from "viem";
import { describe, expect, test } from "vitest";
import { executorAbi } from "../../abis/Executor.ts";
import { routerAbi } from "../../abis/Router.ts";
import { buildContracts } from "../../contracts/build.ts";
import {
  DEPLOYER_ADDRESS,
  EXECUTOR_ADDRESS,
  ROUTER_ADDRESS,
  ROUTER_SALT,
  routerDeployment,
} from "../../src/api/program/contracts.ts";

const contracts = await buildContracts();

/** Items in one order, without the compiler's own names of types. */
function comparable(abi: Abi): string[] {
  const text = (item: AbiItem) =>
    JSON.stringify(item, (key, value: unknown) => {
      if (key === "internalType") return undefined;
      if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
      return Object.fromEntries(Object.entries(value).sort(([x], [y]) => x.localeCompare(y)));
    });
  return abi.map(text).sort();
}

describe("ROUTER_ADDRESS", () => {
  test("default: is where the deployer puts the compiled router", () => {
    const address = getContractAddress({
      opcode: "CREATE2",
      from: DEPLOYER_ADDRESS,
      salt: ROUTER_SALT,
      bytecode: contracts.router.bytecode,
    });
    expect(ROUTER_ADDRESS).toBe(address.toLowerCase());
  });
});

describe("EXECUTOR_ADDRESS", () => {
  test("default: is the first contract that the router creates", () => {
    const address = getContractAddress({ opcode: "CREATE", from: ROUTER_ADDRESS, nonce: 1n });
    expect(EXECUTOR_ADDRESS).toBe(address.toLowerCase());
  });
});

describe("routerDeployment", () => {
  test("default", () => {
    expect(routerDeployment("0x6001")).toEqual({
      to: DEPLOYER_ADDRESS,
      data: `${ROUTER_SALT}6001`,
    });
  });
});

describe("abis", () => {
  test("routerAbi: is the compiled one", () => {
    expect(comparable(routerAbi)).toEqual(comparable(contracts.router.abi));
  });

  test("executorAbi: is the compiled one", () => {
    expect(comparable(executorAbi)).toEqual(comparable(contracts.executor.abi));
  });
});

describe("buildContracts", () => {
  test("behavior: a second call takes the cache and gives the same", async () => {
    const start = performance.now();
    expect(await buildContracts()).toEqual(contracts);
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});
