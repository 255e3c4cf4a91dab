/** Waits for `work`, but no longer than until the signal fires: then it rejects with the signal's reason. */
export async function orAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let giveUp: () => void = () => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    giveUp = () => reject(signal.reason as Error);
  });
  if (signal.aborted) giveUp();
  signal.addEventListener('abort', giveUp);
  try {
    return await Promise.race([work, aborted]);
  } finally {
    // The signal may live as long as the program.
    signal.removeEventListener('abort', giveUp);
  }
}
