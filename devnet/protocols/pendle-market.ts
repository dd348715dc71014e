import { type Address, encodeFunctionData, getAddress, parseAbi, toFunctionSelector } from "viem";
import { lower } from "../../src/lib/address.ts";
import type { Builder } from "../builder.ts";
import { GENESIS_TIMESTAMP } from "../chains.ts";
import { deployAt } from "../deploy-at.ts";
import { asHex } from "../rpc.ts";
import { pickArtifact } from "../solidity/artifact.ts";
import { tokenBySymbol } from "../token-list.ts";
import { lidoAbi, STETH, WSTETH } from "./lido.ts";
import {
  call,
  DAY,
  GAS,
  GAUGE_CONTROLLER,
  MARKET_FACTORY,
  pendle,
  pendleAbi,
  SY_WSTETH,
  send,
  YIELD_FACTORY,
} from "./pendle.ts";
import type { DevnetProtocol } from "./protocol.ts";

/** A market to make and fill, of an SY of which the operator has plenty. */
export interface MarketPlan {
  readonly sy: Address;
  /** Seconds since the epoch, at the start of a day. */
  readonly expiry: number;
  /** All with 18 decimals: how flat the curve is, units of PT for one at first, a year's fee. */
  readonly scalarRoot: bigint;
  readonly anchor: bigint;
  readonly lnFeeRoot: bigint;
  /** SY that becomes PT and YT, and SY beside them; smallest unit. */
  readonly split: bigint;
  readonly beside: bigint;
}

const ONE = 10n ** 18n;

/** Two years after the devnet begins, at 2.9 % a year, as Lido pays it. */
const WSTETH_PLAN: MarketPlan = {
  sy: SY_WSTETH,
  expiry: (Math.floor(GENESIS_TIMESTAMP / DAY) + 730) * DAY,
  ...{ scalarRoot: 120n * ONE, anchor: 1_059_000_000_000_000_000n, lnFeeRoot: 10n ** 15n },
  ...{ split: 1_500n * ONE, beside: 1_500n * ONE },
};
/** SY that stays with the operator; smallest unit. */
const SPARE = 500n * ONE;
/** PENDLE for the market's liquidity, smallest unit: by the second, and in all. */
const SPEED = 2n * 10n ** 15n;
const FUNDS = 1_000_000n * ONE;

/** With a market of wstETH, which pays PENDLE. */
export const pendleMarket: DevnetProtocol = {
  ...pendle,
  async deploy(context) {
    await pendle.deploy(context);
    const artifact = pickArtifact(context.compiled.pendle, "StandardizedYield");
    await deployAt(context.builder, [
      {
        address: SY_WSTETH,
        artifact,
        args: [
          ...["SY wstETH", "SY-wstETH", WSTETH, WSTETH, toFunctionSelector("stEthPerToken()"), 18],
        ],
      },
    ]);
  },
  async seed({ builder, tokens }) {
    await wrapStEth(builder, (WSTETH_PLAN.split + WSTETH_PLAN.beside + SPARE) * 2n);
    const { market } = await makeMarket(builder, WSTETH, WSTETH_PLAN);
    call(builder, WSTETH, "approve", [SY_WSTETH, SPARE]);
    call(builder, SY_WSTETH, "deposit", [builder.operator, WSTETH, SPARE, 0n]);
    const pendleToken = tokenBySymbol(tokens, "PENDLE").address;
    const data = encodeFunctionData({
      abi: lidoAbi,
      functionName: "mint",
      args: [GAUGE_CONTROLLER, FUNDS],
    });
    send(builder, pendleToken, data);
    call(builder, GAUGE_CONTROLLER, "setStream", [market, SPEED]);
    await builder.flush();
  },
};

/** Gives the operator wstETH, of at least so many smallest units of stETH. */
async function wrapStEth(builder: Builder, amount: bigint): Promise<void> {
  const lido = (functionName: "mint" | "approve" | "wrap", args: readonly unknown[]) =>
    encodeFunctionData({ abi: lidoAbi, functionName, args } as Parameters<
      typeof encodeFunctionData
    >[0]);
  send(builder, STETH, lido("mint", [builder.operator, amount + 1n]));
  send(builder, STETH, lido("approve", [WSTETH, amount]));
  send(builder, WSTETH, lido("wrap", [amount]));
  await builder.flush();
}

/** Splits some of the operator's token, which SY stands for, and makes a market of it. */
export async function makeMarket(
  builder: Builder,
  yieldToken: Address,
  { sy, expiry, scalarRoot, anchor, lnFeeRoot, split, beside }: MarketPlan,
): Promise<{ readonly market: Address; readonly pt: Address; readonly yt: Address }> {
  const { operator } = builder;
  call(builder, yieldToken, "approve", [sy, split + beside]);
  call(builder, sy, "deposit", [operator, yieldToken, split + beside, 0n]);
  call(builder, YIELD_FACTORY, "createYieldContract", [sy, expiry, true], GAS.create);
  await builder.flush();
  const [pt, yt] = await Promise.all(
    (["getPT", "getYT"] as const).map((functionName) =>
      addressIn(builder, YIELD_FACTORY, functionName, [sy, BigInt(expiry)]),
    ),
  );
  if (pt === undefined || yt === undefined) throw new Error("Two were asked for.");
  const creation = [pt, scalarRoot, anchor, lnFeeRoot] as const;
  const market = await addressIn(builder, MARKET_FACTORY, "createNewMarket", creation);
  call(builder, MARKET_FACTORY, "createNewMarket", creation, GAS.create);
  call(builder, sy, "transfer", [yt, split]);
  call(builder, yt, "mintPY", [operator, operator]);
  await builder.flush();
  const held = await builder.rpc.request("eth_call", [
    {
      to: pt,
      data: encodeFunctionData({
        abi: parseAbi(["function balanceOf(address) view returns (uint256)"]),
        args: [operator],
      }),
    },
    "latest",
  ]);
  const whole = BigInt(asHex(held));
  call(builder, sy, "transfer", [market, beside]);
  call(builder, pt, "transfer", [market, whole]);
  call(builder, market, "mint", [operator, beside, whole]);
  await builder.flush();
  return { market: lower(market), pt: lower(pt), yt: lower(yt) };
}

/** The address that a call would answer. */
async function addressIn(
  { rpc, operator }: Builder,
  to: Address,
  functionName: (typeof pendleAbi)[number]["name"],
  args: readonly unknown[],
): Promise<Address> {
  const data = encodeFunctionData({ abi: pendleAbi, functionName, args } as Parameters<
    typeof encodeFunctionData
  >[0]);
  const answer = asHex(await rpc.request("eth_call", [{ from: operator, to, data }, "latest"]));
  return getAddress(`0x${answer.slice(26, 66)}`);
}
