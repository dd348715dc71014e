import { type Address, encodeFunctionData, type Hex, parseAbi } from "viem";
import { COMET_LENDER, cometAbi } from "../../../devnet/protocols/compound-v3.ts";
import { min } from "../../../src/lib/math.ts";
import type { CompoundV3Market } from "../../../src/protocols/compound-v3/pool.ts";
import { randomAmount } from "../chain.ts";
import type { Random } from "../on-chain.ts";
import { mineAfter, type ProtocolChain } from "../protocol-chain.ts";
import { read } from "./read.ts";

const GAS = 1_000_000n;
const WAD = 10n ** 18n;
const tokenAbi = parseAbi([
  "function mint(address to, uint256 value)",
  "function approve(address spender, uint256 value)",
]);

type Call = readonly [to: Address, data: Hex];

/** Changes a market by random real transactions of the operator, who owes, and by time. */
export async function shake(chain: ProtocolChain, random: Random): Promise<void> {
  const markets = await read(chain.client, chain.chain.chainId);
  const market = markets[Math.floor(random() * markets.length)];
  if (market === undefined) throw new Error("Compound V3 is not on the chain.");
  await run(chain, callsOf(chain, market, random));
  if (random() < 0.3) await later(chain, random);
}

async function later(chain: ProtocolChain, random: Random): Promise<void> {
  return mineAfter(chain, Number(randomAmount(random, 1, 6)));
}

function callsOf(
  { builder: { operator } }: ProtocolChain,
  market: CompoundV3Market,
  random: Random,
): readonly Call[] {
  const { comet, base } = market;
  const amount = randomAmount(random, 1, 13);
  switch (Math.floor(random() * 7)) {
    case 0:
      return [
        [
          comet,
          encodeFunctionData({ abi: cometAbi, functionName: "setRates", args: ratesOf(random) }),
        ],
      ];
    case 1: {
      const switches = [random() < 0.2, random() < 0.2, random() < 0.2, false, false] as const;
      return [
        [comet, encodeFunctionData({ abi: cometAbi, functionName: "pause", args: switches })],
      ];
    }
    // As by a gift: cash that nobody is owed.
    case 2:
      return [[base, mint(comet, amount)]];
    case 3: {
      const borrowed = min(amount, market.cash);
      return [
        unpaused(comet),
        ...pledge(market, operator),
        [
          comet,
          encodeFunctionData({ abi: cometAbi, functionName: "withdraw", args: [base, borrowed] }),
        ],
      ];
    }
    case 4:
      return [unpaused(comet), ...supply(market, { owner: operator, token: base, amount })];
    default:
      return [
        unpaused(comet),
        ...supply(market, { owner: operator, token: base, amount, to: COMET_LENDER }),
      ];
  }
}

function unpaused(comet: Address): Call {
  const args = [false, false, false, false, false] as const;
  return [comet, encodeFunctionData({ abi: cometAbi, functionName: "pause", args })];
}

/** Collateral for whatever is borrowed. */
function pledge(market: CompoundV3Market, owner: Address): readonly Call[] {
  const [token] = market.collaterals;
  if (token === undefined) return [];
  return supply(market, { owner, token, amount: 10n ** 22n });
}

function supply(
  { comet }: CompoundV3Market,
  on: { owner: Address; token: Address; amount: bigint; to?: Address },
): readonly Call[] {
  const { owner, token, amount, to = owner } = on;
  const approve = { functionName: "approve", args: [comet, amount] } as const;
  const args = [to, token, amount] as const;
  return [
    [token, mint(owner, amount)],
    [token, encodeFunctionData({ abi: tokenAbi, ...approve })],
    [comet, encodeFunctionData({ abi: cometAbi, functionName: "supplyTo", args })],
  ];
}

function mint(to: Address, amount: bigint): Hex {
  return encodeFunctionData({ abi: tokenAbi, functionName: "mint", args: [to, amount] });
}

/** Kinks, bases and slopes a year, up to a few hundred percent. */
function ratesOf(random: Random) {
  const some = (most: bigint) => (BigInt(Math.floor(random() * 1e6)) * most) / 1_000_000n;
  const model = () => [some(WAD), some(WAD / 10n), some(WAD), some(4n * WAD)] as const;
  return [model(), model(), randomAmount(random, 1, 13)] as const;
}

async function run(chain: ProtocolChain, calls: readonly Call[]): Promise<void> {
  for (const [to, data] of calls) {
    chain.builder.queue({ to, data, gas: GAS, label: `market ${data.slice(0, 10)}` });
  }
  await chain.builder.flush();
}
