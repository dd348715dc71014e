import { bytesToHex, type Hex, keccak256, serializeTransaction } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { gasPriceOracleAbi } from "../../abis/GasPriceOracle.ts";
import { createRandom, type Random } from "../../devnet/market/random.ts";
import {
  activate,
  L1_BLOCK,
  type L1Prices,
  tellOperatorFee,
  tellPrices,
} from "../../devnet/protocols/op-stack.ts";
import { tokenList } from "../../devnet/token-list.ts";
import { GAS_PRICE_ORACLE } from "../../src/catalog/data-fee/reading.ts";
import { NATIVE } from "../../src/lib/address.ts";
import { dataFeeWei, operatorFeeWei } from "../../src/lib/data-fee/data-fee.ts";
import { type UnsentTransaction, unsignedBytes } from "../../src/lib/data-fee/sent-bytes.ts";
import jovian from "../fixtures/op-stack/jovian.json" with { type: "json" };
import { type RunningService, startRunningService } from "../harness/service.ts";
import { sized } from "../harness/size.ts";
import { ask, type TradeBody } from "../harness/trading.ts";

const CHAIN_ID = 8453;
const ALICE = "0x00000000000000000000000000000000000a11ce";
/** In this many blocks of Base the oracle is read at least once. */
const BLOCKS_BETWEEN = 10;
const TRANSACTIONS = sized({ always: 12, nightly: 100 });
const QUIET: L1Prices = {
  ...{ baseFeeScalar: 2_269n, blobBaseFeeScalar: 1_055_762n },
  ...{ baseFee: 1_000_000_000n, blobBaseFee: 10_000_000n },
};

let weir: RunningService;
beforeAll(async () => {
  weir = await startRunningService({ chainIds: [CHAIN_ID], blockTimeMs: null });
}, 300_000);
afterAll(() => weir?.stop());

/** What the chain's oracle says of an unsigned transaction. */
function oracleSays(unsigned: Hex): Promise<bigint> {
  return weir.node(CHAIN_ID).readContract({
    ...{ address: GAS_PRICE_ORACLE, abi: gasPriceOracleAbi, functionName: "getL1Fee" },
    args: [unsigned],
  });
}

const rpc = {
  url: "",
  request: (method: string, params: readonly unknown[] = []) =>
    weir.node(CHAIN_ID).request({ method: method as never, params: params as never }),
};

async function read(): Promise<void> {
  await weir.node(CHAIN_ID).mine({ blocks: BLOCKS_BETWEEN });
  await weir.caughtUp(CHAIN_ID);
}

async function tell(prices: Partial<L1Prices>): Promise<void> {
  await tellPrices(rpc, { ...QUIET, ...prices });
  await read();
}

function tokenOf(symbol: string): string {
  const listed = tokenList(CHAIN_ID).find((token) => token.symbol === symbol);
  if (listed === undefined) throw new Error(`chain ${CHAIN_ID} has no ${symbol}`);
  return listed.address;
}

interface Told extends TradeBody {
  readonly explain: TradeBody["explain"] & { readonly gapBps: number } & {
    readonly l1Fee: string;
    readonly operatorFee: string;
  };
  readonly gasUsed: string;
  readonly gasUsd: number;
  readonly l1FeeUsd: number;
}

