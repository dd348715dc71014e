import { type Address, encodeFunctionData, type Hex, numberToHex, parseAbi } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aaveV30, LENDER, spark } from "../../../devnet/protocols/aave-v3.ts";
import { AAVE_V3, marketAddress } from "../../../devnet/protocols/aave-v3-markets.ts";
import { tokenBySymbol } from "../../../devnet/token-list.ts";
import { lower } from "../../../src/lib/address.ts";
import { deployments } from "../../../src/protocols/aave-v3/contracts.ts";
import type { ReserveState } from "../../../src/protocols/aave-v3/transitions.ts";
import { createRandom } from "../chain.ts";
import { type ProtocolChain, passTime, startProtocolChain } from "../protocol-chain.ts";
import { foldLogs } from "./fold.ts";
import { configurator, fund, mine, OPERATOR, pool, type Sent } from "./market.ts";
import { read } from "./read.ts";
import { shake } from "./shake.ts";

const rareAbi = parseAbi([
  "function addBridge(address bridge)",
  "function setUnbackedMintCap(address asset, uint256 newUnbackedMintCap)",
  "function updateBridgeProtocolFee(uint256 newBridgeProtocolFee)",
  "function dropReserve(address asset)",
  "function mintUnbacked(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)",
  "function backUnbacked(address asset, uint256 amount, uint256 fee) returns (uint256)",
  "function repayWithATokens(address asset, uint256 amount, uint256 interestRateMode) returns (uint256)",
  "function swapBorrowRateMode(address asset, uint256 interestRateMode)",
  "function flashLoanSimple(address receiverAddress, address asset, uint256 amount, bytes params, uint16 referralCode)",
  "function liquidationCall(address collateralAsset, address debtAsset, address user, uint256 debtToCover, bool receiveAToken)",
]);

const BORROWER: Address = "0x00000000000000000000000000000000000b0440";
const FLASH_BORROWER: Address = "0x00000000000000000000000000000000000f1a54";
/** Answers every call with 1. */
const YES: Hex = "0x600160005260206000f3";
const VARIABLE = 2n;

let chain: ProtocolChain;

beforeAll(async () => {
  chain = await startProtocolChain({ chainId: 1, protocols: [aaveV30, spark] });
}, 120_000);

afterAll(() => chain?.stop());

const token = (symbol: string) => tokenBySymbol(chain.tokens, symbol).address;

function call(from: Address, to: Address, data: Hex): Sent {
  return { from, to, data };
}

/** The logs of both markets tell what their contracts answer. */
async function expectEqual(): Promise<void> {
  const states = await read(chain.client, 1);
  for (const { slug, chains } of deployments) {
    const contracts = chains[1]?.contracts;
    const ofMarket = states.filter((state) => state.slug === slug);
    if (contracts === undefined || ofMarket.length === 0) continue;
    const folded = await foldLogs(chain.client, contracts);
    for (const state of ofMarket) {
      const expected = folded.get(state.underlying);
      expect(pick(state, expected), `${slug} ${state.underlying}`).toEqual(expected);
    }
  }
}

/** The columns that logs change. */
function pick(state: ReserveState, like: ReserveState | undefined) {
  const names = Object.keys(like ?? {}) as (keyof ReserveState)[];
  return Object.fromEntries(names.map((name) => [name, state[name]]));
}

/** Sets what the market's price feed of a token answers. */
async function setPrice(symbol: string, usd: bigint): Promise<void> {
  const address = marketAddress(AAVE_V3, `price of ${symbol}`);
  await chain.node.setStorageAt({
    ...{ address, index: 0, value: numberToHex(usd * 10n ** 8n, { size: 32 }) },
  });
}

