import { type Address, encodeFunctionData, type Hex, numberToHex, parseAbi } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aaveV3, LENDER } from "../../../devnet/protocols/aave-v3.ts";
import { AAVE_V3, marketAddress } from "../../../devnet/protocols/aave-v3-markets.ts";
import { tokenBySymbol } from "../../../devnet/token-list.ts";
import { lower } from "../../../src/lib/address.ts";
import type { AaveV3Reserve } from "../../../src/protocols/aave-v3/pool.ts";
import { createRandom } from "../chain.ts";
import { type ProtocolChain, passTime, startProtocolChain } from "../protocol-chain.ts";
import { foldLogs } from "./fold.ts";
import { configurator, fund, mine, OPERATOR, pool, type Sent } from "./market.ts";
import { read } from "./read.ts";
import { shake } from "./shake.ts";

const rareAbi = parseAbi([
  "function repayWithATokens(address asset, uint256 amount, uint256 interestRateMode) returns (uint256)",
  "function flashLoanSimple(address receiverAddress, address asset, uint256 amount, bytes params, uint16 referralCode)",
  "function liquidationCall(address collateralAsset, address debtAsset, address user, uint256 debtToCover, bool receiveAToken)",
  "function eliminateReserveDeficit(address asset, uint256 amount)",
  "function setAddress(bytes32 id, address newAddress)",
]);

const BORROWER: Address = "0x00000000000000000000000000000000000b0440";
const DEBTOR: Address = "0x00000000000000000000000000000000000b0441";
const FLASH_BORROWER: Address = "0x00000000000000000000000000000000000f1a54";
/** Answers every call with 1. */
const YES: Hex = "0x600160005260206000f3";
const VARIABLE = 2n;
const DAY_SECONDS = 86_400;
/** Who may cover deficits: https://unpkg.com/@aave-dao/aave-v3-origin@3.6.0/src/contracts/protocol/pool/Pool.sol */
const UMBRELLA = "0x554d4252454c4c41000000000000000000000000000000000000000000000000";
const { pool: MARKET } = AAVE_V3;

let chain: ProtocolChain;

beforeAll(async () => {
  chain = await startProtocolChain({ chainId: 1, protocols: [aaveV3] });
}, 120_000);

afterAll(() => chain?.stop());

const token = (symbol: string) => tokenBySymbol(chain.tokens, symbol).address;
const units = (whole: bigint, decimals = 18n) => whole * 10n ** decimals;

function toMarket(from: Address, data: Hex): Sent {
  return { from, to: MARKET, data };
}

function liquidation(
  [collateral, debt]: readonly [Address, Address],
  user: Address,
  { amount, receiveAToken = false }: { amount: bigint; receiveAToken?: boolean },
): readonly Sent[] {
  const args = [collateral, debt, user, amount, receiveAToken] as const;
  return [
    ...fund(chain, LENDER, { token: debt, amount }),
    toMarket(LENDER, encodeFunctionData({ abi: rareAbi, functionName: "liquidationCall", args })),
  ];
}

async function setPrice(symbol: string, usdCents: bigint): Promise<void> {
  const address = marketAddress(AAVE_V3, `price of ${symbol}`);
  const value = numberToHex(usdCents * 10n ** 6n, { size: 32 });
  await chain.node.setStorageAt({ address, index: 0, value });
}

/** The logs tell what the contracts answer. */
async function expectEqual(): Promise<void> {
  const states = await read(chain.client, 1);
  const folded = await foldLogs(chain.client, {
    addressesProvider: lower(AAVE_V3.addressesProvider),
    pool: lower(AAVE_V3.pool),
    poolConfigurator: lower(AAVE_V3.poolConfigurator),
  });
  expect(states.length).toBe(AAVE_V3.reserves.length);
  for (const state of states) {
    const expected = folded.get(state.underlying);
    const names = Object.keys(expected ?? {}) as (keyof AaveV3Reserve)[];
    const told = Object.fromEntries(names.map((name) => [name, state[name]]));
    expect(told, state.underlying).toEqual(expected);
  }
}

async function reserveOf(symbol: string): Promise<AaveV3Reserve> {
  const found = (await read(chain.client, 1)).find((state) => state.underlying === token(symbol));
  if (found === undefined) throw new Error(`The market has no ${symbol}.`);
  return found;
}

