import { useQuery } from "@tanstack/react-query";
import { useHead } from "../api/queries";
import { balanceOf } from "./chain";
import { useWallet } from "./context";

/** What the connected account holds of a token, smallest unit; null while nobody is connected. */
export function useBalance(chainId: number, token: string): bigint | null {
  const { connection, provider } = useWallet();
  const block = useHead(chainId)?.headBlock ?? null;
  const account = connection?.account ?? "";
  const { data } = useQuery({
    queryKey: ["balance", chainId, account, token, block],
    queryFn: () => {
      const wallet = provider(chainId);
      return wallet === null ? null : balanceOf(wallet, { token, account });
    },
    enabled: connection !== null && token.startsWith("0x"),
    placeholderData: (previous, before) =>
      before?.queryKey[2] === account && before.queryKey[3] === token ? previous : undefined,
    retry: false,
  });
  return data ?? null;
}
