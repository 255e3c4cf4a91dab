import { Type } from 'typebox';
import { findViewer } from '../../identity/account/viewer.ts';
import { Problem } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import { type App, inTransaction } from '../../platform/app.ts';
import { job } from '../../platform/jobs/jobs.ts';
import { notify } from '../notify/notify.ts';
import { type Draft, type DraftKind, type PublishDraft, selectDrafts, toDraft } from './draft.ts';

/** Publisher per draft kind. Supplied by the features of the kinds, because they depend on drafts. */
type Publishers = Readonly<Partial<Record<DraftKind, PublishDraft>>>;

/**
 * Publishes due drafts in order of their scheduled time, each on behalf of its author and subject to
 * moderation. A rejected draft stays with the reason. The author is notified in either case. Each draft is
 * published exactly once, even with several processes.
 */
export async function publishDue(app: App, publishers: Publishers): Promise<void> {
  while (await publishNext(app, publishers));
}

async function publishNext(app: App, publishers: Publishers): Promise<boolean> {
  let taken: string | undefined;
  try {
    return await inTransaction(app, async (app) => {
      const row = await claimNext(app);
      if (!row) return false;
      taken = row.id;
      const outcome = await publish(app, row.account_id, toDraft(row), publishers);
      if ('problem' in outcome) await saveProblem(app, row.id, outcome.problem);
      else await app.db.deleteFrom('social.draft').where('id', '=', row.id).execute();
      const result = 'problem' in outcome ? ({ outcome: 'declined' } as const) : outcome;
      await notify(app, { to: row.account_id, kind: 'published', ...result });
      return true;
    });
  } catch (error) {
    // Temporary failures are retried with the next run. A bug in one draft must not block the others.
    if (taken === undefined || (error instanceof Problem && error.kind === 'unavailable')) throw error;
    app.log.error({ err: error, draft: taken }, 'a scheduled draft could not be published');
    await saveProblem(app, taken, t('Something went wrong. Schedule it again.'));
    return true;
  }
}

const claimNext = (app: App) =>
  selectDrafts(app)
    .where('draft.publish_at', '<=', app.clock.now())
    .where('draft.problem', '=', '')
    .orderBy('draft.publish_at')
    .orderBy('draft.id')
    .limit(1)
    .forUpdate('draft')
    .skipLocked()
    .executeTakeFirst();

async function saveProblem({ db }: App, id: string, problem: string): Promise<void> {
  await db.updateTable('social.draft').set({ problem }).where('id', '=', id).execute();
}

async function publish(
  app: App,
  accountId: string,
  draft: Draft,
  publishers: Publishers,
): Promise<{ postId: string } | { problem: string }> {
  const author = await findViewer(app, accountId);
  if (!author) return { problem: t('Your account is suspended') };
  try {
    const publishIt = publishers[draft.kind];
    if (!publishIt)
      return { problem: t('This could not be published automatically. Open it to publish it.') };
    return { postId: await publishIt(app, author, draft) };
  } catch (error) {
    if (!(error instanceof Problem) || error.kind === 'unavailable' || error.kind === 'failed') throw error;
    return { problem: t(error.text) };
  }
}

export const draftJobs = (publishers: Publishers) => [
  job('social.publish-due', Type.Object({}), (app) => publishDue(app, publishers), { cron: '* * * * *' }),
];
