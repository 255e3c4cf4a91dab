import { sql } from 'kysely';
import { emailColumns } from '../../kernel/comparable.ts';
import { invalid, Problem, msg } from '../../kernel/problem.ts';
import { newToken, tokenHash } from '../../kernel/secrets.ts';
import { days, hours } from '../../kernel/time.ts';
import { t } from '../../web/translation/translate.ts';
import { type App, perAccount, verb, inTransaction, type Viewer } from '../../platform/app.ts';
import { sendMail } from '../../platform/mail.ts';
import { hasEmail, parseEmail } from '../account/email.ts';
import { parseRights, refuseAdmins, type RightsInput, type TeamRole } from './members.ts';

const lifetime = days(7);
const maxInTeam = 100;

/** Mails a link to join the owner's workspace. Replaces an earlier invitation of the same address. */
export const inviteMember = verb(
  { name: 'team.invite', who: 'member', role: 'admin', limit: perAccount(30, hours(1)) },
  async (
    app: App,
    owner: Viewer,
    { email: typed, ...input }: RightsInput & { email: string },
  ): Promise<void> => {
    const email = parseEmail(typed);
    const rights = parseRights(input);
    refuseAdmins(owner, rights.role);
    await inTransaction(app, async (app) => {
      await refuseMembers(app, owner, email);
      const token = newToken();
      const now = app.clock.now();
      const row = {
        ...rights,
        token_hash: tokenHash(token),
        created_at: now,
        expires_at: new Date(now.getTime() + lifetime),
      };
      await app.db
        .insertInto('identity.team_invitation')
        .values({ owner_id: owner.id, ...emailColumns(email), ...row })
        .onConflict((conflict) =>
          conflict.expression(sql`owner_id, system.email_key(email, email_folded)`).doUpdateSet(row),
        )
        .execute();
      const may = {
        admin: t('manage short links, domains and the team'),
        editor: t('create and edit short links'),
        viewer: t('view short links and their statistics'),
      }[rights.role];
      await sendMail(app, {
        to: email,
        subject: t('{name} invites you to work on their short links', { name: owner.name }),
        text: t(
          '{name} (@{username}) invites you to {may} in their workspace.\n\nJoin here, within seven days:\n{hopUrl}/invite?token={token}\n\nIf you do not know this person, ignore this email.\n',
          { name: owner.name, username: owner.username, may, hopUrl: app.config.hopUrl, token },
        ),
      });
    });
  },
);

async function refuseMembers({ db }: App, owner: Viewer, email: string): Promise<void> {
  const found = await db
    .selectFrom('identity.account as account')
    .leftJoin('identity.team_member as member', (join) =>
      join.onRef('member.member_id', '=', 'account.id').on('member.owner_id', '=', owner.id),
    )
    .select(['account.id', 'member.role'])
    .where(hasEmail(email))
    .executeTakeFirst();
  if (found?.id === owner.id) throw invalid('email', msg('This is your own email address'));
  if (found?.role)
    throw new Problem('conflict', msg('{email} is already a member of your team', { email }), {
      field: 'email',
    });
  const { count } = await db
    .selectFrom((row) =>
      row
        .selectFrom('identity.team_member')
        .select('owner_id')
        .where('owner_id', '=', owner.id)
        .unionAll(
          row.selectFrom('identity.team_invitation').select('owner_id').where('owner_id', '=', owner.id),
        )
        .as('team'),
    )
    .select((row) => row.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) >= maxInTeam)
    throw new Problem('conflict', msg('A team can have at most {maxInTeam} members', { maxInTeam }), {
      field: 'email',
    });
}

/** Withdraws an invitation, so its mailed link stops working. Does nothing if there is none. */
export const withdrawInvitation = verb(
  { name: 'team.withdraw-invitation', who: 'member', role: 'admin' },
  async (app: Pick<App, 'db'>, owner: Pick<Viewer, 'id'>, id: string) => {
    await app.db
      .deleteFrom('identity.team_invitation')
      .where('id', '=', id)
      .where('owner_id', '=', owner.id)
      .execute();
  },
);

export interface OpenInvitation {
  id: string;
  ownerId: string;
  /** The owner of the workspace. */
  name: string;
  username: string;
  role: TeamRole;
  domains: readonly string[] | null;
}

/** Loads the invitation of a mailed link. Throws a `Problem` if it was used, canceled or expired. */
export async function getInvitation(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  token: string,
): Promise<OpenInvitation> {
  const row = await db
    .selectFrom('identity.team_invitation as invitation')
    .innerJoin('identity.account as owner', 'owner.id', 'invitation.owner_id')
    .select([
      'invitation.id',
      'invitation.domains',
      'owner.id as ownerId',
      'owner.username',
      'owner.first_name',
      'owner.last_name',
    ])
    .select((row) => row.ref('invitation.role').$castTo<TeamRole>().as('role'))
    .where('invitation.token_hash', '=', tokenHash(token))
    .where('invitation.expires_at', '>', clock.now())
    .where('owner.deleted_at', 'is', null)
    .where('owner.suspended_at', 'is', null)
    .executeTakeFirst();
  if (!row)
    throw new Problem(
      'gone',
      msg('This invitation was already used or revoked, or has expired. Ask for a new one.'),
    );
  const { first_name, last_name, ...invitation } = row;
  return { ...invitation, name: `${first_name} ${last_name}`.trim() };
}

/**
 * Joins the workspace of an invitation link. Not bound to the invited address, because people have several.
 */
export const acceptTeamInvitation = verb(
  { name: 'team.accept-invitation', who: 'member' },
  async (app, viewer: Pick<Viewer, 'id'>, token: string): Promise<OpenInvitation> => {
    return inTransaction(app, async (app) => {
      const invitation = await getInvitation(app, token);
      const { id, ownerId, role } = invitation;
      const domains = invitation.domains && [...invitation.domains];
      if (ownerId === viewer.id)
        throw new Problem('conflict', msg('This is your own workspace. Share the link with someone else.'));
      const taken = await app.db
        .deleteFrom('identity.team_invitation')
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst();
      if (!taken) throw new Problem('gone', msg('This invitation was already used'));
      await app.db
        .insertInto('identity.team_member')
        .values({ owner_id: ownerId, member_id: viewer.id, role, domains, joined_at: app.clock.now() })
        .onConflict((conflict) => conflict.columns(['owner_id', 'member_id']).doUpdateSet({ role, domains }))
        .execute();
      return invitation;
    });
  },
);
