import { Link } from "wouter";
import { useProtocols } from "../../api/queries";
import type { Leg } from "../../api/types";
import { short } from "../../lib/amounts";
import { hueOf, shortAddress, titleOf } from "../../lib/text";
import { symbolOf } from "../../parts/marks";
import { Scroll } from "../../parts/scroll";
import { useTokenLookup } from "../../parts/token-lookup";
import { tokensOf } from "./flow";
import { feeText } from "./picture";

/** Every hop with its amounts: what the picture shows, as text. */
export function Steps({
  chainId,
  legs,
}: {
  readonly chainId: number;
  readonly legs: readonly Leg[];
}) {
  const lookup = useTokenLookup(chainId, tokensOf(legs));
  const protocols = useProtocols();
  return (
    <details className="steps">
      <summary>
        {legs.length} {legs.length === 1 ? "hop" : "hops"}
      </summary>
      <Scroll label="Hops">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Protocol</th>
              <th scope="col">Gives</th>
              <th scope="col">Takes</th>
              <th scope="col">Fee</th>
              <th scope="col">Pool</th>
            </tr>
          </thead>
          <tbody>
            {legs.map((leg) => {
              const [given, taken] = [lookup(leg.tokenIn), lookup(leg.tokenOut)];
              return (
                <tr key={`${leg.pool}${leg.tokenIn}${leg.tokenOut}${leg.action}`}>
                  <td>
                    <span className={`dot hue-${hueOf(leg.venue)}`} aria-hidden="true" />
                    {protocols.get(leg.venue)?.name ?? titleOf(leg.venue)}
                    {leg.action !== "swap" && ` ${leg.action}`}
                  </td>
                  <td className="number">
                    {short(BigInt(leg.amountIn), given.decimals)} {symbolOf(given)}
                  </td>
                  <td className="number">
                    {short(BigInt(leg.amountOut), taken.decimals)} {symbolOf(taken)}
                  </td>
                  <td className="number">{feeText(leg.fee) || "–"}</td>
                  <td>
                    <Link className="mono" href={`/pool/${chainId}/${leg.pool}`}>
                      {shortAddress(leg.pool)}
                    </Link>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </Scroll>
    </details>
  );
}
