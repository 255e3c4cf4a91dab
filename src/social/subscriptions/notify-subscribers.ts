import type { App } from '../../platform/app.ts';
import { addJob } from '../../platform/jobs.ts';
import { notifyOthersJob } from './jobs.ts';
import { notifySome, type ActivityToNotify } from './notify-others.ts';

/**
 * Tells who follows a thread or a question that there is something new below it, once others may see that. The first
 * are told with it; where very many follow, the others by a job, so that nobody waits for them.
 */
export async function notifySubscribers(app: App, activity: ActivityToNotify): Promise<void> {
  const after = await notifySome(app, activity);
  if (after !== undefined) await addJob(app, notifyOthersJob, { ...activity, after });
}
