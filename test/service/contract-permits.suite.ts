import { readFileSync } from "node:fs";
import {
  type Address,
  concat,
  encodeAbiParameters,
  type Hex,
  hashTypedData,
  keccak256,
  numberToHex,
  pad,
  parseAbi,
  size,
  stringToHex,
} from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compileSolidity } from "../../devnet/solidity/compile.ts";
import { collectSources } from "../../devnet/solidity/sources.ts";
import { ROUTER_ADDRESS } from "../../src/api/program/contracts.ts";
import { lower } from "../../src/lib/address.ts";
import { gainOf, mined, reverted } from "../harness/execution.ts";
import { typedData, withSignature } from "../harness/permits.ts";
import { createSafe, type Safe } from "../harness/safe.ts";
import type { DevnetClient, RunningService } from "../harness/service.ts";
import { sharedService } from "../harness/shared-service.ts";
import { ask, balanceOf, bodyOf, deal, tokenOf } from "../harness/trading.ts";

const TAKEN = parseAbi(["function taken(uint256) view returns (uint256)"]);
const RECEIVER: Address = "0x0000000000000000000000000000000000c0de01";

let weir: RunningService;
let node: DevnetClient;
let usdc: Address;
let plainCode: Hex | undefined;
let key: PrivateKeyAccount;
/** Of the key; and of that Safe. */
let safe: Safe;
let nested: Safe;

/** Devnet's USDC counts its permits, and keeps balances, allowances and name. */
beforeAll(async () => {
  weir = await sharedService();
  node = weir.node(1);
  usdc = tokenOf(weir, "USDC");
  plainCode = await node.getCode({ address: usdc });
  const source = readFileSync(new URL("ContractPermitToken.sol", import.meta.url), "utf8");
  const sources = {
    ...collectSources(["FiatToken.sol"]),
    "ContractPermitToken.sol": source,
  };
  const compiled = await compileSolidity({ compiler: "solc", sources, optimizerRuns: 200 });
  const artifact = compiled.ContractPermitToken;
  if (artifact === undefined) throw new Error("the token was not compiled");
  const { data: code } = await node.call({ data: artifact.bytecode });
  if (code === undefined) throw new Error("the token has no code");
  await node.setCode({ address: usdc, bytecode: code });
  key = privateKeyToAccount(keccak256(stringToHex("signer of contract permits")));
  await node.setBalance({ address: key.address, value: 10n ** 22n });
  safe = await createSafe(weir, lower(key.address));
  await node.setBalance({ address: safe.address, value: 10n ** 22n });
  nested = await createSafe(weir, safe.address);
}, 300_000);

afterAll(async () => {
  if (plainCode === undefined) return;
  await node.setCode({ address: usdc, bytecode: plainCode });
  await weir.mine(1);
});

/** What a Safe has its owners sign of a hash that it is asked for. */
function safeMessage(address: Address, hash: Hex) {
  return {
    domain: { chainId: 1, verifyingContract: address },
    types: { SafeMessage: [{ name: "message", type: "bytes" }] },
    primaryType: "SafeMessage",
    message: { message: encodeAbiParameters([{ type: "bytes32" }], [hash]) },
  } as const;
}

/** 65 bytes of the key that owns the Safe. */
function bySafe(hash: Hex): Promise<Hex> {
  return key.signTypedData(safeMessage(safe.address, hash));
}

/** Of the Safe that the Safe owns: its owner, where the owner's signature is, no v, and that. */
async function byNested(hash: Hex): Promise<Hex> {
  const signature = await bySafe(hashTypedData(safeMessage(nested.address, hash)));
  const owner = pad(safe.address, { size: 32 });
  const length = numberToHex(size(signature), { size: 32 });
  return concat([owner, numberToHex(65, { size: 32 }), "0x00", length, signature]);
}

/** How many permits a function of the token took: v, r and s; bytes. */
function taken(): Promise<readonly bigint[]> {
  const read = (index: bigint) =>
    node.readContract({ address: usdc, abi: TAKEN, functionName: "taken", args: [index] });
  return Promise.all([read(0n), read(1n)]);
}

describe("eip2612 of accounts with code", () => {
  test.each([
    ["a Safe, 65 bytes as v, r and s", () => safe, bySafe, 65, [1n, 0n]],
    ["a Safe of a Safe, 162 bytes as they are", () => nested, byNested, 162, [0n, 1n]],
  ] as const)("default: %s", async (_name, host, sign, length, counted) => {
    const { address: from, call } = host();
    const amountIn = 5_000n * 10n ** 6n;
    const tokenOut = tokenOf(weir, "WETH");
    await deal(node, { owner: from, token: usdc, amount: amountIn });
    const query = { fromAddress: from, receiver: RECEIVER, tokenIn: usdc, tokenOut };
    const body = bodyOf(
      await ask(weir, "route", {
        ...{ ...query, amountIn: `${amountIn}`, permit: "eip2612", deadline: "+300" },
      }),
    );
    expect(typedData(body)).toMatchObject({
      domain: { version: "2", chainId: 1, verifyingContract: usdc },
      message: { owner: from, spender: ROUTER_ADDRESS, value: `${amountIn}`, nonce: "0" },
    });
    const signature = await sign(hashTypedData(typedData(body)));
    expect(size(signature)).toBe(length);
    const takenBefore = await taken();
    const { tx, gas, amountOut } = withSignature({ body, signature });
    const gained = await gainOf(node, { token: tokenOut, owner: RECEIVER }, async () =>
      mined(weir, await call(tx, BigInt(gas))),
    );
    expect(gained).toBe(BigInt(amountOut));
    expect(await balanceOf(node, usdc, from)).toBe(0n);
    const after = await taken();
    expect(after.map((count, index) => count - (takenBefore[index] ?? 0n))).toEqual(counted);
  });

  test("behavior: of another's signature nothing is sold", async () => {
    const amountIn = 10n ** 9n;
    await deal(node, { owner: safe.address, token: usdc, amount: amountIn });
    const { body } = await ask(weir, "route", {
      ...{ fromAddress: safe.address, receiver: RECEIVER, permit: "eip2612" },
      ...{ tokenIn: usdc, tokenOut: tokenOf(weir, "WETH"), amountIn: `${amountIn}` },
    });
    const signature = await byNested(hashTypedData(typedData(body)));
    const { tx, gas } = withSignature({ body, signature });
    await reverted(weir, await safe.call(tx, BigInt(gas)));
    expect(await balanceOf(node, usdc, safe.address)).toBe(amountIn);
  });

  test("error: STRATEGY_UNSUPPORTED for a token that asks keys alone", async () => {
    const { defiTokens, tokens } = weir.service(1).snapshot();
    const [pair] = [...defiTokens].flatMap(([address, { protocol, token }]) =>
      protocol.family === "uniswap-v2" &&
      tokens.has(address) &&
      token.underlyingTokens.includes(usdc)
        ? [address]
        : [],
    );
    if (pair === undefined) throw new Error("the devnet has no pair of USDC");
    const query = { receiver: RECEIVER, permit: "eip2612", tokenIn: pair, amountIn: "1000000000" };
    const tokenOut = tokenOf(weir, "WETH");
    const asked = (fromAddress: Address) =>
      ask(weir, "route", { ...query, fromAddress, tokenOut }).then(({ status, body }) => [
        status,
        body.code,
      ]);
    expect(await asked(safe.address)).toEqual([422, "STRATEGY_UNSUPPORTED"]);
    expect(await asked(lower(key.address))).toEqual([200, undefined]);
  });
});
