import { type Abi, type AbiItem, type Address, getContractAddress } from "viem";
import { describe, expect, test } from "vitest";
import { account7702Abi } from "../../abis/weir/Account7702.ts";
import { coreWalletAbi } from "../../abis/weir/CoreWallet.ts";
import { coreWalletFactoryAbi } from "../../abis/weir/CoreWalletFactory.ts";
import { delegateExecutorAbi } from "../../abis/weir/DelegateExecutor.ts";
import { executorAbi } from "../../abis/weir/Executor.ts";
import { prepaidInfinityAbi } from "../../abis/weir/PrepaidInfinity.ts";
import { prepaidV3Abi } from "../../abis/weir/PrepaidV3.ts";
import { prepaidV4Abi } from "../../abis/weir/PrepaidV4.ts";
import { routerAbi } from "../../abis/weir/Router.ts";
import { sharedExecutorAbi } from "../../abis/weir/SharedExecutor.ts";
import { buildContracts } from "../../contracts/build.ts";
import {
  ACCOUNT_7702_ADDRESS,
  CORE_WALLET_FACTORY_ADDRESS,
  CORE_WALLET_IMPLEMENTATION_ADDRESS,
  type CreationCodes,
  DELEGATE_EXECUTOR_ADDRESS,
  DEPLOYER_ADDRESS,
  DEPLOYMENT_SALT,
  deployments,
  EXECUTOR_IMPLEMENTATION_ADDRESS,
  PREPAID_INFINITY_ADDRESS,
  PREPAID_V3_ADDRESS,
  PREPAID_V4_ADDRESS,
  ROUTER_ADDRESS,
  SHARED_EXECUTOR_ADDRESS,
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

describe("deployments", () => {
  const expected: readonly (readonly [keyof CreationCodes, Address])[] = [
    ["router", ROUTER_ADDRESS],
    ["delegateExecutor", DELEGATE_EXECUTOR_ADDRESS],
    ["coreWalletFactory", CORE_WALLET_FACTORY_ADDRESS],
    ["account7702", ACCOUNT_7702_ADDRESS],
    ["prepaidV3", PREPAID_V3_ADDRESS],
    ["prepaidV4", PREPAID_V4_ADDRESS],
    ["prepaidInfinity", PREPAID_INFINITY_ADDRESS],
  ];

  test("default: each contract is where the deployer puts what compiles", () => {
    expect(deployments(contracts).map(({ name, address }) => [name, address])).toEqual(expected);
  });

  test("behavior: calldata is salt and creation code", () => {
    for (const { name, to, data } of deployments(contracts)) {
      expect(to).toBe(DEPLOYER_ADDRESS);
      expect(data).toBe(`${DEPLOYMENT_SALT}${contracts[name].bytecode.slice(2)}`);
    }
  });

  test("behavior: no constructor takes an argument", () => {
    for (const { name } of deployments(contracts)) {
      const constructors = contracts[name].abi.filter((item) => item.type === "constructor");
      expect(constructors.every((item) => item.inputs.length === 0)).toBe(true);
    }
  });
});

describe("SHARED_EXECUTOR_ADDRESS", () => {
  test("default: is the first contract that the router creates", () => {
    const address = getContractAddress({ opcode: "CREATE", from: ROUTER_ADDRESS, nonce: 1n });
    expect(SHARED_EXECUTOR_ADDRESS).toBe(address.toLowerCase());
  });
});

describe("EXECUTOR_IMPLEMENTATION_ADDRESS", () => {
  test("default: is the second contract that the router creates", () => {
    const address = getContractAddress({ opcode: "CREATE", from: ROUTER_ADDRESS, nonce: 2n });
    expect(EXECUTOR_IMPLEMENTATION_ADDRESS).toBe(address.toLowerCase());
  });
});

describe("CORE_WALLET_IMPLEMENTATION_ADDRESS", () => {
  test("default: is the first contract that the factory creates", () => {
    const from = CORE_WALLET_FACTORY_ADDRESS;
    const address = getContractAddress({ opcode: "CREATE", from, nonce: 1n });
    expect(CORE_WALLET_IMPLEMENTATION_ADDRESS).toBe(address.toLowerCase());
  });
});

describe("abis", () => {
  test.each([
    ["router", routerAbi],
    ["executor", executorAbi],
    ["sharedExecutor", sharedExecutorAbi],
    ["delegateExecutor", delegateExecutorAbi],
    ["coreWallet", coreWalletAbi],
    ["coreWalletFactory", coreWalletFactoryAbi],
    ["account7702", account7702Abi],
    ["prepaidV3", prepaidV3Abi],
    ["prepaidV4", prepaidV4Abi],
    ["prepaidInfinity", prepaidInfinityAbi],
  ] as const)("behavior: %s is the compiled one", (name, abi) => {
    expect(comparable(abi)).toEqual(comparable(contracts[name].abi));
  });
});
