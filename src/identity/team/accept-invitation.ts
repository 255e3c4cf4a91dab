import { t } from '../../kernel/translation/translate.ts';
import { Problem } from '../../kernel/problem.ts';
import { tokenHash } from '../../kernel/secrets.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { TeamRole } from './team.ts';

export interface OpenInvitation {
  id: string;
  ownerId: string;
  /** The owner of the workspace. */
  name: string;
  username: string;
  role: TeamRole;
}

/** Loads the invitation of a mailed link. Throws a `Problem` if it was used, canceled or expired. */
export async function getInvitation(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  token: string,
): Promise<OpenInvitation> {
  const row = await db
    .selectFrom('identity.team_invitation as invitation')
    .innerJoin('identity.account as owner', 'owner.id', 'invitation.owner_id')
    .select(['invitation.id', 'owner.id as ownerId', 'owner.username', 'owner.first_name', 'owner.last_name'])
    .select((row) => row.ref('invitation.role').$castTo<TeamRole>().as('role'))
    .where('invitation.token_hash', '=', tokenHash(token))
    .where('invitation.expires_at', '>', clock.now())
    .where('owner.deleted_at', 'is', null)
    .where('owner.suspended_at', 'is', null)
    .executeTakeFirst();
  if (!row)
    throw new Problem(
      'gone',
      t('This invitation was already used or revoked, or has expired. Ask for a new one.'),
    );
  const { first_name, last_name, ...invitation } = row;
  return { ...invitation, name: `${first_name} ${last_name}`.trim() };
}

/**
 * Joins the workspace of an invitation link. Not bound to the invited address, because people have several.
 */
export async function acceptInvitation(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  token: string,
): Promise<OpenInvitation> {
  return inTransaction(app, async (app) => {
    const invitation = await getInvitation(app, token);
    const { id, ownerId, role } = invitation;
    if (ownerId === viewer.id)
      throw new Problem('conflict', t('This is your own workspace. Share the link with someone else.'));
    const taken = await app.db
      .deleteFrom('identity.team_invitation')
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst();
    if (!taken) throw new Problem('gone', t('This invitation was already used'));
    await app.db
      .insertInto('identity.team_member')
      .values({ owner_id: ownerId, member_id: viewer.id, role, joined_at: app.clock.now() })
      .onConflict((conflict) => conflict.columns(['owner_id', 'member_id']).doUpdateSet({ role }))
      .execute();
    return invitation;
  });
}
