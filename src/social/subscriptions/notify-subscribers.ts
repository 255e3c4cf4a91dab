import type { App } from '../../platform/app.ts';
import { addJob } from '../../platform/jobs.ts';
import { notifyOthersJob } from './jobs.ts';
import { notifySome, type ActivityToNotify } from './notify-others.ts';

/**
 * Notifies the followers of a thread or question of a visible reply or answer. The first batch is part of the
 * transaction. Larger numbers of followers are notified by a job.
 */
export async function notifySubscribers(app: App, activity: ActivityToNotify): Promise<void> {
  const after = await notifySome(app, activity);
  if (after !== undefined) await addJob(app, notifyOthersJob, { ...activity, after });
}
