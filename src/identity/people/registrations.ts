import { missing, msg } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import { type App, verb, inTransaction, type Viewer } from '../../platform/app.ts';
import { whenGiven } from '../../platform/database/queries.ts';
import { getSiteSettings } from '../../platform/settings/site-settings.ts';
import { scheduleDeletionByOperator } from '../account-deletion/account-deletion.ts';
import { mailAccount } from '../account/email.ts';
import { confirmAddress } from '../activation/activation.ts';
import { addAuditEntry } from '../operators/audit.ts';
import { subjectOf } from './people.ts';

export interface RegistrationRequest {
  accountId: string;
  username: string;
  name: string;
  email: string;
  answer: string;
  createdAt: Date;
  confirmedAt: Date | null;
}

const onPage = 50;

/** Returns those who wait, the newest first. */
export async function listRequests(
  { db }: App,
  before?: string,
): Promise<{ items: RegistrationRequest[]; next: string | undefined }> {
  const rows = await db
    .selectFrom('identity.registration_request as request')
    .innerJoin('identity.account as account', 'account.id', 'request.account_id')
    .where('account.deletion_requested_at', 'is', null)
    .where('account.deleted_at', 'is', null)
    .$call(whenGiven(before, (query, before) => query.where('request.account_id', '<', before)))
    .orderBy('request.account_id', 'desc')
    .limit(onPage + 1)
    .select(['request.account_id', 'request.answer', 'request.created_at', 'request.confirmed_at'])
    .select(['account.username', 'account.first_name', 'account.last_name', 'account.email'])
    .execute();
  const items = rows.slice(0, onPage).map((row) => ({
    accountId: row.account_id,
    username: row.username,
    name: `${row.first_name} ${row.last_name}`.trim(),
    email: row.email,
    answer: row.answer,
    createdAt: row.created_at,
    confirmedAt: row.confirmed_at,
  }));
  return { items, next: rows.length > onPage ? items.at(-1)?.accountId : undefined };
}

/**
 * Approves those who asked to join. Who has not confirmed their address yet is active as soon as they do. Returns how
 * many waited.
 */
export const approveRequests = verb(
  { name: 'registrations.approve', who: 'operator' },
  async (app, operator: Pick<Viewer, 'id'>, ids: readonly string[]): Promise<number> => {
    const { activation, name } = await getSiteSettings(app);
    return decide(app, ids, async (app, id, confirmedAt) => {
      if (confirmedAt !== null || !activation) await confirmAddress(app, id);
      await addAuditEntry(app, operator.id, 'person.approve', subjectOf(id));
      await mailAccount(app, id, () => ({
        subject: t('Welcome to {name}', { name }),
        text: t('Your registration was approved. Sign in at {plazaUrl}/signin', {
          plazaUrl: app.config.plazaUrl,
        }),
      }));
    });
  },
);

/** Declines those who asked to join, and schedules the deletion of their accounts. Returns how many waited. */
export const declineRequests = verb(
  { name: 'registrations.decline', who: 'operator' },
  (app, operator: Pick<Viewer, 'id'>, ids: readonly string[]): Promise<number> =>
    decide(app, ids, async (app, id) => {
      await scheduleDeletionByOperator(app, operator.id, id, t('Your registration was declined.'));
      await addAuditEntry(app, operator.id, 'person.decline', subjectOf(id));
    }),
);

async function decide(
  app: App,
  ids: readonly string[],
  settle: (app: App, id: string, confirmedAt: Date | null) => Promise<void>,
): Promise<number> {
  let settled = 0;
  for (const id of new Set(ids))
    await inTransaction(app, async (app) => {
      // Of two operators, one decides.
      const request = await app.db
        .deleteFrom('identity.registration_request')
        .where('account_id', '=', id)
        .returning('confirmed_at')
        .executeTakeFirst();
      if (!request) return;
      await settle(app, id, request.confirmed_at);
      settled += 1;
    });
  if (settled === 0) throw missing(msg('Registration'));
  return settled;
}
