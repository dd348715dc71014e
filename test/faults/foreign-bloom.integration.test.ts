import { type Address, encodeFunctionData, type Hex, parseAbi } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Anvil, startAnvil } from "../../devnet/anvil.ts";
import { type Builder, blockNumber, createBuilder } from "../../devnet/builder.ts";
import { chainSpec } from "../../devnet/chains.ts";
import { deployAt } from "../../devnet/deploy-at.ts";
import { multicall3 } from "../../devnet/protocols/multicall3.ts";
import { type Provider, startProvider } from "../../devnet/provider/provider.ts";
import { npmArtifact } from "../../devnet/solidity/artifact.ts";
import { compileContracts } from "../../devnet/solidity/contracts.ts";
import { SCHEMA } from "../harness/indexed-cluster.ts";
import { type LaunchedPonder, launchPonder } from "../harness/ponder.ts";
import { type Postgres, startPostgres } from "../harness/postgres.ts";
import { type DevnetClient, devnetClient } from "../harness/service.ts";
import { createIndexDatabase, followed, type IndexDatabase } from "./indexers.ts";

const CHAIN_ID = 43114;
const MINUTES = 60_000;
/** The class has each block's bloom from three below: between two blocks with logs are none. */
const EMPTY_BLOCKS = 3;
const BLOCKS_WITH_LOGS = 12;
// https://github.com/Uniswap/v2-subgraph/blob/468ce7beca/config/avalanche/config.json
const FACTORY: Address = "0x9e5a52f57b3038f1b8eee45f28b3c1967e22799c";
const FACTORY_ARTIFACT = npmArtifact("@uniswap/v2-core/build/UniswapV2Factory.json");
const TOKEN_ARTIFACT = npmArtifact("@uniswap/v2-core/build/ERC20.json");
const TOKENS = [
  "0x000000000000000000000000000000000000aaaa",
  "0x000000000000000000000000000000000000bbbb",
] as const satisfies readonly Address[];
const SUPPLY = 10n ** 30n;
const DEPOSIT = 10n ** 24n;
const abi = parseAbi([
  "function createPair(address tokenA, address tokenB)",
  "function getPair(address tokenA, address tokenB) view returns (address)",
  "function transfer(address to, uint256 value)",
  "function mint(address to)",
  "function sync()",
  "function getReserves() view returns (uint112 reserve0, uint112 reserve1, uint32 at)",
]);

let anvil: Anvil;
let provider: Provider;
let server: Postgres;
let database: IndexDatabase;
let ponder: LaunchedPonder;
let node: DevnetClient;
let builder: Builder;

beforeAll(async () => {
  [anvil, server] = await Promise.all([
    startAnvil({ chainId: CHAIN_ID, args: ["--no-mining"] }),
    startPostgres(),
  ]);
  node = devnetClient(anvil.url);
  // It is mined as chain 1 is.
  builder = createBuilder(chainSpec(1), anvil.rpc);
  provider = await startProvider({ nodeUrl: anvil.url, name: "coreth" });
  database = await createIndexDatabase(server.url, "foreign_bloom");
}, 5 * MINUTES);

afterAll(async () => {
  await ponder?.stop();
  await database?.close();
  await Promise.all([provider?.stop(), server?.stop()]);
  await anvil?.stop();
});

/** Mines a transaction in a block of its own. */
async function mined(to: Address, data: Hex): Promise<void> {
  builder.queue({ to, data, gas: 5_000_000n, label: `call of ${to}` });
  await builder.flush();
}

const paid = (to: Address, value: bigint): Hex =>
  encodeFunctionData({ abi, functionName: "transfer", args: [to, value] });

/** The pair of both tokens, of the factory at its address on the real chain. */
async function createPair(): Promise<Address> {
  await multicall3.deploy({ builder, compiled: await compileContracts([]), tokens: [] });
  await deployAt(builder, [
    { address: FACTORY, artifact: FACTORY_ARTIFACT, args: [builder.operator] },
    ...TOKENS.map((address) => ({ address, artifact: TOKEN_ARTIFACT, args: [SUPPLY] })),
  ]);
  const of = { abi, address: FACTORY, args: TOKENS } as const;
  await mined(FACTORY, encodeFunctionData({ ...of, functionName: "createPair" }));
  const pair = await node.readContract({ ...of, functionName: "getPair" });
  for (const token of TOKENS) await mined(token, paid(pair, DEPOSIT));
  await mined(pair, encodeFunctionData({ abi, functionName: "mint", args: [builder.operator] }));
  return pair;
}

describe("index of a chain whose headers have other blocks' blooms", () => {
  test(
    "default: no log is missed, in the backfill and live",
    { timeout: 5 * MINUTES },
    async () => {
      const pair = await createPair();
      const sync = encodeFunctionData({ abi, functionName: "sync" });
      const expected: { readonly block: number; readonly reserves: readonly string[] }[] = [];
      /** A block with a log of the pair amid blocks without any. */
      const change = async (gift: bigint): Promise<void> => {
        await mined(TOKENS[0], paid(pair, gift));
        await node.mine({ blocks: EMPTY_BLOCKS });
        await mined(pair, sync);
        const of = { abi, address: pair, functionName: "getReserves" } as const;
        const [reserve0, reserve1] = await node.readContract(of);
        expected.push({
          block: await blockNumber(anvil.rpc),
          reserves: [String(reserve0), String(reserve1)],
        });
        await node.mine({ blocks: EMPTY_BLOCKS });
      };
      const indexed = async () => {
        const rows = await database.query(`
        select updated_block as block, array[reserve0::text, reserve1::text] as reserves
        from "${SCHEMA}".uniswap_v2_pair_log order by 1`);
        return rows.map((row) => ({ ...row }));
      };
      await change(1n);
      ponder = await launchPonder({
        env: {
          ...database.env,
          [`PONDER_RPC_URL_${CHAIN_ID}`]: provider.url,
          // The chain announces headers, as a real one's WebSocket would.
          [`PONDER_WS_URL_${CHAIN_ID}`]: provider.wsUrl,
          [`PONDER_START_BLOCK_${CHAIN_ID}`]: "0",
          DATABASE_SCHEMA: SCHEMA,
          POLLING_INTERVAL_MS: "100",
        },
        logLevel: "warn",
      });
      await ponder.up();
      await followed(anvil.url, { query: database.query, ponder });
      for (let i = 0; i < BLOCKS_WITH_LOGS; i++) {
        await change(2n + BigInt(i));
        if (i % 3 === 0) await followed(anvil.url, { query: database.query, ponder });
      }
      await followed(anvil.url, { query: database.query, ponder });
      expect((await indexed()).slice(-expected.length)).toEqual(expected);
    },
  );
});
