import { type Address, concat, type Hex, keccak256, pad, slice } from "viem";
import { describe, expect, test } from "vitest";
import { buildContracts } from "../../../contracts/build.ts";
import * as program from "../../../src/api/program/contracts.ts";

const planned = program.deployments(await buildContracts());

/** The last 20 bytes of a hash. */
const address = (preimage: Hex): Address => slice(keccak256(preimage), 12);

/** EIP-1014, from the bytes that a transaction to the deployer carries. */
function create2Of({ to, data }: { readonly to: Address; readonly data: Hex }): Address {
  return address(concat(["0xff", to, slice(data, 0, 32), keccak256(slice(data, 32))]));
}

/** What a contract creates as its first or second: RLP of its address and the nonce 1 or 2. */
const created = (creator: Address, nonce: "0x01" | "0x02"): Address =>
  address(concat(["0xd694", creator, nonce]));
const firstCreated = (creator: Address): Address => created(creator, "0x01");

describe("deployments", () => {
  test("default: addresses follow from the creation code alone", () => {
    expect(planned.length).toBeGreaterThan(0);
    for (const deployment of planned) expect(create2Of(deployment)).toBe(deployment.address);
  });

  test("behavior: every address that the service knows is one of them, or of what they create", () => {
    const known = Object.entries(program).flatMap(([name, value]) =>
      name.endsWith("_ADDRESS") && typeof value === "string" ? [value] : [],
    );
    const main = planned.map(create2Of);
    const reachable = new Set<string>([
      ...main,
      ...main.map(firstCreated),
      ...main.map((creator) => created(creator, "0x02")),
      ...planned.map(({ to }) => to),
    ]);
    expect(known.length).toBeGreaterThanOrEqual(planned.length);
    for (const each of known) expect(reachable).toContain(each);
    for (const each of main) expect(known).toContain(each);
  });
});

describe("coreWalletOf", () => {
  test("default: is the ERC-1167 clone with its owner as the salt", () => {
    const owner: Address = "0x00000000000000000000000000000000deadbeef";
    const factory = planned.find(({ address }) => address === program.CORE_WALLET_FACTORY_ADDRESS);
    if (factory === undefined) throw new Error("no factory is deployed");
    const creationCode = concat([
      "0x3d602d80600a3d3981f3363d3d373d3d3d363d73",
      firstCreated(create2Of(factory)),
      "0x5af43d82803e903d91602b57fd5bf3",
    ]);
    const salt = pad(owner, { size: 32 });
    expect(program.coreWalletOf(owner)).toBe(
      address(concat(["0xff", create2Of(factory), salt, keccak256(creationCode)])),
    );
  });
});
