import { type Address, encodeFunctionData, erc20Abi, type Hex, numberToHex, toHex } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aggregateAt, BlockGoneError } from "../../../src/catalog/live/node.ts";
import { statesOf } from "../../../src/catalog/live/states.ts";
import { type ProtocolChain, startProtocolChain } from "../../protocols/protocol-chain.ts";

// Returns word 18 to every call.
const EIGHTEEN: Hex = "0x601260005260206000f3";
// INVALID burns all the gas that the call was given.
const BURNING: Hex = "0xfe";

/** Of an account without code, which succeeds. */
const call = { target: toHex(0xaaaa, { size: 20 }), allowFailure: true, callData: "0x" } as const;

let chain: ProtocolChain;

beforeAll(async () => {
  chain = await startProtocolChain({ chainId: 1, protocols: [] });
});

afterAll(() => chain?.stop());

/** As the indexer asks for it. */
function aggregate(blockNumber: bigint) {
  const states = statesOf(chain.client, chain.chain);
  return aggregateAt(chain.client, { chain: chain.chain, blockNumber, states });
}

async function put(number: number, code: Hex): Promise<Address> {
  const address: Address = toHex(0xbbbb00 + number, { size: 20 });
  await chain.node.setCode({ address, bytecode: code });
  return address;
}

describe("aggregateAt", () => {
  test("behavior: a view that burns all gas fails alone", async () => {
    const burning = [3, 17];
    const targets = await Promise.all(
      Array.from({ length: 24 }, (_, n) => put(n, burning.includes(n) ? BURNING : EIGHTEEN)),
    );
    const blockNumber = await chain.client.getBlockNumber();
    const callData = encodeFunctionData({ abi: erc20Abi, functionName: "decimals" });
    const answers = await aggregate(blockNumber)(
      targets.map((target) => ({ target, allowFailure: true, callData })),
    );
    expect(answers.map(({ success }) => success)).toEqual(
      targets.map((_, n) => !burning.includes(n)),
    );
    expect(answers[0]?.returnData).toBe(numberToHex(18, { size: 32 }));
  });

  test("behavior: a node that is late is waited for", async () => {
    const blockNumber = (await chain.client.getBlockNumber()) + 1n;
    const answers = aggregate(blockNumber)([call]);
    await chain.node.mine({ blocks: 1 });
    expect(await answers).toMatchObject([{ success: true }]);
  });

  test("error: BlockGoneError, of a block that a shorter chain does not have", async () => {
    const blockNumber = (await chain.client.getBlockNumber()) + 1n;
    await expect(aggregate(blockNumber)([call])).rejects.toThrow(BlockGoneError);
  });
});
