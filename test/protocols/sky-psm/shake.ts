import { type Address, encodeFunctionData, erc20Abi, type Hex, parseAbi, stringToHex } from "viem";
import { PSM, PSM_POCKET, PSM_WRAPPER, psmAbi } from "../../../devnet/protocols/sky-psm.ts";
import { tokenBySymbol } from "../../../devnet/token-list.ts";
import { randomAmount } from "../chain.ts";
import type { Random } from "../on-chain.ts";
import type { ProtocolChain } from "../protocol-chain.ts";

const GAS = 1_000_000n;
const HALTED = (1n << 256n) - 1n;
const BASIS_POINT = 10n ** 14n;
const mintAbi = parseAbi(["function mint(address to, uint256 value)"]);

/** Sets a fee, 18 decimals. */
export function file(chain: ProtocolChain, what: "tin" | "tout", data: bigint): Promise<void> {
  const args = [stringToHex(what, { size: 32 }), data] as const;
  return run(chain, [[PSM, encodeFunctionData({ abi: psmAbi, functionName: "file", args })]]);
}

/** Changes the module by random real transactions. */
export async function shake(chain: ProtocolChain, random: Random): Promise<void> {
  const [dai, gem] = [tokenBySymbol(chain.tokens, "DAI"), tokenBySymbol(chain.tokens, "USDC")];
  switch (Math.floor(random() * 7)) {
    case 0:
      return file(chain, "tin", feeOf(random));
    case 1:
      return file(chain, "tout", feeOf(random));
    case 2:
      return run(chain, [mint(dai.address, PSM, randomAmount(random, 1, 25))]);
    case 3:
      return run(chain, [mint(gem.address, PSM_POCKET, randomAmount(random, 1, 13))]);
    case 4:
      return file(chain, random() < 0.5 ? "tin" : "tout", random() < 0.3 ? HALTED : 0n);
    default:
      return trade(chain, random);
  }
}

/** None, basis points, or any number of digits. */
function feeOf(random: Random): bigint {
  if (random() < 0.3) return 0n;
  if (random() < 0.5) return BigInt(Math.floor(random() * 500)) * BASIS_POINT;
  return randomAmount(random, 1, 17);
}

/** A sale or a purchase of USDC by the operator, of the module or its wrapper, without fees. */
async function trade(chain: ProtocolChain, random: Random): Promise<void> {
  for (const what of ["tin", "tout"] as const) await file(chain, what, 0n);
  const amount = randomAmount(random, 1, 12);
  const byWrapper = random() < 0.5;
  const sells = random() < 0.5;
  const target = byWrapper ? PSM_WRAPPER : PSM;
  const token = (symbol: string) => tokenBySymbol(chain.tokens, symbol).address;
  const [gem, stable] = [token("USDC"), token(byWrapper ? "USDS" : "DAI")];
  const paid = sells ? gem : stable;
  const cost = sells ? amount : amount * 10n ** 12n;
  const operator = chain.builder.operator;
  await run(chain, [
    sells ? mint(token("DAI"), PSM, amount * 10n ** 12n) : mint(gem, PSM_POCKET, amount),
    mint(paid, operator, cost),
    [paid, encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [target, cost] })],
    [
      target,
      encodeFunctionData({
        ...{ abi: psmAbi, functionName: sells ? "sellGem" : "buyGem", args: [operator, amount] },
      }),
    ],
  ]);
}

function mint(token: Address, to: Address, amount: bigint): readonly [Address, Hex] {
  return [token, encodeFunctionData({ abi: mintAbi, args: [to, amount] })];
}

async function run(chain: ProtocolChain, calls: readonly (readonly [Address, Hex])[]) {
  for (const [to, data] of calls) {
    chain.builder.queue({ to, data, gas: GAS, label: `module ${data.slice(0, 10)}` });
  }
  await chain.builder.flush();
}
