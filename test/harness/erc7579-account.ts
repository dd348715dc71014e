import { readFileSync } from "node:fs";
import type { Hex } from "viem";
import { compileSolidity } from "../../devnet/solidity/compile.ts";
import { collectSources } from "../../devnet/solidity/sources.ts";
import type { DevnetClient } from "./service.ts";

/** Code of OpenZeppelin's ERC-7579 account, which it or its entry point may have execute calls. */
export async function erc7579AccountCode(node: Pick<DevnetClient, "call">): Promise<Hex> {
  const source = readFileSync(new URL("Erc7579Account.sol", import.meta.url), "utf8");
  const sources = {
    ...collectSources(["@openzeppelin/contracts/account/extensions/draft-AccountERC7579.sol"]),
    "Erc7579Account.sol": source,
  };
  const compiled = await compileSolidity({ compiler: "solc", sources, optimizerRuns: 200 });
  const artifact = compiled.Erc7579Account;
  if (artifact === undefined) throw new Error("the account was not compiled");
  const { data: code } = await node.call({ data: artifact.bytecode });
  if (code === undefined) throw new Error("the account has no code");
  return code;
}
