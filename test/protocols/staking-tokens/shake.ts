import { encodeFunctionData } from "viem";
import { earnInfrared, reportInfrared } from "../../../devnet/protocols/infrared.ts";
import {
  ETHER_FI,
  FRAX,
  fraxAbi,
  poolAbi,
  reportKelp,
  reportMantle,
  reportRenzo,
  reportStader,
} from "../../../devnet/protocols/staking-tokens.ts";
import { randomAmount } from "../chain.ts";
import type { Random } from "../on-chain.ts";
import type { ProtocolChain } from "../protocol-chain.ts";
import { read } from "./read.ts";

const ETHER = 10n ** 18n;
const GAS = 500_000n;
const MILLION = 1_000_000n;

/** Changes the tokens' rates, caps and switches by random real transactions of the operator. */
export async function shake(chain: ProtocolChain, random: Random): Promise<void> {
  const { builder } = chain;
  const states = new Map((await read(chain.client, 1)).map((state) => [state.slug, state]));
  const of = (slug: string) => {
    const state = states.get(slug);
    if (state === undefined) throw new Error(`${slug} is not on the chain.`);
    return state;
  };
  const grown = (amount: bigint) =>
    (amount * (MILLION - 2_000n + BigInt(Math.floor(random() * 10_000)))) / MILLION;
  const queue = (to: `0x${string}`, data: `0x${string}`, value = 0n) =>
    builder.queue({ to, data, value, gas: GAS, label: `staking ${data.slice(0, 10)}` });
  const etherFi = of("ether-fi");
  switch (Math.floor(random() * 8)) {
    case 0: {
      const args = [grown(etherFi.assets) + 1n] as const;
      queue(ETHER_FI.pool, encodeFunctionData({ abi: poolAbi, functionName: "report", args }));
      break;
    }
    case 1: {
      const args = [random() < 0.4] as const;
      queue(ETHER_FI.pool, encodeFunctionData({ abi: poolAbi, functionName: "pause", args }));
      break;
    }
    case 2: {
      const { assets, shares } = of("mantle-staked-ether");
      const most = shares + (random() < 0.2 ? 0n : randomAmount(random, 1, 25));
      const adjustment = Math.floor(random() * 100);
      const minimum = random() < 0.5 ? 0n : ETHER / 50n;
      reportMantle(builder, [grown(assets) + 1n, minimum, most, adjustment, random() < 0.2]);
      break;
    }
    case 3: {
      const { assets, supplied } = of("kelp");
      const limit = supplied + (random() < 0.2 ? 0n : randomAmount(random, 1, 25));
      const minimum = random() < 0.5 ? 1n : ETHER / 10_000n;
      reportKelp(builder, [grown(assets) + 1n, minimum, supplied, limit, random() < 0.2]);
      break;
    }
    case 4:
      reportRenzo(builder, grown(of("renzo").assets), [random() < 0.2, random() < 0.2]);
      break;
    case 5: {
      const { assets, shares } = of("stader");
      const minimum = random() < 0.5 ? 0n : ETHER / 10_000n;
      const most = random() < 0.1 ? 0n : randomAmount(random, 15, 23);
      reportStader(builder, [grown(assets) + 1n, shares, minimum, most, random() < 0.2]);
      break;
    }
    case 6:
      queue(FRAX.minter, encodeFunctionData({ abi: fraxAbi, functionName: "togglePauseSubmits" }));
      break;
    default: {
      if (etherFi.isPaused) break;
      const value = 100n + randomAmount(random, 3, 19);
      queue(ETHER_FI.pool, encodeFunctionData({ abi: poolAbi, functionName: "deposit" }), value);
    }
  }
  await builder.flush();
}

/** Changes what Infrared has, and what waits to be swept in. */
export async function shakeInfrared(
  { builder, client }: ProtocolChain,
  random: Random,
): Promise<void> {
  const [state] = await read(client, 80_094);
  if (state === undefined) throw new Error("Infrared is not on the chain.");
  if (random() < 0.5) {
    const ppm = MILLION - 2_000n + BigInt(Math.floor(random() * 10_000));
    const divisor = random() < 0.3 ? 0 : 1 + Math.floor(random() * 20);
    reportInfrared(builder, (state.assets * ppm) / MILLION + 1n, divisor);
  }
  if (random() < 0.5) earnInfrared(builder, randomAmount(random, 1, 21));
  await builder.flush();
}