async function trade(path: "route" | "quote", amountIn: string): Promise<Told> {
  const { status, body } = await ask(weir, path, {
    ...{ chainId: `${CHAIN_ID}`, fromAddress: ALICE, amountIn, explain: "true", include: "usd" },
    ...{ tokenIn: NATIVE, tokenOut: tokenOf("USDC") },
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body as Told;
}

function unsent({ tx }: Told): UnsentTransaction {
  return { chainId: CHAIN_ID, to: tx.to, data: tx.data, value: BigInt(tx.value) };
}

describe("data fee of an OP stack chain", () => {
  test("default: what is told of a route is what the oracle says of its transaction", async () => {
    for (const prices of [{}, { baseFee: 77_777_777_777n }, { blobBaseFee: 123_456_789_012n }]) {
      await tell(prices);
      for (const amountIn of [`1${"0".repeat(15)}`, `3${"0".repeat(19)}`]) {
        const answer = await trade("route", amountIn);
        const fee = await oracleSays(bytesToHex(unsignedBytes(unsent(answer))));
        expect(BigInt(answer.explain.l1Fee)).toBe(fee);
        expect(fee).toBeGreaterThan(0n);
        const { l1Fee } = (await trade("quote", amountIn)).explain;
        expect(BigInt(l1Fee)).toBe(fee);
      }
    }
  });

  test("behavior: the sender's own nonce and fees move it by a few bytes", async () => {
    await tell({});
    const answer = await trade("route", `1${"0".repeat(18)}`);
    const { to, data, value } = unsent(answer);
    for (const nonce of [0, 7, 300, 70_000]) {
      const fee = await oracleSays(
        serializeTransaction({
          ...{ chainId: CHAIN_ID, type: "eip1559", to, data, value, nonce },
          ...{ gas: BigInt(answer.gas), maxFeePerGas: 25_000_000n, maxPriorityFeePerGas: 1_000n },
        }),
      );
      expect(Math.abs(Number(fee) / Number(answer.explain.l1Fee) - 1)).toBeLessThan(0.03);
    }
  });

  test.each([
    ["Fjord", "0x0101"],
    ["Ecotone", "0x01"],
  ] as const)(`behavior: ${TRANSACTIONS} transactions at prices of each, by %s`, async (name, flags) => {
    const node = weir.node(CHAIN_ID);
    const before = await node.getStorageAt({ address: GAS_PRICE_ORACLE, slot: "0x0" });
    const word: Hex = `0x${flags.slice(2).padStart(64, "0")}`;
    await node.setStorageAt({ address: GAS_PRICE_ORACLE, index: 0, value: word });
    const random = createRandom(`data fee by ${name}`);
    for (let i = 0; i < TRANSACTIONS; i++) {
      if (i % 10 === 0) {
        await tell({
          baseFee: BigInt(Math.floor(random.next() * 1e11)),
          blobBaseFee: BigInt(Math.floor(random.next() * 1e10)),
        });
      }
      const { dataFee } = weir.service(CHAIN_ID).snapshot();
      if (dataFee === null) throw new Error("nothing is known of the data's price");
      expect(dataFee.rule).toBe(name.toLowerCase());
      const transaction = randomTransaction(random);
      const fee = await oracleSays(bytesToHex(unsignedBytes(transaction)));
      expect(dataFeeWei(dataFee, transaction)).toBe(fee);
    }
    await node.setStorageAt({ address: GAS_PRICE_ORACLE, index: 0, value: before ?? "0x" });
    await tell({});
    expect(weir.service(CHAIN_ID).snapshot().dataFee?.rule).toBe("fjord");
  });

  test("behavior: dear data makes a route of fewer legs", async () => {
    await tell({ baseFee: 0n, blobBaseFee: 0n });
    const amountIn = `5${"0".repeat(19)}`;
    const free = await trade("quote", amountIn);
    expect(free.explain.l1Fee).toBe("0");
    await tell({ baseFee: 10n ** 15n });
    const dear = await trade("quote", amountIn);
    expect(free.explain.legs.length).toBeGreaterThan(1);
    expect(dear.explain.legs.length).toBeLessThan(free.explain.legs.length);
    expect(dear.explain.gapBps).toBeLessThan(50);
    await tell({});
  });

  test("behavior: an oracle that fails leaves the last price", async () => {
    await tell({ baseFee: 5_000_000_000n });
    const known = weir.service(CHAIN_ID).snapshot().dataFee;
    const node = weir.node(CHAIN_ID);
    const code = await node.getCode({ address: GAS_PRICE_ORACLE });
    await node.setCode({ address: GAS_PRICE_ORACLE, bytecode: "0x5f5ffd" });
    await tell({ baseFee: 1n });
    expect(weir.service(CHAIN_ID).snapshot().dataFee).toEqual(known);
    await node.setCode({ address: GAS_PRICE_ORACLE, bytecode: code ?? "0x" });
    await tell({});
    expect(weir.service(CHAIN_ID).snapshot().dataFee).not.toEqual(known);
  });
});

// They stay on the chain: last.
describe("operator fee of an OP stack chain", () => {
  const { L1Block, GasPriceOracle } = jovian as Record<string, Hex>;

  function oracleCharges(gasUsed: bigint): Promise<bigint> {
    return weir.node(CHAIN_ID).readContract({
      ...{ address: GAS_PRICE_ORACLE, abi: gasPriceOracleAbi, functionName: "getOperatorFee" },
      args: [gasUsed],
    });
  }

  test("default: the code is that of the network upgrade", () => {
    // https://github.com/ethereum-optimism/specs/blob/fd72cf797d/specs/protocol/jovian/derivation.md
    expect([L1Block, GasPriceOracle].map((code) => keccak256(code ?? "0x"))).toEqual([
      "0x5f885ca815d2cf27a203123e50b8ae204fdca910b6995d90b2d7700cbb9240d1",
      "0xe9fc7c96c4db0d6078e3d359d7e8c982c350a513cb2c31121adf5e1e8a446614",
    ]);
  });

  describe.each([
    ["Isthmus", { scalar: 1_439_103_868n, constant: 1_256_417_826_609n }],
    ["Jovian", { scalar: 12_345n, constant: 98_765_432_101n }],
  ] as const)("since %s", (name, fee) => {
    beforeAll(async () => {
      const node = weir.node(CHAIN_ID);
      if (name === "Isthmus") {
        await node.setCode({ address: L1_BLOCK, bytecode: L1Block ?? "0x" });
        await node.setCode({ address: GAS_PRICE_ORACLE, bytecode: GasPriceOracle ?? "0x" });
      }
      await activate(rpc, `set${name}()`);
    });

    test.each([
      ["a fee", fee],
      ["the highest fee", { scalar: 2n ** 32n - 1n, constant: 2n ** 64n - 1n }],
      ["none", { scalar: 0n, constant: 0n }],
    ])("behavior: %s is told as the oracle charges it", async (_, { scalar, constant }) => {
      await tellOperatorFee(rpc, QUIET, { scalar, constant });
      await read();
      const { dataFee } = weir.service(CHAIN_ID).snapshot();
      if (dataFee === null) throw new Error("nothing is known of the chain's fees");
      for (const gas of [0n, 1n, 21_000n, 999_999n, 1_000_001n, 30_000_000n]) {
        expect(operatorFeeWei(dataFee, gas)).toBe(await oracleCharges(gas));
      }
      for (const path of ["route", "quote"] as const) {
        const { explain, ...answer } = await trade(path, `1${"0".repeat(18)}`);
        const charged = await oracleCharges(BigInt(answer.gasUsed));
        expect(BigInt(explain.operatorFee)).toBe(charged);
        expect(charged > 0n).toBe(constant > 0n);
        // Dollars are of both: what is paid beside gas times gas price.
        const { baseFeePerGas } = weir.service(CHAIN_ID).snapshot().block;
        const dollars = answer.gasUsd / (Number(answer.gasUsed) * Number(baseFeePerGas));
        const beside = Number(explain.l1Fee) + Number(charged);
        expect(answer.l1FeeUsd / (beside * dollars)).toBeCloseTo(1, 6);
      }
    });
  });
});

/** From nothing to 6 kB, of noise, of zeros and of what repeats. */
function randomTransaction(random: Random): UnsentTransaction {
  const length = Math.floor(random.next() ** 3 * 6_000);
  const [zeros, kinds] = [random.next(), 1 + Math.floor(random.next() ** 2 * 255)];
  const data = Uint8Array.from({ length }, () =>
    random.next() < zeros ? 0 : Math.floor(random.next() * kinds),
  );
  const value = BigInt(Math.floor(random.next() * 1e15)) * BigInt(Math.round(random.next()));
  return { chainId: CHAIN_ID, to: ALICE, data: bytesToHex(data), value };
}
