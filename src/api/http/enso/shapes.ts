/** A step of a route as the service answers it, as far as it is reshaped. */
export interface Step {
  readonly action: string;
  readonly protocol: string;
  readonly tokenIn: readonly string[];
  readonly tokenOut: readonly string[];
  readonly legs?: readonly {
    readonly venue: string;
    readonly action: string;
    readonly pool: string;
    readonly tokenIn: string;
    readonly tokenOut: string;
  }[];
}

export interface Route {
  readonly route: readonly Step[];
  readonly createdAt: number;
}

/** Hops with their chain; one that is split has a path for each of its pools. */
export function hopsOf(steps: readonly Step[], chainId: number): readonly object[] {
  return steps.map(({ legs, ...step }) => ({
    ...step,
    chainId,
    ...(legs !== undefined &&
      legs.length > 1 && {
        internalRoutes: legs.map((leg) => [
          {
            ...{ action: leg.action, protocol: leg.venue, primary: leg.pool },
            ...{ tokenIn: [leg.tokenIn], tokenOut: [leg.tokenOut] },
          },
        ]),
      }),
  }));
}

/** A route with the names that the SDK reads. */
export function routeOf<R extends Route>(route: R, chainId: number): object {
  return {
    ...route,
    route: hopsOf(route.route, chainId),
    blockNumber: route.createdAt,
  };
}

export interface Balance {
  readonly chainId: number;
  readonly token: string;
  readonly amount: string;
  readonly decimals: number | null;
  readonly symbol: string | null;
  readonly name: string | null;
  readonly price: number | null;
}

/** Balances of tokens; positions have no decimals. */
export function balancesOf(balances: readonly Balance[]): readonly object[] {
  return balances
    .filter(({ decimals }) => decimals !== null)
    .map(({ chainId, token, amount, decimals, symbol, name, price }) => ({
      ...{ chainId, token, amount, decimals, symbol, name, price },
      logoUri: `https://token-icons.llamao.fi/icons/tokens/${chainId}/${token}`,
    }));
}

export interface Protocol {
  readonly slug: string;
  readonly url: string;
  readonly chains: readonly { readonly id: number; readonly name: string }[];
}

export interface Project {
  readonly id: string;
  readonly chains: readonly { readonly id: number }[];
  readonly protocols: readonly string[];
}

/** Protocols with the project that each is of. */
export function protocolsOf(
  protocols: readonly Protocol[],
  projects: readonly Project[],
): readonly object[] {
  const known = new Map(
    projects.flatMap(({ id, protocols }) => protocols.map((slug) => [slug, id])),
  );
  return protocols.map((protocol) => ({
    ...protocol,
    project: known.get(protocol.slug) ?? protocol.slug,
  }));
}

export interface Action {
  readonly name: string;
  readonly inputs: Readonly<Record<string, string>>;
}

/** Inputs that an action can do without. */
const OPTIONAL = /^(id|primaryAddress|slippage|minAmountOut|collateral|sender|receiver)$/;

/** An action with what its inputs are. */
export function actionOf({ name, inputs }: Action): object {
  return {
    action: name,
    inputs: Object.fromEntries(
      Object.entries(inputs).map(([input, description]) => [
        input,
        {
          type: /address|token|recipient|receiver|spender|sender|collateral/i.test(input)
            ? "address"
            : "amount",
          description,
          ...(OPTIONAL.test(input) && { optional: true }),
        },
      ]),
    ),
  };
}
