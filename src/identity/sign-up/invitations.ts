import { msg, invalid, Problem } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { normalize } from '../../kernel/text.ts';
import { days, hours } from '../../kernel/time.ts';
import { type App, verb, perAccount, type Viewer } from '../../platform/app.ts';
import { sendMail } from '../../platform/mail.ts';
import { parseEmail } from '../account/email.ts';

/** How long an invitation may be used, in days. */
export const lives = [1, 7, 14, 30] as const;
type Life = (typeof lives)[number];
/** How many people one invitation may bring. */
export const mostUses = 100;
const maxOpen = 20;

export interface Invitation {
  id: string;
  code: string;
  email: string;
  expiresAt: Date;
  /** When its last use was taken. */
  usedAt: Date | null;
  uses: number;
  maxUses: number;
}

interface NewInvitation {
  /** The address to mail it to. Blank for a link to share. */
  email: string;
  /** How many may use a link. An invitation that is mailed is for one person. */
  uses?: number;
  /** Days until it expires. */
  life?: Life;
}

/** Creates an invitation. With an address, mails it there. */
export const inviteToSignUp = verb(
  { name: 'sign-up.invite', who: 'member', limit: perAccount(20, hours(24)) },
  async (app, viewer: Pick<Viewer, 'id' | 'name' | 'isActivated'>, given: NewInvitation): Promise<string> => {
    // An invitation is an approval, which who waits for one cannot give.
    if (!viewer.isActivated)
      throw new Problem('forbidden', msg('You can invite others when your registration is complete'));
    const { uses = 1, life = 14 } = given;
    const email = given.email.trim() === '' ? '' : parseEmail(given.email);
    if (!Number.isInteger(uses) || uses < 1 || uses > mostUses)
      throw invalid('uses', msg('Choose 1 to {mostUses} people', { mostUses }));
    if (email !== '' && uses > 1)
      throw invalid('uses', msg('An invitation that is mailed is for one person'));
    const now = app.clock.now();
    const open = await app.db
      .selectFrom('identity.invitation')
      .select((row) => row.fn.countAll<string>().as('count'))
      .where('created_by', '=', viewer.id)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirstOrThrow();
    if (Number(open.count) >= maxOpen)
      throw new Problem('throttled', msg('You have {maxOpen} unused invitations', { maxOpen }));
    const code = randomBytes(9).toString('base64url');
    await app.db
      .insertInto('identity.invitation')
      .values({
        code,
        created_by: viewer.id,
        email,
        created_at: now,
        max_uses: uses,
        expires_at: new Date(now.getTime() + days(life)),
      })
      .execute();
    if (email !== '')
      await sendMail(app, {
        to: email,
        subject: t('{name} invites you', { name: viewer.name }),
        text: t(
          '{name} invites you to {plazaUrl}\n\nJoin within {life, plural, one {# day} other {# days}}: {plazaUrl}/signup?invitation={code}',
          { name: viewer.name, plazaUrl: app.config.plazaUrl, code, life },
        ),
      });
    return code;
  },
);

export async function listSignUpInvitations({ db }: App, viewer: Pick<Viewer, 'id'>): Promise<Invitation[]> {
  return db
    .selectFrom('identity.invitation')
    .select(['id', 'code', 'email', 'expires_at as expiresAt', 'used_at as usedAt', 'uses'])
    .select('max_uses as maxUses')
    .where('created_by', '=', viewer.id)
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
}

export const revokeSignUpInvitation = verb(
  { name: 'sign-up.revoke-invitation', who: 'member' },
  async ({ db }, viewer: Pick<Viewer, 'id'>, id: string) => {
    await db
      .deleteFrom('identity.invitation')
      .where('id', '=', id)
      .where('created_by', '=', viewer.id)
      .where('used_at', 'is', null)
      .execute();
  },
);

/** Takes one use of an invitation. Concurrent sign-ups cannot take more uses than there are. */
export async function useSignUpInvitation(
  { db, clock }: App,
  code: string,
  newcomerId: string,
): Promise<void> {
  const now = clock.now();
  const { numUpdatedRows } = await db
    .updateTable('identity.invitation')
    .set({
      used_by: newcomerId,
      uses: sql`uses + 1`,
      used_at: sql`case when uses + 1 >= max_uses then ${now}::timestamptz end`,
    })
    .where('code', '=', normalize(code.trim().slice(0, 100), 'NFKC'))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (numUpdatedRows === 0n)
    throw invalid('invitation_code', msg('This invitation is unknown, used or expired'));
}
