import { type Address, encodeFunctionData, type Hex, parseAbi, stringToHex } from "viem";
import { POT, SAVINGS_DAI } from "../../../devnet/protocols/erc4626.ts";
import { MAX_UINT256, min } from "../../../src/lib/math.ts";
import type { Erc4626Vault } from "../../../src/protocols/erc4626/pool.ts";
import { randomAmount } from "../chain.ts";
import type { ProtocolChain } from "../protocol-chain.ts";

/** What the operator, who owns the vaults, does to them. */
export const ownerAbi = parseAbi([
  "function deposit(uint256 assets, address receiver)",
  "function redeem(uint256 shares, address receiver, address owner)",
  "function setCap(uint256 cap)",
  "function pause()",
  "function unpause()",
  "function invest(uint256 assets)",
  "function divest(uint256 assets)",
  "function setController(address account, bool controlled)",
  "function setHookConfig(address target, uint32 ops)",
  "function invested() view returns (uint256)",
  "function drip()",
  "function file(bytes32 what, uint256 data)",
  "function mint(address to, uint256 value)",
  "function approve(address spender, uint256 value)",
  "function transfer(address to, uint256 value)",
  "function balanceOf(address owner) view returns (uint256)",
]);

/** Queues a call of the operator. */
export function send(
  chain: ProtocolChain,
  to: Address,
  data: Hex,
  { value = 0n, gas = 600_000n }: { readonly value?: bigint; readonly gas?: bigint } = {},
): void {
  chain.builder.queue({ to, data, value, gas, label: `${data.slice(0, 10)} of ${to}` });
}

/** Gives the operator an amount of a token. */
export function fund(chain: ProtocolChain, token: Address, amount: bigint): void {
  if (token === chain.chain.wrappedNative) {
    send(chain, token, "0x", { value: amount });
    return;
  }
  const args = [chain.builder.operator, amount] as const;
  send(chain, token, encodeFunctionData({ abi: ownerAbi, functionName: "mint", args }));
}

/** One random change of a vault by its own functions. */
export async function shakeVault(
  chain: ProtocolChain,
  state: Erc4626Vault,
  random: () => number,
): Promise<void> {
  const { address, asset, depositPaused } = state;
  const vault = (data: Hex) => send(chain, address, data);
  const { operator } = chain.builder;
  // Own currency buys wrapped tokens: no more than the operator has.
  const most = asset === chain.chain.wrappedNative ? 18 : 15;
  const amount = randomAmount(random, 1, most);
  if (depositPaused) {
    vault(encodeFunctionData({ abi: ownerAbi, functionName: "unpause" }));
    return;
  }
  const choice = random();
  if (choice < 0.3) {
    if (state.depositLimit < amount) return;
    fund(chain, asset, amount);
    const approval = [address, amount] as const;
    send(
      chain,
      asset,
      encodeFunctionData({ abi: ownerAbi, functionName: "approve", args: approval }),
    );
    const args = [amount, operator] as const;
    vault(encodeFunctionData({ abi: ownerAbi, functionName: "deposit", args }));
  } else if (choice < 0.45) {
    const limit = state.redeemLimit ?? state.totalSupply;
    const shares = min(randomAmount(random, 1, String(limit).length), limit / 2n);
    if (shares === 0n) return;
    const args = [shares, operator, operator] as const;
    vault(encodeFunctionData({ abi: ownerAbi, functionName: "redeem", args }));
  } else if (address === SAVINGS_DAI.toLowerCase()) {
    const rate = 10n ** 27n + randomAmount(random, 1, 19);
    send(chain, POT, encodeFunctionData({ abi: ownerAbi, functionName: "drip" }));
    if (random() < 0.5) return;
    const args = [stringToHex("dsr", { size: 32 }), rate] as const;
    send(chain, POT, encodeFunctionData({ abi: ownerAbi, functionName: "file", args }));
  } else if (choice < 0.6) {
    fund(chain, asset, amount);
    const args = [address, amount] as const;
    send(chain, asset, encodeFunctionData({ abi: ownerAbi, functionName: "transfer", args }));
  } else if (choice < 0.75) {
    const cap = random() < 0.4 ? MAX_UINT256 : state.assetsTerm + amount - amount / 3n;
    vault(encodeFunctionData({ abi: ownerAbi, functionName: "setCap", args: [cap] }));
  } else if (choice < 0.85) {
    vault(encodeFunctionData({ abi: ownerAbi, functionName: "pause" }));
  } else {
    await invest(chain, state, random);
  }
}

/** Takes assets out of the vault, or brings them all back. */
async function invest(
  chain: ProtocolChain,
  { address, asset }: Erc4626Vault,
  random: () => number,
): Promise<void> {
  const read = { abi: ownerAbi, address } as const;
  const invested = await chain.client.readContract({ ...read, functionName: "invested" });
  const { operator } = chain.builder;
  if (invested > 0n) {
    const approval = [address, invested] as const;
    send(
      chain,
      asset,
      encodeFunctionData({ abi: ownerAbi, functionName: "approve", args: approval }),
    );
    const divested = [invested] as const;
    send(
      chain,
      address,
      encodeFunctionData({ abi: ownerAbi, functionName: "divest", args: divested }),
    );
    return;
  }
  const held = await chain.client.readContract({
    ...{ abi: ownerAbi, address: asset, functionName: "balanceOf", args: [address] },
  });
  const part = random() < 0.2 ? held : (held * BigInt(Math.floor(random() * 100))) / 100n;
  if (part === 0n || operator === address) return;
  send(chain, address, encodeFunctionData({ abi: ownerAbi, functionName: "invest", args: [part] }));
}
