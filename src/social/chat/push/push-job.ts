import { Type } from 'typebox';
import type { App } from '../../../platform/app.ts';
import { addJob, jobKind } from '../../../platform/jobs.ts';
import { seconds } from '../../../kernel/time.ts';

export const pushChatMessage = jobKind(
  'social.push-message',
  Type.Object({ id: Type.String(), conversationId: Type.String() }),
);

/** Who has a page open sees it first: what is read within that time is not pushed. */
const pause = seconds(3);

/** Tells the browsers of those who are away, a moment later. */
export const pushMessage = (
  app: Pick<App, 'db' | 'clock'>,
  message: { id: string; conversationId: string },
): Promise<void> =>
  addJob(app, pushChatMessage, message, {
    runAt: new Date(app.clock.now().getTime() + pause),
  });
