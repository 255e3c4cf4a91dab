import { msg } from '../../../kernel/translation/translate.ts';
import { seconds } from '../../../kernel/time.ts';
import { WorkQueue } from '../../../platform/work-queue.ts';

const drawing = new WorkQueue({
  // An image of 2000 pixels takes 16 MB.
  concurrency: 2,
  maxWaiting: 100,
  maxWaitingPerOwner: 20,
  timeout: seconds(20),
  message: msg('Too many QR codes are being generated. Try again shortly.'),
  retryAfter: 2,
});

/** Queues drawing work fairly by owner: an account id, or the IP address of a visitor. */
export const queueDrawing = <T>(owner: string, work: () => Promise<T>): Promise<T> =>
  drawing.run(owner, work);
