import { type Address, encodeFunctionData, type Hex, parseAbi } from "viem";
import { FACTORY_GAUGE, GAUGE_SYSTEM } from "../../../devnet/protocols/curve-gauge.ts";
import { randomAmount } from "../chain.ts";
import type { ProtocolChain } from "../protocol-chain.ts";

export const gaugeAbi = parseAbi([
  "function deposit(uint256 value)",
  "function withdraw(uint256 value)",
  "function deposit_reward_token(address token, uint256 amount)",
  "function killGauge()",
  "function unkillGauge()",
  "function kill_me()",
]);
const systemAbi = parseAbi(["function act(address target, bytes data)"]);
const tokenAbi = parseAbi(["function mint(address to, uint256 value)"]);

const V1: Address = "0xbfcf63294ad7105dea65aa58f8ae5be2d9d0952a";
const V5: Address = "0xcfc25170633581bf896cb6cdee170e3e3aa59503";
/** The tokens are those that the devnet streams. */
const STREAMS = [
  [V5, "0xD533a949740bb3306d119CC777fa900bA034cd52"],
  [FACTORY_GAUGE, "0xba100000625a3754423978a60c9317c58a424e3D"],
] as const;

/**
 * One random change of every gauge by the operator: deposits, withdrawals, rewards, time, killing.
 */
export async function shake(
  chain: ProtocolChain,
  random: () => number,
  round: number,
): Promise<void> {
  const { builder, node } = chain;
  const send = (to: Address, data: Hex) =>
    builder.queue({ to, data, gas: 2_000_000n, label: `round ${round} of ${to}` });
  for (const gauge of [V1, V5, FACTORY_GAUGE]) {
    const functionName = random() < 0.5 ? "deposit" : "withdraw";
    const args = [randomAmount(random, 3, 22)] as const;
    send(gauge, encodeFunctionData({ abi: gaugeAbi, functionName, args }));
  }
  if (round % 10 === 4) {
    const { timestamp } = await node.getBlock();
    const later = timestamp + BigInt(Math.floor(random() * 300_000) + 100);
    await builder.rpc.request("evm_setNextBlockTimestamp", [Number(later)]);
    for (const [gauge, token] of STREAMS) {
      const amount = randomAmount(random, 18, 22);
      const mint = { functionName: "mint", args: [builder.operator, amount] } as const;
      send(token, encodeFunctionData({ abi: tokenAbi, ...mint }));
      const pay = { functionName: "deposit_reward_token", args: [token, amount] } as const;
      send(gauge, encodeFunctionData({ abi: gaugeAbi, ...pay }));
    }
  }
  if (round % 10 === 7 || round % 10 === 9) {
    const functionName = round % 10 === 7 ? "killGauge" : "unkillGauge";
    const data = encodeFunctionData({ abi: gaugeAbi, functionName });
    const args = [FACTORY_GAUGE, data] as const;
    send(GAUGE_SYSTEM, encodeFunctionData({ abi: systemAbi, functionName: "act", args }));
    send(V1, encodeFunctionData({ abi: gaugeAbi, functionName: "kill_me" }));
  }
  await builder.flush();
}
