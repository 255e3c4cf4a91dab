/** Interval between rings of two notes, in milliseconds. */
const every = 2600;

/**
 * Rings in one tab of the browser that the user has interacted with, because browsers block sound in others.
 * Returns a function that stops it.
 */
export function playRing(): () => void {
  const ended = new AbortController();
  const ring = () =>
    new Promise<void>((resolve) => {
      const context = new AudioContext();
      const timer = window.setInterval(() => sound(context), every);
      sound(context);
      ended.signal.addEventListener('abort', () => {
        window.clearInterval(timer);
        void context.close();
        resolve();
      });
    });
  if ('locks' in navigator)
    navigator.locks.request('plaza ring', { signal: ended.signal }, ring).catch(() => undefined);
  else void ring();
  return () => ended.abort();
}

function sound(context: AudioContext): void {
  if (context.state !== 'running') return;
  for (const [at, pitch] of [
    [0, 587],
    [0.22, 784],
    [0.44, 587],
    [0.66, 784],
  ] as const) {
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    tone.frequency.value = pitch;
    const begin = context.currentTime + at;
    volume.gain.setValueAtTime(0.0001, begin);
    volume.gain.exponentialRampToValueAtTime(0.12, begin + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, begin + 0.2);
    tone.connect(volume).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + 0.22);
  }
}
