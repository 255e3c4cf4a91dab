import { sql } from 'kysely';
import { livePeople } from '../../identity/account/people.ts';
import { invalid, msg } from '../../kernel/problem.ts';
import { hours, minutes } from '../../kernel/time.ts';
import { type App, perAccount, verb, inTransaction, type Viewer } from '../../platform/app.ts';
import { whenGiven } from '../../platform/database/queries.ts';
import { addJob, jobOf } from '../../platform/jobs/jobs.ts';
import { groupLevels, refuseOutsiders } from '../access/group.ts';
import { notify } from '../notify/notify.ts';
import { blockedBetween, followedBy, friendsBetween, idIn, mutedBy } from '../people/person.ts';
import { notifyGroup } from '../posts/publishing.ts';
import { getGroup } from './groups.ts';

/** How long a group can be muted, in hours. Zero ends it. */
export const muteLengths = [0, 1, 8, 24, 168] as const;

interface TypedChoice {
  level?: string | undefined;
  /** One of `muteLengths`. Omitted: as before. */
  muteFor?: number | undefined;
}

/** Chooses what of a group notifies the viewer, and mutes it for a time. */
export const setGroupNotifications = verb(
  { name: 'groups.notifications', who: 'member', limit: perAccount(100, minutes(5)) },
  async (app, viewer: Viewer, id: string, { level, muteFor }: TypedChoice): Promise<void> => {
    refuseOutsiders(await getGroup(app, viewer, id));
    const known = groupLevels.find((each) => each === level);
    if (level !== undefined && !known) throw invalid('level', msg('Choose what notifies you'));
    if (muteFor !== undefined && !muteLengths.some((each) => each === muteFor))
      throw invalid('mute', msg('Choose one of the offered durations'));
    if (!known && muteFor === undefined) return;
    await app.db
      .updateTable('social.people_group_member')
      .set({
        ...(known && { notify: known }),
        ...(muteFor !== undefined && {
          muted_until: muteFor === 0 ? null : new Date(app.clock.now().getTime() + hours(muteFor)),
        }),
      })
      .where('group_id', '=', id)
      .where('account_id', '=', viewer.id)
      .execute();
  },
);

/** Members notified in one transaction. */
const batch = 100;

/**
 * Notifies the next members of a visible post whose level includes it, once each: whom it mentions is notified of
 * that, and who was notified when it was published is not again when it becomes an announcement.
 */
async function notifyMembers(
  app: App,
  { id, isPinned, after }: NonNullable<(typeof notifyGroup)['payload']>,
): Promise<void> {
  await inTransaction(app, async (app) => {
    const post = await app.db
      .selectFrom('social.post')
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .where('held_at', 'is', null)
      .where('imported_at', 'is', null)
      .select(['group_id', 'author_id'])
      .executeTakeFirst();
    if (!post?.group_id) return;
    const { group_id, author_id: by } = post;
    const member = idIn('member.account_id');
    const rows = await app.db
      .selectFrom('social.people_group_member as member')
      .innerJoin(livePeople('person'), (join) => join.onRef('person.id', '=', 'member.account_id'))
      .where('member.group_id', '=', group_id)
      .where('member.account_id', '!=', by)
      .$call(whenGiven(after, (query, after) => query.where('member.account_id', '>', after)))
      .where((eb) =>
        eb.or([
          eb('member.notify', '=', 'all'),
          eb('member.notify', '=', 'highlights').and(
            sql<boolean>`(${isPinned} or exists (select from social.post as post where post.id = ${id}
              and (${followedBy('post.author_id', member)} or ${friendsBetween('post.author_id', member)})))`,
          ),
        ]),
      )
      .where((eb) => eb.not(blockedBetween('member.account_id', by)))
      .where(
        sql<boolean>`not exists (select from social.post as post where post.id = ${id}
          and ${mutedBy('post.author_id', member)})`,
      )
      .where(
        sql<boolean>`not exists (select from social.mention where mention.post_id = ${id}
          and mention.comment_id is null and mention.account_id = member.account_id)`,
      )
      .where(
        sql<boolean>`not exists (select from social.notification as known where known.post_id = ${id}
          and known.account_id = member.account_id and known.kind = 'group_post')`,
      )
      .orderBy('member.account_id')
      .limit(batch)
      .select('member.account_id')
      .execute();
    for (const { account_id } of rows)
      await notify(app, { to: account_id, kind: 'group_post', by, postId: id });
    const last = rows[batch - 1]?.account_id;
    if (last !== undefined) await addJob(app, notifyGroup, { id, isPinned, after: last });
  });
}

export const groupNotificationJobs = [jobOf(notifyGroup, notifyMembers)];
