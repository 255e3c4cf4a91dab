import { Problem } from '../../kernel/problem.ts';

/** Pictures that are drawn at the same time; one of 2000 pixels takes 16 MB. */
const atOnce = 2;
/** Who waits for longer than these take has gone. */
const mostWaiting = 100;

let working = 0;
const waiting: (() => void)[] = [];

/** Draws one after the other, so that no crowd of pictures fills the memory; refuses when too many wait already. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting.length >= mostWaiting)
    throw new Problem('unavailable', 'Too many pictures are being drawn; try again in a moment', {
      retryAfter: 2,
    });
  if (working >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else working += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else working -= 1;
  }
}
