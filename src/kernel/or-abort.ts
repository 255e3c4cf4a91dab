/** Waits for `work`, but no longer than until the signal fires: then it rejects with the signal's reason. */
export async function orAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let deadline: () => void = () => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    deadline = () => reject(signal.reason as Error);
  });
  if (signal.aborted) deadline();
  signal.addEventListener('abort', deadline);
  try {
    return await Promise.race([work, aborted]);
  } finally {
    // The signal may live as long as the program.
    signal.removeEventListener('abort', deadline);
  }
}
