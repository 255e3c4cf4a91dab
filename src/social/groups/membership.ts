import { sql } from 'kysely';
import { Type } from 'typebox';
import { livePeople } from '../../identity/account/people.ts';
import { msg, invalid, missing, Problem } from '../../kernel/problem.ts';
import { cleanText, isBlank } from '../../kernel/text.ts';
import { days, minutes } from '../../kernel/time.ts';
import { type App, perAccount, verb, inTransaction, type Viewer } from '../../platform/app.ts';
import { lockRow } from '../../platform/database/queries.ts';
import { addJob, jobKind } from '../../platform/jobs/jobs.ts';
import { isAbove, refuseManagingGroup, refuseModeratingGroup } from '../access/group.ts';
import type { Group, GroupRole } from '../access/group.ts';
import { addGroupEntry } from '../access/group-log.ts';
import { leaveGroupChat } from './chat.ts';
import { getGroup } from './groups.ts';
import { lockSubscriptions, requirePaying, requireSubscription } from './paid.ts';
import { findInvited, useGroupInvitation } from './invitations.ts';

export const longestAnswer = 500;
export const longestJoinReason = 500;
const limit = perAccount(200, minutes(5));

interface TypedRequest {
  /** Whether the rules are accepted. */
  accepts: boolean;
  /** In the order of the questions. */
  answers?: readonly string[];
}

/** Joins a public group, or requests to join a closed one. */
export const joinGroup = verb(
  { name: 'groups.join', who: 'member', limit: perAccount(60, minutes(5)) },
  (app, viewer: Viewer, id: string, typed: TypedRequest): Promise<'joined' | 'requested'> =>
    inTransaction(app, async (app) => {
      await lockSubscriptions(app, id, viewer.id);
      // Nobody joins what was closed meanwhile.
      await lockRow(app, 'social.people_group', id);
      const group = await getGroup(app, viewer, id);
      if (group.role !== null) return 'joined';
      requireRules(group, typed);
      requireSubscription(group);
      const answers = group.kind === 'closed' ? checkAnswers(group, typed.answers) : [];
      if (group.kind === 'public') {
        await addMember(app, id, viewer.id);
        return 'joined';
      }
      await app.db
        .insertInto('social.people_group_request')
        .values({ group_id: id, account_id: viewer.id, answers, requested_at: app.clock.now() })
        .onConflict((conflict) => conflict.columns(['group_id', 'account_id']).doUpdateSet({ answers }))
        .execute();
      return 'requested';
    }),
);

/** Joins a group of any kind by the link of an invitation. Returns the id of the group. */
export const acceptGroupInvitation = verb(
  { name: 'groups.accept-invitation', who: 'member', limit: perAccount(30, minutes(5)) },
  async (app, viewer: Viewer, token: string, typed: Pick<TypedRequest, 'accepts'>): Promise<string> => {
    const { id, role } = await findInvited(app, viewer, token);
    if (role !== null) return id;
    await inTransaction(app, async (app) => {
      await lockSubscriptions(app, id, viewer.id);
      await lockRow(app, 'social.people_group', id);
      // As it is now: the form may be sent twice, which takes one use, and a ban, a rule or a plan may be new.
      if ((await getRole(app, id, viewer.id)) !== null) return;
      const group = await findInvited(app, viewer, token);
      requireRules(group, typed);
      requireSubscription(group);
      await useGroupInvitation(app, token);
      await addMember(app, id, viewer.id);
    });
    return id;
  },
);

function requireRules({ rules }: Group, { accepts }: TypedRequest): void {
  if (rules !== '' && !accepts) throw invalid('accept', msg('Accept the rules of the group'));
}

function checkAnswers({ questions }: Group, typed: readonly string[] = []): string[] {
  return questions.map((_question, at) => {
    const answer = cleanText(typed[at] ?? '', `answer${at + 1}`, longestAnswer).trim();
    if (isBlank(answer)) throw invalid(`answer${at + 1}`, msg('Answer the question'));
    return answer;
  });
}

