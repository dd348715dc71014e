/** What `work` gives; `observe` gets how long it took, in seconds, however it ends. */
export function timed<T>(observe: ((seconds: number) => void) | undefined, work: () => T): T {
  const started = performance.now();
  const done = () => observe?.((performance.now() - started) / 1_000);
  let result: T;
  try {
    result = work();
  } catch (error) {
    done();
    throw error;
  }
  if (result instanceof Promise) void result.then(done, done);
  else done();
  return result;
}
