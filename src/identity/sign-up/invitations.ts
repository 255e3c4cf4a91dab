import { msg } from '../../kernel/message.ts';
import { t } from '../../web/translation/translate.ts';
import { randomBytes } from 'node:crypto';
import { invalid, Problem } from '../../kernel/problem.ts';
import { normalize } from '../../kernel/text.ts';
import { days, hours } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { sendMail } from '../../platform/mail.ts';
import { parseEmail } from '../account/email.ts';
import { verb, perAccount } from '../../platform/verb.ts';

const life = days(14);
const maxOpen = 20;

export interface Invitation {
  id: string;
  code: string;
  email: string;
  expiresAt: Date;
  usedAt: Date | null;
}

/** Creates an invitation. With an address, mails it there. */
export const invite = verb(
  { name: 'sign-up.invite', who: 'member', limit: perAccount(20, hours(24)) },
  async (app, viewer: Pick<Viewer, 'id' | 'name'>, to: string): Promise<string> => {
    const email = to.trim() === '' ? '' : parseEmail(to);
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
        expires_at: new Date(now.getTime() + life),
      })
      .execute();
    if (email !== '')
      await sendMail(app, {
        to: email,
        subject: t('{name} invites you', { name: viewer.name }),
        text: t(
          '{name} invites you to {plazaUrl}\n\nJoin within two weeks: {plazaUrl}/signup?invitation={code}',
          { name: viewer.name, plazaUrl: app.config.plazaUrl, code },
        ),
      });
    return code;
  },
);

export async function listInvitations({ db }: App, viewer: Pick<Viewer, 'id'>): Promise<Invitation[]> {
  return db
    .selectFrom('identity.invitation')
    .select(['id', 'code', 'email', 'expires_at as expiresAt', 'used_at as usedAt'])
    .where('created_by', '=', viewer.id)
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
}

export const revokeInvitation = verb(
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

/** Marks an invitation as used. Lets only one of two concurrent sign-ups use a code. */
export async function useInvitation({ db, clock }: App, code: string, newcomerId: string): Promise<void> {
  const now = clock.now();
  const { numUpdatedRows } = await db
    .updateTable('identity.invitation')
    .set({ used_by: newcomerId, used_at: now })
    .where('code', '=', normalize(code.trim().slice(0, 100), 'NFKC'))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (numUpdatedRows === 0n)
    throw invalid('invitation_code', msg('This invitation is unknown, used or expired'));
}
