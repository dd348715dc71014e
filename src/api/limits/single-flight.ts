/** Runs a computation, or joins the one with the same key that is under way. A failure is shared as well. */
export type SingleFlight<T> = (key: string, compute: () => Promise<T>) => Promise<T>;

/** Remembers computations while they are under way, and no longer. */
export function createSingleFlight<T>(): SingleFlight<T> {
  const flights = new Map<string, Promise<T>>();
  return (key, compute) => {
    const flying = flights.get(key);
    if (flying !== undefined) return flying;
    const flight = compute().finally(() => flights.delete(key));
    flights.set(key, flight);
    return flight;
  };
}
