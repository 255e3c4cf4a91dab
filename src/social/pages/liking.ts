import { sql } from 'kysely';
import { livePeople } from '../../identity/account/people.ts';
import { missing, Problem, msg } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import { type App, perAccount, verb, type Rules, inTransaction, type Viewer } from '../../platform/app.ts';
import { enforceDailyLimit } from '../../platform/database/queries.ts';
import { refuseSuspendedOrHeld } from '../access/page.ts';
import { notify } from '../notify/notify.ts';
import { blockedBetween, friendsBetween, friendsOf, type Person, toPerson } from '../people/person.ts';
import { tally } from '../tallies/tally.ts';
import { getPage } from './reading.ts';
import { minutes } from '../../kernel/time.ts';

const liking: Rules = { name: 'pages.like', who: 'member', limit: perAccount(200, minutes(5)) };

/** Likes a page, which adds its posts to the viewer's feed. No-op if the viewer already likes it. */
export const likePage = verb(liking, async (app: App, viewer: Viewer, id: string): Promise<void> => {
  refuseSuspendedOrHeld(await getPage(app, viewer, { id }));
  await inTransaction(app, async (app) => {
    const liked = await app.db
      .insertInto('social.page_like')
      .values({ page_id: id, account_id: viewer.id, created_at: app.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('page_id')
      .executeTakeFirst();
    await answerInvitations(app, viewer, id);
    if (liked) await count(app, viewer, id, 1);
  });
});

/** Unlikes a page. No-op if the viewer does not like it. */
export const unlikePage = verb(liking, async (app: App, viewer: Viewer, id: string): Promise<void> => {
  await getPage(app, viewer, { id });
  await inTransaction(app, async (app) => {
    const gone = await app.db
      .deleteFrom('social.page_like')
      .where('page_id', '=', id)
      .where('account_id', '=', viewer.id)
      .returning('page_id')
      .executeTakeFirst();
    if (gone) await count(app, viewer, id, -1);
  });
});

async function count(app: App, viewer: Viewer, id: string, n: 1 | -1): Promise<void> {
  await tally(app, [{ subject: 'page', id, kind: 'likes', by: viewer.id, n }]);
  // Updates the sort key of lists. Skips a locked row, so that concurrent likes do not wait for each other.
  await sql`update social.page set likes = (
      select coalesce(sum(n), 0) from social.tally where subject = 'page' and subject_id = ${id} and kind = 'likes')
    where id = (select id from social.page where id = ${id} for no key update skip locked)`.execute(app.db);
}

const onPage = 30;

/** Friends who do not like the page and whom the viewer has not invited, by name. */
const invitable = ({ db }: Pick<App, 'db'>, viewer: Pick<Viewer, 'id'>, pageId: string) =>
  db
    .selectFrom(livePeople('person'))
    .where('person.id', 'in', sql<string>`(${friendsOf(sql`${viewer.id}::bigint`)})`)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('social.page_like')
            .where('page_id', '=', pageId)
            .whereRef('account_id', '=', 'person.id')
            .select('account_id'),
        ),
      ),
    )
    // Declining one invitation declines all invitations to the page.
    .where(
      sql<boolean>`not exists (select from social.page_invitation as asked
        where asked.page_id = ${pageId} and asked.invited_id = person.id
        and (asked.inviter_id = ${viewer.id} or asked.answered_at is not null))`,
    );

/** Returns people the viewer can invite to like a page, paginated from 0. */
export async function listAskable(
  app: App,
  viewer: Viewer,
  pageId: string,
  page = 0,
): Promise<{ people: Person[]; hasMore: boolean }> {
  const rows = await invitable(app, viewer, pageId)
    .orderBy('person.username_key')
    .offset(page * onPage)
    .limit(onPage + 1)
    .select(['person.id', 'person.username', 'person.first_name', 'person.last_name'])
    .select(['person.picture', 'person.picture_small', 'person.verified_at'])
    .execute();
  return { people: rows.slice(0, onPage).map((row) => toPerson(app, row)), hasMore: rows.length > onPage };
}

/**
 * Invites a friend to like a page. No-op if they were invited, like it already, or declined an invitation.
 */
export const inviteToLike = verb(
  { name: 'pages.invite', who: 'member', limit: perAccount(60, minutes(5)) },
  async (app: App, viewer: Viewer, pageId: string, personId: string): Promise<void> => {
    refuseSuspendedOrHeld(await getPage(app, viewer, { id: pageId }));
    await refuseStrangers(app, viewer, personId);
    await inTransaction(app, async (app) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`page invitations ${viewer.id}`}, 0))`.execute(
        app.db,
      );
      const free = await invitable(app, viewer, pageId)
        .where('person.id', '=', personId)
        .select('person.id')
        .executeTakeFirst();
      if (!free) return;
      await refuseMany(app, viewer);
      await app.db
        .insertInto('social.page_invitation')
        .values({ page_id: pageId, invited_id: personId, inviter_id: viewer.id, created_at: app.clock.now() })
        .execute();
      await notify(app, { to: personId, kind: 'page_invitation', by: viewer.id, pageId });
    });
  },
);

async function refuseStrangers({ db }: App, viewer: Viewer, personId: string): Promise<void> {
  const friend = await db
    .selectFrom(livePeople('person'))
    .where('person.id', '=', personId)
    .where(friendsBetween('person.id', viewer.id))
    .select('person.id')
    .executeTakeFirst();
  if (!friend) throw new Problem('forbidden', msg('You can only invite your friends'), { field: 'user_id' });
}

function refuseMany(app: App, viewer: Viewer): Promise<void> {
  const max = app.config.PAGE_INVITATIONS;
  return enforceDailyLimit(app, {
    table: 'social.page_invitation',
    accountColumn: 'inviter_id',
    accountId: viewer.id,
    max,
    message: t('You reached today’s limit of {max} invitations', { max }),
  });
}

/** Declines all invitations to a page and prevents new ones. */
export const declineInvitation = verb(
  liking,
  async (app: App, viewer: Viewer, pageId: string): Promise<void> => {
    if (!(await answerInvitations(app, viewer, pageId))) throw missing(msg('Invitation'));
  },
);

/** Whether the viewer has a pending invitation to like the page. */
export async function isInvited({ db }: Pick<App, 'db'>, viewer: Viewer, pageId: string): Promise<boolean> {
  const found = await db
    .selectFrom('social.page_invitation as asked')
    .where('asked.invited_id', '=', viewer.id)
    .where('asked.page_id', '=', pageId)
    .where('asked.answered_at', 'is', null)
    .where((eb) => eb.not(blockedBetween('asked.inviter_id', viewer.id)))
    .select('asked.page_id')
    .executeTakeFirst();
  return found !== undefined;
}

/** Resolves the viewer's invitations to like a page. */
async function answerInvitations(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  invited: Pick<Viewer, 'id'>,
  pageId: string,
): Promise<boolean> {
  const answered = await db
    .updateTable('social.page_invitation')
    .set({ answered_at: clock.now() })
    .where('page_id', '=', pageId)
    .where('invited_id', '=', invited.id)
    .where('answered_at', 'is', null)
    .returning('page_id')
    .execute();
  return answered.length > 0;
}
