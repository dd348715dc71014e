/** A JSON-RPC error as a node or provider words it. */
export interface ProviderError {
  readonly code: number;
  readonly message: string;
}

/** A block whose state is gone. */
export interface MissingState {
  readonly number: number;
  readonly stateRoot: string;
}

/** How the nodes of one kind behave, as far as it matters who asks. */
export interface ProviderClass {
  /** What eth_simulateV1 is refused with; null: it is served. */
  readonly noSimulation: ProviderError | null;
  /**
   * Gas of one eth_call, at most: asked for more it gives this much.
   *
   * @see https://github.com/ethereum/go-ethereum/blob/v1.16.0/eth/ethconfig/config.go `RPCGasCap`
   */
  readonly gasCap: number;
  /** Whether eth_simulateV1 is refused for asking for more gas than there is. */
  readonly checksGas: boolean;
  /** Gas limit that headers tell; null: the node's own. */
  readonly gasLimit: number | null;
  /** Newest blocks whose state is kept; null: all that the node has. */
  readonly keptStates: number | null;
  /** What a block is refused with whose state is gone. */
  readonly missingState: (block: MissingState) => ProviderError;
  /** Blocks below the newest that `finalized` names; null: as many as the node behind it says. */
  readonly finalBlocks: number | null;
  /** Blocks of one eth_getLogs; null: any. */
  readonly logsBlocks: number | null;
  /** What more blocks are refused with; the range's first block and the most are told. */
  readonly tooManyBlocks: (first: number, most: number) => ProviderError;
  /** Logs of one eth_getLogs; null: any. */
  readonly logsResults: number | null;
  readonly requestsPerSecond: number | null;
  /** How many blocks below itself a header has its `logsBloom` from; 0: its own. */
  readonly bloomLag: number;
  /** Milliseconds that an answer takes more than the node's own. */
  readonly latencyMs: number;
}

const GAS_CAP = 50_000_000;
/** As geth keeps them. @see https://github.com/ethereum/go-ethereum/issues/20874 */
const KEPT_STATES = 128;
const METHOD_NOT_FOUND = -32_601;
const SERVER_ERROR = -32_000;

/** @see https://github.com/0xPolygon/bor/issues/1303 */
function missingTrieNode({ stateRoot }: MissingState): ProviderError {
  const root = stateRoot.slice(2);
  const message = `missing trie node ${root} (path ) state ${stateRoot} is not available, not found`;
  return { code: SERVER_ERROR, message };
}

/** As Alchemy words it. @see https://github.com/risc0/risc0-ethereum/pull/656 */
function suggestedRange(first: number, most: number): ProviderError {
  const works = `[0x${first.toString(16)}, 0x${(first + most - 1).toString(16)}]`;
  const message = `You can make eth_getLogs requests with up to a ${most} block range. Based on your parameters, this block range should work: ${works}`;
  return { code: -32_600, message };
}

/** As dRPC words it. @see https://github.com/NethermindEth/nethermind/issues/8350 */
function rangesOver(_: number, most: number): ProviderError {
  return { code: 35, message: `ranges over ${most} blocks are not supported on freetier` };
}

const GETH: ProviderClass = {
  ...{ noSimulation: null, gasCap: GAS_CAP, checksGas: false, gasLimit: null },
  ...{ keptStates: KEPT_STATES, missingState: missingTrieNode, finalBlocks: null },
  ...{ logsBlocks: null, logsResults: null, requestsPerSecond: null, bloomLag: 0, latencyMs: 5 },
  tooManyBlocks: suggestedRange,
};

/** @see https://github.com/ethereum/go-ethereum/blob/v1.16.0/rpc/errors.go `methodNotFoundError` */
const NOT_AVAILABLE: ProviderError = {
  code: METHOD_NOT_FOUND,
  message: "the method eth_simulateV1 does not exist/is not available",
};

/** The kinds of nodes that are imitated, by name. */
export const PROVIDER_CLASSES = {
  geth: GETH,
  /** Refuses gas limits above the block's own and its cap. */
  reth: {
    ...GETH,
    checksGas: true,
    missingState: ({ number }: MissingState) => ({
      code: SERVER_ERROR,
      message: `state at block #${number} is pruned`,
    }),
  },
  /**
   * Arbitrum: as those whose eth_simulateV1 crashes; gas limits of 2^50; final with Ethereum's
   * block, a quarter of an hour at four blocks a second.
   *
   * @see https://docs.arbitrum.io/how-arbitrum-works/reference/finality-and-reorgs
   */
  nitro: { ...GETH, noSimulation: NOT_AVAILABLE, gasLimit: 2 ** 50, finalBlocks: 3_600 },
  /** Polygon, whose code it is; the words are ours. @see https://github.com/0xPolygon/bor/pull/2161 */
  bor: {
    ...GETH,
    noSimulation: { code: SERVER_ERROR, message: "eth_simulateV1 is temporarily disabled" },
  },
  /**
   * Avalanche, whose headers' blooms are of blocks below, and whose newest block is final.
   *
   * @see https://github.com/ava-labs/avalanchego/issues/5804
   */
  coreth: { ...GETH, noSimulation: NOT_AVAILABLE, bloomLag: 3, finalBlocks: 0 },
  /** A plan that costs nothing: slow, and little at a time. */
  free: {
    ...GETH,
    ...{ requestsPerSecond: 25, latencyMs: 40, logsBlocks: 10, logsResults: 10_000 },
  },
  /** One that costs nothing either, and whose ranges of logs are wide. */
  public: {
    ...GETH,
    ...{ requestsPerSecond: 25, latencyMs: 50, logsBlocks: 10_000, logsResults: 10_000 },
    tooManyBlocks: rangesOver,
  },
  archive: { ...GETH, keptStates: null },
} as const satisfies Readonly<Record<string, ProviderClass>>;

export type ProviderName = keyof typeof PROVIDER_CLASSES;

/** Whether a class of this name is imitated. */
export function isProviderName(name: string): name is ProviderName {
  return Object.hasOwn(PROVIDER_CLASSES, name);
}
