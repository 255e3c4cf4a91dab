/** Waits for `work` until the signal aborts, then rejects with the signal's reason. */
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
    // Prevents a leak: the signal may live as long as the process.
    signal.removeEventListener('abort', deadline);
  }
}
