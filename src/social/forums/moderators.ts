import { livePeople } from '../../identity/account/people.ts';
import { addAuditEntry } from '../../identity/operators/audit.ts';
import { invalid, msg } from '../../kernel/problem.ts';
import { type App, verb, inTransaction, type Viewer } from '../../platform/app.ts';
import { type Person, toPerson } from '../people/person.ts';
import { requireOperator } from './forums.ts';
import { getForum } from './forum.ts';

/** Returns the moderators of the given forums, in the order they were added. */
export async function listForumModerators(
  app: App,
  forumIds: readonly string[],
): Promise<ReadonlyMap<string, Person[]>> {
  if (forumIds.length === 0) return new Map();
  const rows = await app.db
    .selectFrom('social.forum_moderator as moderator')
    .innerJoin(livePeople('person'), (join) => join.onRef('person.id', '=', 'moderator.account_id'))
    .where('moderator.forum_id', 'in', forumIds)
    .orderBy('moderator.added_at')
    .orderBy('person.id')
    .select(['moderator.forum_id', 'person.id', 'person.username', 'person.first_name', 'person.last_name'])
    .select(['person.picture', 'person.picture_small', 'person.verified_at'])
    .execute();
  return new Map(
    [...Map.groupBy(rows, ({ forum_id }) => forum_id)].map(([id, people]) => [
      id,
      people.map((person) => toPerson(app, person)),
    ]),
  );
}

/** Makes an account a moderator of a forum and its subforums. No-op if it already is. */
export const addModerator = verb(
  { name: 'forums.add-moderator', who: 'operator' },
  async (app, operator: Viewer, forumId: string, username: string) => {
    requireOperator(operator);
    await getForum(app, forumId);
    const id = await findByUsername(app, username);
    await inTransaction(app, (app) => insertModerator(app, operator, forumId, id));
  },
);

/** Returns whether the account did not moderate the forum before. */
export async function insertModerator(
  app: App,
  operator: Viewer,
  forumId: string,
  accountId: string,
): Promise<boolean> {
  const added = await app.db
    .insertInto('social.forum_moderator')
    .values({
      forum_id: forumId,
      account_id: accountId,
      added_by: operator.id,
      added_at: app.clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('account_id')
    .executeTakeFirst();
  if (added)
    await addAuditEntry(app, operator.id, 'forum_moderator.add', `person ${accountId}`, `forum ${forumId}`);
  return added !== undefined;
}

/** Returns the account id for a username. */
export async function findByUsername({ db }: Pick<App, 'db'>, username: string): Promise<string> {
  const person = await db
    .selectFrom(livePeople('person'))
    .where('person.username_key', '=', username.trim().replace(/^@/, '').toLowerCase())
    .select('person.id')
    .executeTakeFirst();
  if (!person) throw invalid('username', msg('No account has this username'));
  return person.id;
}

/** Removes a moderator of a forum. No-op if the account does not moderate it. */
export const removeModerator = verb(
  { name: 'forums.remove-moderator', who: 'operator' },
  async (app, operator: Viewer, forumId: string, accountId: string) => {
    requireOperator(operator);
    await inTransaction(app, async (app) => {
      const removed = await app.db
        .deleteFrom('social.forum_moderator')
        .where('forum_id', '=', forumId)
        .where('account_id', '=', accountId)
        .returning('account_id')
        .executeTakeFirst();
      if (removed)
        await addAuditEntry(
          app,
          operator.id,
          'forum_moderator.remove',
          `person ${accountId}`,
          `forum ${forumId}`,
        );
    });
  },
);
