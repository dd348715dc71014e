import { encodeFunctionData, erc20Abi, type Hex, numberToHex } from "viem";
import { lido, lidoAbi, STETH, WSTETH } from "../../../devnet/protocols/lido.ts";
import { ZERO_ADDRESS } from "../../../src/lib/address.ts";
import type { LidoState } from "../../../src/protocols/lido/pool.ts";
import { currentStakeLimit } from "../../../src/protocols/lido/stake-limit.ts";
import { randomAmount } from "../chain.ts";
import type { Random } from "../on-chain.ts";
import type { ProtocolChain } from "../protocol-chain.ts";
import { read } from "./read.ts";

/** What the family's chain carries. */
export const LIDO_CHAIN = { chainId: 1, protocols: [lido] } as const;

const GAS = 500_000n;

/** Queues a call of the operator to stETH, or to another contract. */
export function queue({ builder }: ProtocolChain, data: Hex, value = 0n, to = STETH): void {
  builder.queue({ to, data, value, gas: GAS, label: `Lido ${data.slice(0, 10)}` });
}

/**
 * Changes Lido by random real transactions, or lets up to `mostBlocks` pass. Transfers are never
 * stopped: nobody could be lent stETH then.
 */
export async function shake(
  chain: ProtocolChain,
  random: Random,
  { mostBlocks }: { readonly mostBlocks: number } = { mostBlocks: 300 },
): Promise<void> {
  const [state] = await read(chain.client, 1);
  if (state === undefined) throw new Error("Lido is not on the chain.");
  const isPaused = state.prevStakeBlock === 0;
  if (isPaused && random() < 0.6) {
    queue(chain, encodeFunctionData({ abi: lidoAbi, functionName: "resumeStaking" }));
  } else {
    await change(chain, random, { state, mostBlocks });
  }
  await chain.builder.flush();
}

async function change(
  chain: ProtocolChain,
  random: Random,
  { state, mostBlocks }: { readonly state: LidoState; readonly mostBlocks: number },
): Promise<void> {
  const { operator } = chain.builder;
  const isPaused = state.prevStakeBlock === 0;
  const roll = Math.floor(random() * 12);
  const room = currentStakeLimit(state, BigInt(state.updatedBlock));
  if (roll < 3 && room > 0n) {
    const amount = randomAmount(random, 1, 21);
    const args = [ZERO_ADDRESS] as const;
    const data = encodeFunctionData({ abi: lidoAbi, functionName: "submit", args });
    await chain.node.setBalance({ address: operator, value: 10n ** 24n });
    queue(chain, data, amount < room ? amount : room);
  } else if (roll < 4) {
    const rewards = randomAmount(random, 10, 21) * (random() < 0.2 ? -1n : 1n);
    const fees = random() < 0.5 ? randomAmount(random, 5, 19) : 0n;
    const args = [
      rewards,
      86_400n,
      fees,
      random() < 0.3 ? randomAmount(random, 3, 18) : 0n,
    ] as const;
    queue(chain, encodeFunctionData({ abi: lidoAbi, functionName: "report", args }));
  } else if (roll < 6) {
    const maximum = randomAmount(random, 19, 24);
    const args = [maximum, maximum / randomAmount(random, 1, 5)] as const;
    queue(chain, encodeFunctionData({ abi: lidoAbi, functionName: "setStakingLimit", args }));
  } else if (roll === 6) {
    queue(chain, encodeFunctionData({ abi: lidoAbi, functionName: "removeStakingLimit" }));
  } else if (roll === 7 && !isPaused) {
    queue(chain, encodeFunctionData({ abi: lidoAbi, functionName: "pauseStaking" }));
  } else if (roll === 8) {
    await chain.node.request({
      method: "anvil_mine",
      params: [numberToHex(1 + Math.floor(random() * mostBlocks)), numberToHex(12)],
    });
  } else if (room > 10n ** 18n) {
    await shakeExternalShares(chain, random, operator);
  }
}

/** Mints shares of vaults within the limit, burns them, or makes them Lido's own. */
async function shakeExternalShares(
  chain: ProtocolChain,
  random: Random,
  operator: Hex,
): Promise<void> {
  const amount = randomAmount(random, 1, 18);
  const minting = [operator, amount] as const;
  queue(
    chain,
    encodeFunctionData({ abi: lidoAbi, functionName: "mintExternalShares", args: minting }),
  );
  if (random() < 0.3) return;
  await chain.builder.flush();
  const part = [amount / 2n + 1n] as const;
  if (random() < 0.5) {
    queue(
      chain,
      encodeFunctionData({ abi: lidoAbi, functionName: "burnExternalShares", args: part }),
    );
    return;
  }
  const ether = await chain.client.readContract({
    ...{ abi: lidoAbi, address: STETH },
    functionName: "getPooledEthBySharesRoundUp",
    args: part,
  });
  const functionName = "rebalanceExternalEtherToInternal";
  queue(chain, encodeFunctionData({ abi: lidoAbi, functionName, args: part }), ether);
}

/** Gives an account plenty of both tokens, unless it has them. */
export async function endow(chain: ProtocolChain, account: Hex, amount: bigint): Promise<void> {
  const balance = { abi: erc20Abi, functionName: "balanceOf", args: [account] } as const;
  if ((await chain.client.readContract({ address: STETH, ...balance })) > 0n) return;
  const args = [account, amount] as const;
  const data = encodeFunctionData({ abi: lidoAbi, functionName: "mint", args });
  queue(chain, data);
  queue(chain, data, 0n, WSTETH);
  await chain.builder.flush();
}
