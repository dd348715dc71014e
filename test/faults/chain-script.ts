import { type Hex, hexToNumber, isHex, numberToHex } from "viem";
import { z } from "zod";
import type { Manifest } from "../../devnet/manifest.ts";
import type { Rpc } from "../../devnet/rpc.ts";
import { createActivity } from "../indexing/activity.ts";
import { ACTIVITY } from "../indexing/family-activity.ts";
import { createRandom } from "../protocols/chain.ts";
import type { ProtocolChain } from "../protocols/protocol-chain.ts";

/** A chain that scripts play on. */
export interface Stage {
  readonly chain: ProtocolChain;
  readonly manifest: Manifest;
}

/** Something that a script does; what it was, for the message of a failure. */
type Move = () => Promise<string>;

const MOST_REORG_BLOCKS = 20;
const MOST_EMPTY_BLOCKS = 6;
const MOST_TRADES = 4;
const MOST_JUMP_SECONDS = 100_000;

const hex = z.custom<Hex>((value) => isHex(value));
const block = z.object({ number: hex, hash: hex, timestamp: hex });

/** The newest block of a node; its time in seconds since the epoch. */
export async function newestBlock(
  rpc: Rpc,
): Promise<{ readonly number: number; readonly hash: Hex; readonly timestamp: number }> {
  const answer = await rpc.request("eth_getBlockByNumber", ["latest", false]);
  const { number, hash, timestamp } = block.parse(answer);
  return { number: hexToNumber(number), hash, timestamp: hexToNumber(timestamp) };
}

/** Random moves on a chain, the same for a seed on the same chain. */
export function createChainScript({ chain, manifest }: Stage, seed: number) {
  const { rpc } = chain.builder;
  const random = createRandom(seed);
  const upTo = (most: number): number => 1 + Math.floor(random() * most);
  const activity = createActivity({ rpc, manifest, random: () => upTo(2 ** 32) - 1 });
  const families = Object.entries(ACTIVITY[manifest.chainId] ?? {});

  const mine = async (blocks: number): Promise<string> => {
    await rpc.request("anvil_mine", [numberToHex(blocks)]);
    return `${blocks} empty blocks`;
  };

  const trade: Move = async () => {
    const count = upTo(MOST_TRADES);
    await activity.play(count);
    return `${count} trades or changes of liquidity`;
  };

  const useFamily: Move = async () => {
    const [family, play] = families[upTo(families.length) - 1] ?? [];
    if (family === undefined || play === undefined) return mine(1);
    try {
      // Round 0 endows; that was before the scripts.
      await play(chain, random, 1);
    } catch (cause) {
      throw new Error(`${family} failed in the script of seed ${seed}.`, { cause });
    }
    return family;
  };

  const jump: Move = async () => {
    const seconds = upTo(MOST_JUMP_SECONDS);
    const { timestamp } = await newestBlock(rpc);
    await rpc.request("evm_setNextBlockTimestamp", [timestamp + 12 + seconds]);
    await rpc.request("evm_mine");
    return `${seconds} s`;
  };

  const wait: Move = () => mine(upTo(MOST_EMPTY_BLOCKS));

  const pick = (): Move => {
    const roll = random();
    if (roll < 0.4) return trade;
    if (roll < 0.8) return useFamily;
    return roll < 0.9 ? jump : wait;
  };

  return {
    /** One move that adds blocks. */
    advance: (): Promise<string> => pick()(),

    /**
     * Replaces up to 20 of the newest blocks, none up to block `floor`: by as many empty ones and
     * one more at once, or by those of other moves, which the chain is shorter without at first.
     */
    async reorganise(floor: number): Promise<string> {
      const depth = upTo(MOST_REORG_BLOCKS);
      const { number } = await newestBlock(rpc);
      if (number - floor < depth) await mine(depth - (number - floor));
      const isAtOnce = random() < 0.5;
      if (isAtOnce) {
        await rpc.request("anvil_reorg", [depth, []]);
        return `reorganisation of ${depth} blocks, ${await mine(1)}`;
      }
      await rpc.request("anvil_rollback", [depth]);
      return `reorganisation of ${depth} blocks, ${await pick()()}`;
    },

    /** Endows the families, so that each can be used. */
    async prepare(): Promise<void> {
      // Only blocks that the node itself has mined can be undone.
      await mine(MOST_REORG_BLOCKS);
      for (const [, play] of families) await play(chain, random, 0);
    },

    random,
  };
}
