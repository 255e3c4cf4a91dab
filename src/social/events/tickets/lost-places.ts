import { Problem } from '../../../kernel/problem.ts';
import { type App, inTransaction } from '../../../platform/app.ts';
import { jobOf } from '../../../platform/jobs/jobs.ts';
import { loseGroupPlaces } from '../../groups/membership.ts';
import { fillPlaces } from './places.ts';
import { seesEvent } from '../event.ts';
import { returnTicket } from './selling.ts';

type Left = NonNullable<(typeof loseGroupPlaces)['payload']>;

/**
 * Takes the coming places of who left a group, or was removed or banned, at its events that they no longer see, and gives
 * them to the waiting lists. Whoever was let in stays.
 */
async function losePlaces(app: App, left: Left): Promise<void> {
  const rows = await app.db
    .selectFrom('social.event_answer as answer')
    .innerJoin('social.event_date as date', 'date.id', 'answer.date_id')
    .innerJoin('social.post as post', 'post.id', 'date.event_id')
    .where('post.group_id', '=', left.group)
    .where('answer.account_id', '=', left.person)
    .where('answer.checked_in_at', 'is', null)
    .where('date.ends_at', '>', app.clock.now())
    .orderBy('date.id')
    .select(['date.id as dateId', 'date.event_id as eventId'])
    .execute();
  for (const { dateId, eventId } of rows)
    if (!(await seesEvent(app, left.person, eventId)))
      await inTransaction(app, async (app) => {
        await losePlace(app, dateId, left);
        await fillPlaces(app, { eventId, dateIds: [dateId] });
      });
}

/** As for those who give a place back, a ticket is refunded before the start; if the team removed them, until the end. */
async function losePlace(app: App, dateId: string, { person, isRemoved }: Left): Promise<void> {
  const now = app.clock.now();
  const date = await app.db
    .selectFrom('social.event_date')
    .where('id', '=', dateId)
    .select(['starts_at', 'ends_at'])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const own = await app.db
    .selectFrom('social.event_answer')
    .where('date_id', '=', dateId)
    .where('account_id', '=', person)
    .where('checked_in_at', 'is', null)
    .select(['id', 'sale_id'])
    .executeTakeFirst();
  if (!own) return;
  const isRefunded = own.sale_id !== null && (isRemoved ? date.ends_at : date.starts_at) > now;
  if (own.sale_id === null || !isRefunded || (await tryReturning(app, own.sale_id))) {
    await app.db.deleteFrom('social.event_answer').where('id', '=', own.id).execute();
    return;
  }
  await app.db
    .updateTable('social.event_answer')
    .set({ answer: 'declined', remind_at: null, refund_due: true })
    .where('id', '=', own.id)
    .execute();
}

/** False if the host cannot refund it now. The place is free all the same. */
async function tryReturning(app: App, saleId: string): Promise<boolean> {
  try {
    await inTransaction(app, (app) => returnTicket(app, saleId));
    return true;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}

export const lostPlaceJobs = [jobOf(loseGroupPlaces, losePlaces)];
