import { encodeFunctionData, type Hex } from "viem";
import {
  RETH,
  ROCKET_DEPOSIT_POOL,
  ROCKET_NETWORK,
  rocketAbi,
  rocketPool,
} from "../../../devnet/protocols/rocket-pool.ts";
import { randomAmount } from "../chain.ts";
import type { Random } from "../on-chain.ts";
import type { ProtocolChain, ProtocolChainOptions } from "../protocol-chain.ts";

/** What the family's chain carries. */
export const ROCKET_CHAIN: ProtocolChainOptions = {
  chainId: 1,
  protocols: [rocketPool],
};

const ETHER = 10n ** 18n;
const GAS = 10_000_000n;

/** Runs a call of the operator in a block of its own. */
export async function run({ builder }: ProtocolChain, to: Hex, data: Hex, value = 0n) {
  builder.queue({ to, data, value, gas: GAS, label: `Rocket Pool ${data.slice(0, 10)}` });
  await builder.flush();
}

/** Sets whether deposits are taken and whether they are assigned to validators. */
export function setSwitches(chain: ProtocolChain, deposits: boolean, assigning: boolean) {
  const args = [deposits, assigning] as const;
  return run(
    chain,
    ROCKET_NETWORK,
    encodeFunctionData({ abi: rocketAbi, functionName: "setSwitches", args }),
  );
}

/** Sets the smallest deposit, the largest pool, wei, and the fee, 18 decimals. */
export function setDepositSettings(
  chain: ProtocolChain,
  ...args: readonly [minimum: bigint, maximumPoolSize: bigint, fee: bigint]
) {
  return run(
    chain,
    ROCKET_NETWORK,
    encodeFunctionData({ abi: rocketAbi, functionName: "setDepositSettings", args }),
  );
}

/** Lets a validator wait for ether, wei. */
export function requestFunds(chain: ProtocolChain, amount: bigint) {
  return run(
    chain,
    ROCKET_DEPOSIT_POOL,
    encodeFunctionData({ abi: rocketAbi, functionName: "requestFunds", args: [amount] }),
  );
}

/** The oracle's word. */
export function submitBalances(chain: ProtocolChain, totalEth: bigint, rEthSupply: bigint) {
  const args = [1n, 0n, totalEth, totalEth, rEthSupply] as const;
  return run(
    chain,
    ROCKET_NETWORK,
    encodeFunctionData({ abi: rocketAbi, functionName: "submitBalances", args }),
  );
}

/** Changes Rocket Pool by one random real transaction. */
export async function shake(chain: ProtocolChain, random: Random): Promise<void> {
  switch (Math.floor(random() * 8)) {
    case 0:
      return submitBalances(chain, randomAmount(random, 20, 24), randomAmount(random, 20, 24));
    case 1:
      return setSwitches(chain, random() < 0.7, random() < 0.7);
    case 2:
      return setDepositSettings(
        chain,
        randomAmount(random, 1, 17),
        randomAmount(random, 19, 23),
        randomAmount(random, 1, 16) / 2n,
      );
    case 3: {
      const args = [randomAmount(random, 1, 17)] as const;
      const functionName = "setTargetRethCollateralRate";
      return run(chain, ROCKET_NETWORK, encodeFunctionData({ abi: rocketAbi, functionName, args }));
    }
    case 4:
      return requestFunds(chain, randomAmount(random, 18, 21));
    case 5:
      return run(chain, RETH, "0x", randomAmount(random, 1, 20));
    case 6: {
      await setSwitches(chain, true, random() < 0.7);
      await setDepositSettings(chain, 1n, 18_000n * ETHER, ETHER / 2_000n);
      const data = encodeFunctionData({ abi: rocketAbi, functionName: "deposit" });
      return run(chain, ROCKET_DEPOSIT_POOL, data, randomAmount(random, 18, 20));
    }
    default:
      return chain.node.setBalance({ address: RETH, value: randomAmount(random, 1, 22) });
  }
}