describe("a market that was upgraded to version 3.6", () => {
  test("default: the logs of listing, upgrade and seed", async () => {
    await expectEqual();
    const { revision, scaledSupply } = await reserveOf("USDC");
    expect([revision, scaledSupply > 0n]).toEqual([10, true]);
  });

  test("behavior: all that is withdrawn and repaid leaves no unit behind", async () => {
    const dai = token("DAI");
    const all = (1n << 256n) - 1n;
    await passTime(chain, 40 * DAY_SECONDS);
    await mine(chain, [
      ...fund(chain, BORROWER, { token: dai, amount: units(1_000n) + 7n }),
      pool.supply(BORROWER, dai, units(1_000n) + 7n),
      ...fund(chain, BORROWER, { token: token("LINK"), amount: units(500n) }),
      pool.supply(BORROWER, token("LINK"), units(500n)),
      pool.borrow(BORROWER, dai, units(300n) + 3n),
    ]);
    await passTime(chain, 3 * DAY_SECONDS + 5);
    await mine(chain, [
      toMarket(
        BORROWER,
        encodeFunctionData({
          abi: rareAbi,
          functionName: "repayWithATokens",
          args: [dai, units(100n) + 1n, VARIABLE],
        }),
      ),
    ]);
    await expectEqual();
    await mine(chain, [
      ...fund(chain, BORROWER, { token: dai, amount: units(1_000n) }),
      pool.repay(BORROWER, dai, all),
      pool.withdraw(BORROWER, dai, all),
    ]);
    await expectEqual();
  });

  test("behavior: the treasury gets a flash loan's premium and its part at the old factor", async () => {
    const usdc = token("USDC");
    const amount = units(1_000_000n, 6n);
    await chain.node.setCode({ address: FLASH_BORROWER, bytecode: YES });
    const flash = [FLASH_BORROWER, usdc, amount, "0x", 0] as const;
    await mine(chain, [
      ...fund(chain, FLASH_BORROWER, { token: usdc, amount: 2n * amount }),
      toMarket(
        LENDER,
        encodeFunctionData({ abi: rareAbi, functionName: "flashLoanSimple", args: flash }),
      ),
    ]);
    await expectEqual();
    await passTime(chain, DAY_SECONDS);
    await mine(chain, [configurator.setReserveFactor(usdc, 2_500n)]);
    await expectEqual();
    await mine(chain, [pool.mintToTreasury(usdc)]);
    await expectEqual();
  });

  test("behavior: liquidations, with and without debt that is written off and covered", async () => {
    const [link, dai, usdc] = [token("LINK"), token("DAI"), token("USDC")];
    for (const account of [BORROWER, DEBTOR]) {
      await mine(chain, [
        ...fund(chain, account, { token: link, amount: units(10_000n) }),
        pool.supply(account, link, units(10_000n)),
        pool.borrow(account, dai, units(40_000n)),
        pool.borrow(account, usdc, units(20_000n, 6n)),
      ]);
    }
    await passTime(chain, DAY_SECONDS);
    await setPrice("LINK", 640n);
    for (const receiveAToken of [false, true]) {
      const amount = units(5_000n) + 11n;
      await mine(chain, liquidation([link, dai], BORROWER, { amount, receiveAToken }));
      await expectEqual();
    }
    // Worth less than is owed: all collateral goes, and what remains is a deficit of both tokens.
    await setPrice("LINK", 200n);
    await mine(chain, liquidation([link, dai], DEBTOR, { amount: units(60_000n) }));
    await expectEqual();
    const { scaledVariableDebt } = await reserveOf("USDC");
    await mine(chain, [
      {
        from: OPERATOR,
        to: AAVE_V3.addressesProvider,
        data: encodeFunctionData({
          abi: rareAbi,
          functionName: "setAddress",
          args: [UMBRELLA, LENDER],
        }),
      },
      toMarket(
        LENDER,
        encodeFunctionData({
          abi: rareAbi,
          functionName: "eliminateReserveDeficit",
          args: [usdc, units(1_000n, 6n) + 1n],
        }),
      ),
    ]);
    await expectEqual();
    expect((await reserveOf("USDC")).scaledVariableDebt).toBe(scaledVariableDebt);
  });

  test("behavior: the logs of random changes", async () => {
    const random = createRandom(9);
    for (let round = 0; round < 40; round++) await shake(chain, random, { gifts: true });
    await expectEqual();
  });
});
