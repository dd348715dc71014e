import { type Address, concatHex, encodeAbiParameters, type Hex } from "viem";
import type { Builder } from "./builder.ts";
import { asHex } from "./rpc.ts";
import type { Artifact } from "./solidity/artifact.ts";

/** A contract for a chosen address. */
export interface Deployment {
  readonly address: Address;
  readonly artifact: Artifact;
  /** Constructor arguments. */
  readonly args?: readonly unknown[];
  /** For a constructor that creates contracts, whose code is paid for. */
  readonly gas?: bigint;
}

/** Enough for any other constructor here: writes only, as the code is set and not deposited. */
const CONSTRUCTOR_GAS = 1_000_000n;

/**
 * Deploys contracts at chosen addresses, all in one block, by running each constructor in place:
 * the creation code becomes the account's code; a call returns the runtime code, with its
 * immutables; a transaction makes the constructor's writes; then the runtime code replaces the
 * creation code. Nonce 1, as after a real deployment, so that what the contracts create later gets
 * the same addresses as on the real chain.
 */
export async function deployAt(
  builder: Builder,
  deployments: readonly Deployment[],
): Promise<void> {
  const { rpc, operator } = builder;
  const runtimes = await Promise.all(
    deployments.map(async ({ address, artifact, args = [], gas = CONSTRUCTOR_GAS }) => {
      builder.queue({ to: address, gas, label: `constructor of ${address}` });
      await rpc.request("anvil_setCode", [address, creationCode(artifact, args)]);
      await rpc.request("anvil_setNonce", [address, "0x1"]);
      return asHex(await rpc.request("eth_call", [{ from: operator, to: address }, "latest"]));
    }),
  );
  await builder.flush();
  await Promise.all(
    deployments.map(({ address }, index) =>
      rpc.request("anvil_setCode", [address, runtimes[index]]),
    ),
  );
}

function creationCode(artifact: Artifact, args: readonly unknown[]): Hex {
  if (args.length === 0) return artifact.bytecode;
  const definition = artifact.abi.find((item) => item.type === "constructor");
  if (definition === undefined)
    throw new Error(`The contract has no constructor for ${args.length} arguments.`);
  return concatHex([artifact.bytecode, encodeAbiParameters(definition.inputs, args)]);
}
