/** A task that ends when told to. */
export function task() {
  let end: () => void = () => undefined;
  let started = false;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const run = async () => {
    started = true;
    await ended;
    return "done";
  };
  return { run, end: () => end(), isStarted: () => started };
}

/** Lets the event loop turn so often. */
export const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
};