describe("transitions", () => {
  test("default: the logs of the seed", async () => {
    await expectEqual();
  });

  test("behavior: loans by flash, liquidations, bridges, swapped rates, dropped reserves", async () => {
    const { pool: market, poolConfigurator } = AAVE_V3;
    const [usdc, weth, dai, link] = ["USDC", "WETH", "DAI", "LINK"].map(token);
    if (!usdc || !weth || !dai || !link) throw new Error("A token is missing.");
    await chain.node.setCode({ address: FLASH_BORROWER, bytecode: YES });
    await mine(chain, [
      ...fund(chain, FLASH_BORROWER, { token: usdc, amount: 2_000_000n * 10n ** 6n }),
      call(
        LENDER,
        market,
        encodeFunctionData({
          abi: rareAbi,
          functionName: "flashLoanSimple",
          args: [FLASH_BORROWER, usdc, 1_000_000n * 10n ** 6n, "0x", 0],
        }),
      ),
    ]);
    await expectEqual();
    await mine(chain, [
      ...fund(chain, BORROWER, { token: link, amount: 10_000n * 10n ** 18n }),
      pool.supply(BORROWER, link, 10_000n * 10n ** 18n),
      ...fund(chain, BORROWER, { token: dai, amount: 1_000n * 10n ** 18n }),
      pool.supply(BORROWER, dai, 1_000n * 10n ** 18n),
      pool.borrow(BORROWER, dai, 60_000n * 10n ** 18n),
      call(
        BORROWER,
        market,
        encodeFunctionData({
          abi: rareAbi,
          functionName: "repayWithATokens",
          args: [dai, 500n * 10n ** 18n, VARIABLE],
        }),
      ),
    ]);
    await expectEqual();
    await mine(chain, [
      configurator.setReserveStableRateBorrowing(dai),
      call(
        BORROWER,
        market,
        encodeFunctionData({
          abi: rareAbi,
          functionName: "swapBorrowRateMode",
          args: [dai, VARIABLE],
        }),
      ),
    ]);
    await expectEqual();
    await passTime(chain, 86_400);
    await setPrice("LINK", 6n);
    for (const receiveAToken of [false, true]) {
      await mine(chain, [
        ...fund(chain, LENDER, { token: dai, amount: 10_000n * 10n ** 18n }),
        call(
          LENDER,
          market,
          encodeFunctionData({
            abi: rareAbi,
            functionName: "liquidationCall",
            args: [link, dai, BORROWER, 10_000n * 10n ** 18n, receiveAToken],
          }),
        ),
      ]);
      await expectEqual();
    }
    const administer = (data: Hex) => call(OPERATOR, poolConfigurator, data);
    await mine(chain, [
      call(
        OPERATOR,
        marketAddress(AAVE_V3, "acl"),
        encodeFunctionData({ abi: rareAbi, functionName: "addBridge", args: [OPERATOR] }),
      ),
      administer(
        encodeFunctionData({
          abi: rareAbi,
          functionName: "setUnbackedMintCap",
          args: [usdc, 1_000_000n],
        }),
      ),
      administer(
        encodeFunctionData({
          abi: rareAbi,
          functionName: "updateBridgeProtocolFee",
          args: [2_000n],
        }),
      ),
      administer(
        encodeFunctionData({ abi: rareAbi, functionName: "dropReserve", args: [token("wstETH")] }),
      ),
      call(
        OPERATOR,
        market,
        encodeFunctionData({
          abi: rareAbi,
          functionName: "mintUnbacked",
          args: [usdc, 1_000n * 10n ** 6n, BORROWER, 0],
        }),
      ),
      ...fund(chain, OPERATOR, { token: usdc, amount: 1_010n * 10n ** 6n }),
      call(
        OPERATOR,
        market,
        encodeFunctionData({
          abi: rareAbi,
          functionName: "backUnbacked",
          args: [usdc, 1_000n * 10n ** 6n, 10n * 10n ** 6n],
        }),
      ),
    ]);
    await expectEqual();
    const reserves = await foldLogs(chain.client, {
      addressesProvider: lower(AAVE_V3.addressesProvider),
      pool: lower(market),
      poolConfigurator: lower(poolConfigurator),
    });
    expect(reserves.get(token("wstETH"))?.isActive).toBe(false);
  });

  test("behavior: the logs of random changes", async () => {
    const random = createRandom(3);
    // A gift is no log of the market.
    for (let round = 0; round < 60; round++) await shake(chain, random, { gifts: false });
    await expectEqual();
  });
});
