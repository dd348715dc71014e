import { type Address, encodeFunctionData, erc20Abi, type Hex, parseAbi } from "viem";
import {
  PSM3,
  PSM3_POCKET,
  psm3Abi,
  SSR_ORACLE,
  ssrOracleAbi,
} from "../../../devnet/protocols/sky-psm3.ts";
import { tokenBySymbol } from "../../../devnet/token-list.ts";
import { randomAmount } from "../chain.ts";
import type { Random } from "../on-chain.ts";
import type { ProtocolChain } from "../protocol-chain.ts";

const GAS = 1_000_000n;
const RAY = 10n ** 27n;
const SYMBOLS = ["USDC", "USDS", "sUSDS"] as const;
const mintAbi = parseAbi(["function mint(address to, uint256 value)"]);

/** Changes the module by random real transactions. */
export async function shake(chain: ProtocolChain, random: Random): Promise<void> {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  switch (Math.floor(random() * 5)) {
    case 0:
      return tellRate(chain, random);
    case 1:
      return moveUsdc(chain);
    case 2: {
      const { address, decimals } = tokenBySymbol(chain.tokens, pick(SYMBOLS));
      const to = decimals === 6 ? await keeperOf(chain) : PSM3;
      return run(chain, [mint(address, to, randomAmount(random, 1, decimals + 7))]);
    }
    default:
      return trade(chain, random);
  }
}

/** The bridge's news: another rate, an index of up to a year ago. */
async function tellRate(chain: ProtocolChain, random: Random): Promise<void> {
  const { timestamp } = await chain.client.getBlock();
  const next = {
    // Up to 30 % a year.
    ssr: RAY + (random() < 0.2 ? 0n : randomAmount(random, 1, 18) * 8n),
    chi: RAY + randomAmount(random, 1, 27),
    rho: Number(timestamp) - Math.floor(random() * 31_536_000),
  };
  const data = encodeFunctionData({
    ...{ abi: ssrOracleAbi, functionName: "setSUSDSData", args: [next] },
  });
  await run(chain, [[SSR_ORACLE, data]]);
}

async function keeperOf(chain: ProtocolChain): Promise<Address> {
  const abi = parseAbi(["function pocket() view returns (address)"]);
  return chain.client.readContract({ abi, address: PSM3, functionName: "pocket" });
}

/** To the pocket, or back to the module. */
async function moveUsdc(chain: ProtocolChain): Promise<void> {
  const isOut = (await keeperOf(chain)) !== PSM3;
  const args = [isOut ? PSM3 : PSM3_POCKET] as const;
  await run(chain, [[PSM3, encodeFunctionData({ abi: psm3Abi, functionName: "setPocket", args })]]);
}

/** A swap of the operator's that the module can pay. */
async function trade(chain: ProtocolChain, random: Random): Promise<void> {
  const from = Math.floor(random() * SYMBOLS.length);
  const step = random() < 0.5 ? 1 : 2;
  const tokenOf = (i: number) => tokenBySymbol(chain.tokens, SYMBOLS[i % SYMBOLS.length] ?? "");
  const [assetIn, assetOut] = [tokenOf(from), tokenOf(from + step)];
  const units = randomAmount(random, 1, 5);
  const amount = units * 10n ** BigInt(assetIn.decimals) + randomAmount(random, 0, 5);
  const payer = assetOut.decimals === 6 ? await keeperOf(chain) : PSM3;
  const paid = 2n * (units + 1n) * 10n ** BigInt(assetOut.decimals);
  const operator = chain.builder.operator;
  const args = [assetIn.address, assetOut.address, amount, 0n, operator, 0n] as const;
  await run(chain, [
    mint(assetOut.address, payer, paid),
    mint(assetIn.address, operator, amount),
    [
      assetIn.address,
      encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [PSM3, amount] }),
    ],
    [PSM3, encodeFunctionData({ abi: psm3Abi, functionName: "swapExactIn", args })],
  ]);
}

function mint(token: Address, to: Address, amount: bigint): readonly [Address, Hex] {
  return [token, encodeFunctionData({ abi: mintAbi, args: [to, amount] })];
}

async function run(chain: ProtocolChain, calls: readonly (readonly [Address, Hex])[]) {
  for (const [to, data] of calls) {
    chain.builder.queue({ to, data, gas: GAS, label: `PSM3 ${data.slice(0, 10)}` });
  }
  await chain.builder.flush();
}
