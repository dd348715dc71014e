import { readFileSync } from "node:fs";
import {
  type Address,
  encodeDeployData,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  parseAbi,
} from "viem";
import { OPERATOR } from "../../devnet/chains.ts";
import { UNISWAP_V2_FACTORY } from "../../devnet/protocols/uniswap-v2.ts";
import type { Artifact } from "../../devnet/solidity/artifact.ts";
import { compileSolidity } from "../../devnet/solidity/compile.ts";
import { collectSources } from "../../devnet/solidity/sources.ts";
import { lower } from "../../src/lib/address.ts";
import type { DevnetClient } from "./service.ts";
import { deal, sendFrom } from "./trading.ts";

const FOLDER = new URL("../protocols/erc4626/named/", import.meta.url);
const SOURCE = "NamedVaults.sol";

const vaultAbi = parseAbi([
  "function asset() view returns (address)",
  "function deposit(uint256 assets, address receiver) returns (uint256 shares)",
]);

const pairAbi = parseAbi([
  "function createPair(address tokenA, address tokenB) returns (address pair)",
  "function getPair(address tokenA, address tokenB) view returns (address pair)",
  "function mint(address to) returns (uint256 liquidity)",
]);

/** Vaults that nothing lists, well behaved and others. */
export interface NamedVaults {
  /** Deploys one, unknown to everybody; mined. Lower-case. */
  deploy(name: string, args?: readonly unknown[]): Promise<Address>;
  /** Pays assets into a vault for the operator; mined. */
  deposit(vault: Address, assets: bigint): Promise<void>;
  /** Gives a vault assets that belong to all of its shares; mined. */
  donate(vault: Address, assets: bigint): Promise<void>;
  /**
   * Makes a Uniswap V2 pair of a vault's shares and assets with so many of each, of what the
   * operator paid in; mined. Lower-case.
   */
  trade(vault: Address, amount: bigint): Promise<Address>;
  /** Calls a function without arguments; mined. */
  call(vault: Address, name: string): Promise<void>;
}

/** The contracts of such vaults, by name. */
export function compileNamedVaults(): Promise<Readonly<Record<string, Artifact>>> {
  const source = readFileSync(new URL(SOURCE, FOLDER), "utf8");
  const imported = [...source.matchAll(/from "([^"]+)"/g)].flatMap(([, path]) => path ?? []);
  const sources = { ...collectSources(imported), [SOURCE]: source };
  return compileSolidity({ compiler: "solc", sources, optimizerRuns: 200 });
}

/** Compiles the vaults, and deploys them on a chain as its operator. */
export async function createNamedVaults(
  node: DevnetClient,
  mine: () => Promise<void>,
): Promise<NamedVaults> {
  const compiled = await compileNamedVaults();
  await node.setBalance({ address: OPERATOR, value: 10n ** 24n });

  function artifactOf(name: string): Artifact {
    const artifact = compiled[name];
    if (artifact === undefined) throw new Error(`${SOURCE} has no ${name}`);
    return artifact;
  }

  async function send(to: Address, data: Hex): Promise<void> {
    const hash = await sendFrom(node, OPERATOR, { to, data, gas: 4_000_000n });
    await mine();
    const { status } = await node.getTransactionReceipt({ hash });
    if (status !== "success") throw new Error(`${data.slice(0, 10)} of ${to} fails`);
  }

  /** The operator's own, beside what it has. */
  async function fund(vault: Address, amount: bigint): Promise<Address> {
    const asset = await node.readContract({ abi: vaultAbi, address: vault, functionName: "asset" });
    const of = { abi: erc20Abi, address: asset, functionName: "balanceOf" } as const;
    const has = await node.readContract({ ...of, args: [OPERATOR] });
    await deal(node, { owner: OPERATOR, token: asset, amount: has + amount });
    return asset;
  }

  const transfer = (token: Address, to: Address, amount: bigint): Promise<void> => {
    const call = { abi: erc20Abi, functionName: "transfer", args: [to, amount] } as const;
    return send(token, encodeFunctionData(call));
  };

  return {
    async deploy(name, args = []) {
      const { abi, bytecode } = artifactOf(name);
      await node.impersonateAccount({ address: OPERATOR });
      const hash = await node.sendTransaction({
        ...{ account: OPERATOR, chain: null, gas: 5_000_000n, type: "legacy" },
        ...{ gasPrice: 10n ** 11n, data: encodeDeployData({ abi, bytecode, args }) },
      });
      await mine();
      const { contractAddress } = await node.getTransactionReceipt({ hash });
      if (contractAddress == null) throw new Error(`${name} was not deployed`);
      return lower(contractAddress);
    },
    async deposit(vault, assets) {
      const asset = await fund(vault, assets);
      const approve = { abi: erc20Abi, functionName: "approve", args: [vault, assets] } as const;
      await send(asset, encodeFunctionData(approve));
      const args = [assets, OPERATOR] as const;
      await send(vault, encodeFunctionData({ abi: vaultAbi, functionName: "deposit", args }));
    },
    async donate(vault, assets) {
      await transfer(await fund(vault, assets), vault, assets);
    },
    async trade(vault, amount) {
      const asset = await fund(vault, amount);
      const of = { abi: pairAbi, args: [vault, asset] } as const;
      await send(UNISWAP_V2_FACTORY, encodeFunctionData({ ...of, functionName: "createPair" }));
      const address = UNISWAP_V2_FACTORY;
      const pair = await node.readContract({ ...of, address, functionName: "getPair" });
      for (const token of [vault, asset]) await transfer(token, pair, amount);
      const mint = { abi: pairAbi, functionName: "mint", args: [OPERATOR] } as const;
      await send(pair, encodeFunctionData(mint));
      return lower(pair);
    },
    call: (vault, name) =>
      send(vault, encodeFunctionData({ abi: artifactOf("TurningVault").abi, functionName: name })),
  };
}
