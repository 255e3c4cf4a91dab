import { Type } from 'typebox';
import { days } from '../kernel/time.ts';
import type { App } from './app.ts';
import { rebuildIndexesJob } from './jobs/rebuild-indexes.ts';
import { sweepFiles } from './files/sweep.ts';
import { purgeAnswers } from './http/idempotency.ts';
import { job } from './jobs.ts';
import type { Job } from './jobs.ts';
import { deliverMail } from './send-mail.ts';

const nothing = Type.Object({});

/** Deletes expired rate limit windows, each a row in the counter table. */
const purgeLimits = job('system.purge-limits', nothing, dropEndedLimits, { cron: '*/10 * * * *' });

/** Deletes old mail in the outbox, which may contain sign-in links. */
const purgeMail = job('system.purge-mail', nothing, dropOldMail, { cron: '20 3 * * *' });

const mailIsStored = days(30);

async function dropEndedLimits({ db, clock }: App): Promise<void> {
  const now = String(clock.now().getTime());
  await db.deleteFrom('system.rate_limit').where('expire', '<', now).execute();
  await db.deleteFrom('system.durable_limit').where('expire', '<', now).execute();
}

async function dropOldMail({ db, clock }: App): Promise<void> {
  const oldest = new Date(clock.now().getTime() - mailIsStored);
  await db.deleteFrom('system.outbox_mail').where('sent_at', '<', oldest).execute();
}

/** Weekly, because it scans every column that could contain a path. */
const sweepStoredFiles = job(
  'system.sweep-files',
  nothing,
  async (app) => {
    const deleted = await sweepFiles(app);
    if (deleted > 0) app.log.info({ deleted }, 'deleted unreferenced files');
  },
  { cron: '30 4 * * 0' },
);

export const systemJobs: readonly Job[] = [
  deliverMail,
  purgeLimits,
  purgeMail,
  purgeAnswers,
  sweepStoredFiles,
  rebuildIndexesJob,
];
