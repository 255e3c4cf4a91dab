import { sql } from 'kysely';
import { isLive, livePeople } from '../../identity/account/people.ts';
import { invalid, missing, Problem, msg } from '../../kernel/problem.ts';
import { type App, perAccount, verb, type Rules, inTransaction, type Viewer } from '../../platform/app.ts';
import { refuseManaging, refuseNonOwners, type Role, type TeamMember } from '../access/page.ts';
import { notify } from '../notify/notify.ts';
import { blockedBetween, toPerson } from '../people/person.ts';
import { refuseMany } from './editing.ts';
import { getPage } from './reading.ts';
import { minutes } from '../../kernel/time.ts';

const changingTeam: Rules = { name: 'pages.team', who: 'member', limit: perAccount(60, minutes(5)) };

/** Maximum number of team members. */
const maxMembers = 100;

/** Returns a page's team for its members: the owner first, then by date. */
export async function listPageTeam(app: App, viewer: Viewer, pageId: string): Promise<TeamMember[]> {
  const page = await getPage(app, viewer, { id: pageId });
  if (page.role === null) throw new Problem('forbidden', msg('Only the team can see its members'));
  const rows = await app.db
    .selectFrom(livePeople('person'))
    .innerJoin(
      sql<{ account_id: string; role: TeamMember['role']; since: Date }>`(
        select owner_id as account_id, 'owner' as role, created_at as since from social.page where id = ${pageId}
        union all select account_id, role, added_at from social.page_role where page_id = ${pageId})`.as(
        'member',
      ),
      'member.account_id',
      'person.id',
    )
    .orderBy(sql`member.role = 'owner'`, 'desc')
    .orderBy('member.since')
    .orderBy('person.id')
    .select(['person.id', 'person.username', 'person.first_name', 'person.last_name'])
    .select(['person.picture', 'person.picture_small', 'person.verified_at', 'member.role', 'member.since'])
    .execute();
  return rows.map((row) => ({ person: toPerson(app, row), role: row.role, since: row.since }));
}

/** Adds a person to the team of a page, or changes their role. They are notified and can leave. */
export const assignRole = verb(
  changingTeam,
  async (
    app: App,
    viewer: Viewer,
    pageId: string,
    { username, role }: { username: string; role: Role },
  ): Promise<void> => {
    refuseManaging(await getPage(app, viewer, { id: pageId }));
    const person = await app.db
      .selectFrom(livePeople('person'))
      .where('person.username_key', '=', username.trim().replace(/^@/, '').toLowerCase())
      .where((eb) => eb.not(blockedBetween('person.id', viewer.id)))
      .select('person.id')
      .executeTakeFirst();
    if (!person) throw invalid('username', msg('No account has this username'));
    await inTransaction(app, async (app) => {
      const ownerId = await lockPage(app, pageId);
      if (person.id === ownerId) throw invalid('username', msg('This person owns the page'));
      const before = await app.db
        .selectFrom('social.page_role')
        .where('page_id', '=', pageId)
        .select(['account_id', 'role'])
        .execute();
      const known = before.find(({ account_id }) => account_id === person.id);
      if (known?.role === role) return;
      if (!known && before.length >= maxMembers)
        throw invalid('username', msg('A page can have at most {maxMembers} team members', { maxMembers }));
      await app.db
        .insertInto('social.page_role')
        .values({ page_id: pageId, account_id: person.id, role, added_at: app.clock.now() })
        .onConflict((conflict) => conflict.columns(['page_id', 'account_id']).doUpdateSet({ role }))
        .execute();
      if (!known) await notify(app, { to: person.id, kind: 'page_role', by: viewer.id, pageId });
    });
  },
);

/** Removes a person from the team. Allowed for managers of the page, and for the person. */
export const removeRole = verb(
  changingTeam,
  async (app: App, viewer: Viewer, pageId: string, personId: string): Promise<void> => {
    const page = await getPage(app, viewer, { id: pageId });
    if (personId !== viewer.id) refuseManaging(page);
    const gone = await app.db
      .deleteFrom('social.page_role')
      .where('page_id', '=', pageId)
      .where('account_id', '=', personId)
      .returning('account_id')
      .executeTakeFirst();
    if (!gone) throw missing(msg('Member of the team'));
  },
);

/** Transfers the page to one of its admins. The former owner becomes an admin. */
export const transferPage = verb(
  changingTeam,
  async (app: App, owner: Viewer, pageId: string, personId: string): Promise<void> => {
    const page = await getPage(app, owner, { id: pageId });
    refuseNonOwners(page);
    await inTransaction(app, async (app) => {
      if ((await lockPage(app, pageId)) !== owner.id) refuseNonOwners({ role: null });
      const taken = await app.db
        .deleteFrom('social.page_role')
        .where('page_id', '=', pageId)
        .where('account_id', '=', personId)
        .where('role', '=', 'admin')
        .where('account_id', 'in', (eb) => eb.selectFrom(livePeople('person')).select('person.id'))
        .returning('account_id')
        .executeTakeFirst();
      if (!taken) throw invalid('user_id', msg('Only an admin of the page can become its owner'));
      await refuseMany(app, { id: personId });
      await app.db.updateTable('social.page').set({ owner_id: personId }).where('id', '=', pageId).execute();
      await app.db
        .insertInto('social.page_role')
        .values({ page_id: pageId, account_id: owner.id, role: 'admin', added_at: app.clock.now() })
        .execute();
      await notify(app, { to: personId, kind: 'page_role', by: owner.id, pageId });
    });
  },
);

/** Locks the team of a page and returns the owner. */
async function lockPage({ db }: App, pageId: string): Promise<string> {
  const { owner_id } = await db
    .selectFrom('social.page')
    .where('id', '=', pageId)
    .select('owner_id')
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return owner_id;
}

/**
 * Transfers pages of an account being deleted to their longest-serving admin, before the account's data is
 * listed. Pages without an admin are deleted with their owner.
 */
export async function transferOwnedPages({ db }: Pick<App, 'db'>, accountId: string): Promise<void> {
  await sql`
    with heir as (
      select distinct on (page.id) page.id, role.account_id
      from social.page
      join social.page_role as role on role.page_id = page.id and role.role = 'admin'
      join identity.account on account.id = role.account_id and ${isLive('account')}
      where page.owner_id = ${accountId} and page.deleted_at is null
      order by page.id, role.added_at, role.account_id
    ), left_team as (
      delete from social.page_role as role using heir where role.page_id = heir.id and role.account_id = heir.account_id
    )
    update social.page set owner_id = heir.account_id from heir where heir.id = page.id`.execute(db);
}

/** Subtracts an account's likes, and its posts on behalf of others' pages, from their counters. */
export async function decrementPageCounts({ db }: Pick<App, 'db'>, accountId: string): Promise<void> {
  await sql`
    insert into social.tally (subject, subject_id, kind, slot, n)
    select 'page', id, kind, ${accountId}::bigint % 8, -count(*)
    from (
      select page_id as id, 'likes' as kind from social.page_like where account_id = ${accountId}
      union all
      select page_id, 'posts' from social.post where author_id = ${accountId} and page_id is not null
        and parent_id is null and deleted_at is null and held_at is null
    ) as gone
    group by id, kind
    order by id, kind
    on conflict (subject, subject_id, kind, slot) do update set n = social.tally.n + excluded.n`.execute(db);
  await sql`update social.page set likes = likes - 1 where likes > 0
    and id in (select page_id from social.page_like where account_id = ${accountId})`.execute(db);
  await sql`delete from social.tally where subject = 'page'
    and subject_id in (select id from social.page where owner_id = ${accountId})`.execute(db);
}