async function addMember({ db, clock }: App, groupId: string, accountId: string): Promise<void> {
  await deleteRequest({ db }, groupId, accountId);
  await db
    .insertInto('social.people_group_member')
    .values({ group_id: groupId, account_id: accountId, joined_at: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function deleteRequest({ db }: Pick<App, 'db'>, groupId: string, accountId: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('social.people_group_request')
    .where('group_id', '=', groupId)
    .where('account_id', '=', accountId)
    .returning('account_id')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Takes places from who is no longer in a group. `isRemoved`: by the team. */
export const loseGroupPlaces = jobKind(
  'social.lose-group-places',
  Type.Object({ group: Type.String(), person: Type.String(), isRemoved: Type.Boolean() }),
);

async function deleteMember(app: App, groupId: string, accountId: string, isRemoved: boolean): Promise<void> {
  await addJob(app, loseGroupPlaces, { group: groupId, person: accountId, isRemoved });
  await leaveGroupChat(app, groupId, accountId);
  await app.db
    .deleteFrom('social.people_group_member')
    .where('group_id', '=', groupId)
    .where('account_id', '=', accountId)
    .execute();
}

/** Leaves a group, or cancels the request to join it. The owner passes the group on or deletes it instead. */
export const leaveGroup = verb(
  { name: 'groups.leave', who: 'member', limit },
  async (app, viewer: Viewer, id: string): Promise<void> => {
    await getGroup(app, viewer, id);
    await inTransaction(app, async (app) => {
      await lockRow(app, 'social.people_group', id);
      if ((await getRole(app, id, viewer.id)) === 'owner')
        throw new Problem('conflict', msg('Make someone else the owner first, or delete the group'));
      await deleteRequest(app, id, viewer.id);
      await deleteMember(app, id, viewer.id, false);
    });
  },
);

/** Approves or declines a request to join. */
export const decideRequest = verb(
  { name: 'groups.decide', who: 'member', limit },
  (app, viewer: Viewer, id: string, personId: string, decision: 'approve' | 'decline'): Promise<void> =>
    inTransaction(app, async (app) => {
      await lockSubscriptions(app, id, personId);
      await asTeam(app, viewer, id, async (app) => {
        if (!(await deleteRequest(app, id, personId))) throw missing(msg('Request'));
        if (decision === 'approve') await requirePaying(app, id, personId);
        if (decision === 'approve') await addMember(app, id, personId);
        await addGroupEntry(app, { groupId: id, actorId: viewer.id, action: decision, personId });
      });
    }),
);

/** Changes the role of a member below one's own. The owner can pass the group on, and is an admin afterwards. */
export const changeGroupRole = verb(
  { name: 'groups.change-role', who: 'member', limit },
  (app, viewer: Viewer, id: string, personId: string, role: GroupRole): Promise<void> =>
    asTeam(app, viewer, id, async (app, own) => {
      refuseManagingGroup({ role: own });
      await refuseAbove(app, own, id, personId);
      if (role === 'owner' && own !== 'owner')
        throw new Problem('forbidden', msg('Only the group’s owner can do that'));
      if (role === 'owner') {
        await setRole(app, id, viewer.id, 'admin');
        // The plan is of the former owner.
        await app.db.updateTable('social.people_group').set({ plan_id: null }).where('id', '=', id).execute();
      } else if (!isAbove(own, role))
        throw new Problem('forbidden', msg('You can give only roles below your own'));
      await setRole(app, id, personId, role);
      await addGroupEntry(app, { groupId: id, actorId: viewer.id, action: 'role', personId, detail: role });
    }),
);

const setRole = ({ db }: App, groupId: string, accountId: string, role: GroupRole) =>
  db
    .updateTable('social.people_group_member')
    .set({ role })
    .where('group_id', '=', groupId)
    .where('account_id', '=', accountId)
    .execute();

/** Removes a member below one's own role. They can join again. */
export const removeGroupMember = verb(
  { name: 'groups.remove', who: 'member', limit },
  (app, viewer: Viewer, id: string, personId: string): Promise<void> =>
    asTeam(app, viewer, id, async (app, own) => {
      await refuseAbove(app, own, id, personId);
      await deleteMember(app, id, personId, true);
      await addGroupEntry(app, { groupId: id, actorId: viewer.id, action: 'remove', personId });
    }),
);

interface TypedBan {
  reason: string;
  /** Undefined: until it is lifted. */
  days?: number | undefined;
}

/** Bans a person who is not above, whether they are a member or not. They no longer see the group. */
export const banFromGroup = verb(
  { name: 'groups.ban', who: 'member', limit },
  async (app, viewer: Viewer, id: string, personId: string, { reason, days: n }: TypedBan): Promise<void> => {
    const text = cleanText(reason, 'reason', longestJoinReason).trim();
    await asTeam(app, viewer, id, async (app, own) => {
      if (personId === viewer.id) throw new Problem('conflict', msg('You cannot ban yourself'));
      if ((await getRole(app, id, personId)) !== null) await refuseAbove(app, own, id, personId);
      else await requirePerson(app, personId);
      const now = app.clock.now();
      const values = {
        reason: text,
        banned_by: viewer.id,
        created_at: now,
        expires_at: n === undefined ? null : new Date(now.getTime() + days(n)),
      };
      await deleteRequest(app, id, personId);
      await deleteMember(app, id, personId, true);
      await app.db
        .insertInto('social.people_group_ban')
        .values({ group_id: id, account_id: personId, ...values })
        .onConflict((conflict) => conflict.columns(['group_id', 'account_id']).doUpdateSet(values))
        .execute();
      await addGroupEntry(app, { groupId: id, actorId: viewer.id, action: 'ban', personId, detail: text });
    });
  },
);

async function requirePerson({ db }: Pick<App, 'db'>, id: string): Promise<void> {
  const person = await db
    .selectFrom(livePeople('person'))
    .where('id', '=', id)
    .select('id')
    .executeTakeFirst();
  if (!person) throw missing(msg('Person'));
}

/** Lifts a ban. The person can join again. */
export const liftGroupBan = verb(
  { name: 'groups.lift-ban', who: 'member', limit },
  (app, viewer: Viewer, id: string, personId: string): Promise<void> =>
    asTeam(app, viewer, id, async (app) => {
      const lifted = await app.db
        .deleteFrom('social.people_group_ban')
        .where('group_id', '=', id)
        .where('account_id', '=', personId)
        .returning('account_id')
        .executeTakeFirst();
      if (!lifted) throw missing(msg('Ban'));
      await addGroupEntry(app, { groupId: id, actorId: viewer.id, action: 'unban', personId });
    }),
);

/** Works on a group whose team the viewer belongs to. Serialized per group. */
async function asTeam(
  app: App,
  viewer: Viewer,
  id: string,
  work: (app: App, own: GroupRole) => Promise<void>,
): Promise<void> {
  await getGroup(app, viewer, id);
  await inTransaction(app, async (app) => {
    await lockRow(app, 'social.people_group', id);
    const own = await getRole(app, id, viewer.id);
    refuseModeratingGroup({ role: own });
    if (own) await work(app, own);
  });
}

async function refuseAbove(app: App, own: GroupRole, groupId: string, personId: string): Promise<void> {
  const role = await getRole(app, groupId, personId);
  if (role === null) throw missing(msg('Member'));
  if (!isAbove(own, role))
    throw new Problem('forbidden', msg('You can do that only with members below your role'));
}

async function getRole(
  { db }: Pick<App, 'db'>,
  groupId: string,
  accountId: string,
): Promise<GroupRole | null> {
  const row = await db
    .selectFrom('social.people_group_member')
    .where('group_id', '=', groupId)
    .where('account_id', '=', accountId)
    .select(sql<GroupRole>`role`.as('role'))
    .executeTakeFirst();
  return row?.role ?? null;
}
