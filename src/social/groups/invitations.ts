import { sql } from 'kysely';
import { msg, invalid, missing, Problem } from '../../kernel/problem.ts';
import { newToken, tokenHash } from '../../kernel/secrets.ts';
import { days, hours, minutes } from '../../kernel/time.ts';
import { type App, perAccount, verb, inTransaction, type Viewer } from '../../platform/app.ts';
import { type Group, isWelcomeIn, refuseManagingGroup } from '../access/group.ts';
import { getGroup, getGroupOfInvitation } from './groups.ts';
import { addGroupEntry } from '../access/group-log.ts';

/** How long an invitation may be used, in days. */
export const invitationLives = [1, 7, 30] as const;
/** How many people one invitation may let in. */
export const mostGroupInvitationUses = 1000;
const maxOpen = 50;

/** A link that lets people join a group. The address is shown once. */
export interface GroupInvitation {
  id: string;
  createdAt: Date;
  expiresAt: Date;
  uses: number;
  maxUses: number;
}

/** Creates an invitation. Returns its token, of which only the hash is stored. */
export const inviteToGroup = verb(
  { name: 'groups.invite', who: 'member', limit: perAccount(50, hours(1)) },
  async (
    app,
    viewer: Viewer,
    id: string,
    { uses, life }: { uses: number; life: number },
  ): Promise<string> => {
    refuseManagingGroup(await getGroup(app, viewer, id));
    if (!Number.isInteger(uses) || uses < 1 || uses > mostGroupInvitationUses)
      throw invalid('uses', msg('Choose 1 to {mostUses} people', { mostUses: mostGroupInvitationUses }));
    if (!invitationLives.some((each) => each === life))
      throw invalid('days', msg('Choose how long it can be used'));
    if ((await listGroupInvitations(app, viewer, id)).length >= maxOpen)
      throw new Problem('conflict', msg('A group can have at most {maxOpen} invitations', { maxOpen }));
    const token = newToken();
    const now = app.clock.now();
    await inTransaction(app, async (app) => {
      await app.db
        .insertInto('social.people_group_invitation')
        .values({
          group_id: id,
          token_hash: tokenHash(token),
          created_by: viewer.id,
          created_at: now,
          expires_at: new Date(now.getTime() + days(life)),
          max_uses: uses,
        })
        .execute();
      await addGroupEntry(app, { groupId: id, actorId: viewer.id, action: 'invite' });
    });
    return token;
  },
);

export const revokeGroupInvitation = verb(
  { name: 'groups.revoke-invitation', who: 'member', limit: perAccount(200, minutes(5)) },
  async (app, viewer: Viewer, id: string, invitationId: string): Promise<void> => {
    refuseManagingGroup(await getGroup(app, viewer, id));
    await inTransaction(app, async (app) => {
      const revoked = await app.db
        .deleteFrom('social.people_group_invitation')
        .where('group_id', '=', id)
        .where('id', '=', invitationId)
        .returning('id')
        .executeTakeFirst();
      if (!revoked) throw missing(msg('Invitation'));
      await addGroupEntry(app, { groupId: id, actorId: viewer.id, action: 'revoke' });
    });
  },
);

/** Invitations of a group that can be used, for its owner and admins. */
export async function listGroupInvitations(app: App, viewer: Viewer, id: string): Promise<GroupInvitation[]> {
  refuseManagingGroup(await getGroup(app, viewer, id));
  const rows = await app.db
    .selectFrom('social.people_group_invitation')
    .where('group_id', '=', id)
    .where('expires_at', '>', app.clock.now())
    .whereRef('uses', '<', 'max_uses')
    .orderBy('id', 'desc')
    .limit(maxOpen)
    .select(['id', 'created_at', 'expires_at', 'uses', 'max_uses'])
    .execute();
  return rows.map(({ id, uses, ...row }) => ({
    ...{ id, uses, maxUses: row.max_uses },
    ...{ createdAt: row.created_at, expiresAt: row.expires_at },
  }));
}

/** The group that a token invites to. A token that cannot be used is treated as missing. */
export async function findInvited(app: App, viewer: Viewer, token: string): Promise<Group> {
  const row = await app.db
    .selectFrom('social.people_group_invitation as invitation')
    .where('invitation.token_hash', '=', tokenHash(token))
    .where('invitation.expires_at', '>', app.clock.now())
    .whereRef('invitation.uses', '<', 'invitation.max_uses')
    .where(isWelcomeIn('invitation.group_id', viewer))
    .select('invitation.group_id')
    .executeTakeFirst();
  if (!row) throw missing(msg('Invitation'));
  return getGroupOfInvitation(app, viewer, row.group_id);
}

/** Counts a use. Concurrent uses of the last one are decided by the row. Call this in a transaction. */
export async function useGroupInvitation({ db, clock }: App, token: string): Promise<void> {
  const used = await db
    .updateTable('social.people_group_invitation')
    .set({ uses: sql`uses + 1` })
    .where('token_hash', '=', tokenHash(token))
    .where('expires_at', '>', clock.now())
    .whereRef('uses', '<', 'max_uses')
    .returning('id')
    .executeTakeFirst();
  if (!used) throw missing(msg('Invitation'));
}
