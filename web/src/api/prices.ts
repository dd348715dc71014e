import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { components } from "../../generated/api";
import { useApi } from "./context";
import { useHead } from "./queries";

type Price = components["schemas"]["Price"];

/**
 * Dollars for one whole token, by address, as of the newest block; without those that have none.
 */
export function usePrices(
  chainId: number,
  addresses: readonly string[],
): ReadonlyMap<string, number> {
  const { api } = useApi();
  const block = useHead(chainId)?.indexedBlock ?? null;
  const asked = [...new Set(addresses)]
    .filter((each) => each.length === 42)
    .toSorted()
    .join(",");
  const { data } = useQuery({
    queryKey: ["prices", chainId, asked, block],
    queryFn: ({ signal }) =>
      api.getAny<readonly Price[]>(`/api/v1/prices/${chainId}`, { addresses: asked }, signal),
    enabled: asked !== "" && block !== null,
    placeholderData: (previous, before) =>
      before?.queryKey[2] === asked ? keepPreviousData(previous) : undefined,
    retry: false,
  });
  return new Map(
    (data ?? []).flatMap(({ address, price }) => {
      return price === null ? [] : [[address, Number(price)] as const];
    }),
  );
}
