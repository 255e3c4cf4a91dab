import { sql } from 'kysely';
import { Problem, msg } from '../../kernel/problem.ts';
import { inLanguage, readerLanguage } from '../../web/translation/languages.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { sendMail } from '../../platform/mail.ts';

/** All operators, at most 20. */
export const listOperators = ({
  db,
}: Pick<App, 'db'>): Promise<{ id: string; username: string; email: string; language: string }[]> =>
  db
    .selectFrom('identity.account as account')
    .innerJoin('identity.role as role', 'role.name', 'account.role')
    .select(['account.id', 'account.username', 'account.email', 'account.language'])
    .where(sql<boolean>`'operate' = any(role.permissions)`)
    .where('account.deleted_at', 'is', null)
    .where('account.suspended_at', 'is', null)
    .orderBy('account.id')
    .limit(20)
    .execute();

/** All moderators and operators who can sign in, by name, at most 200. */
export const listModerators = ({
  db,
}: Pick<App, 'db'>): Promise<{ id: string; username: string; language: string }[]> =>
  db
    .selectFrom('identity.account as account')
    .innerJoin('identity.role as role', 'role.name', 'account.role')
    .select(['account.id', 'account.username', 'account.language'])
    .where(sql<boolean>`role.permissions && array['moderate', 'operate']`)
    .where('account.deleted_at', 'is', null)
    .where('account.suspended_at', 'is', null)
    .where('account.deletion_requested_at', 'is', null)
    .orderBy('account.username')
    .limit(200)
    .execute();

/** Mails all operators, each in their language, when the surrounding transaction commits. */
export async function notifyOperators(
  app: Pick<App, 'db' | 'clock'>,
  write: () => { subject: string; text: string },
): Promise<void> {
  for (const { email, language } of await listOperators(app))
    await sendMail(app, { to: email, ...inLanguage(readerLanguage(language), write) });
}

const ranks = ['moderate', 'operate'] as const;

/** 0: member, 1: moderator, 2: operator. Includes suspended accounts. */
async function rankOf({ db }: Pick<App, 'db'>, id: string): Promise<number> {
  const row = await db
    .selectFrom('identity.account as account')
    .innerJoin('identity.role as role', 'role.name', 'account.role')
    .where('account.id', '=', id)
    .select('role.permissions')
    .executeTakeFirst();
  return ranks.findLastIndex((permission) => row?.permissions.includes(permission)) + 1;
}

/**
 * Rejects actions on accounts of a higher rank: moderators cannot act on operators. `as equal`: nor on other
 * moderators.
 */
export async function refuseAbove(
  app: Pick<App, 'db'>,
  actor: Pick<Viewer, 'id'>,
  id: string,
  strict?: 'as equal',
): Promise<void> {
  if (actor.id === id) return;
  const [mine, theirs] = [await rankOf(app, actor.id), await rankOf(app, id)];
  if (theirs > mine || (strict && theirs === mine && theirs > 0))
    throw new Problem(
      'forbidden',
      theirs === 2 ? msg('Moderators cannot manage operators') : msg('Only operators can manage moderators'),
    );
}
