import { missing, Problem, msg } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import { type App, verb, inTransaction, type Viewer } from '../../platform/app.ts';
import { whenGiven } from '../../platform/database/queries.ts';
import { getSiteSettings } from '../../platform/settings/site-settings.ts';
import { scheduleDeletionByOperator } from '../account-deletion/account-deletion.ts';
import { mailAccount } from '../account/email.ts';
import { confirmAddress } from '../activation/activation.ts';
import { addAuditEntry } from '../operators/audit.ts';
import { type AssignedTo, type Handover, parseHandover } from '../operators/handover.ts';
import { listOperators } from '../operators/operators.ts';
import { personSubject } from './people.ts';

export interface RegistrationRequest {
  accountId: string;
  username: string;
  name: string;
  email: string;
  answer: string;
  createdAt: Date;
  confirmedAt: Date | null;
  /** The operator who has it, who gave it to them, and what they said. */
  assignee: { id: string; username: string } | null;
  assignedBy: string | null;
  note: string;
}

const onPage = 50;

interface Wanted {
  before?: string | undefined;
  /** Those of an operator, or of nobody. */
  assigned?: { to: AssignedTo; operator: Pick<Viewer, 'id'> } | undefined;
}

/** Returns those who wait, the newest first. */
export async function listRegistrationRequests(
  { db }: App,
  { before, assigned }: Wanted = {},
): Promise<{ items: RegistrationRequest[]; next: string | undefined }> {
  const rows = await db
    .selectFrom('identity.registration_request as request')
    .innerJoin('identity.account as account', 'account.id', 'request.account_id')
    .where('account.deletion_requested_at', 'is', null)
    .where('account.deleted_at', 'is', null)
    .leftJoin('identity.account as assignee', 'assignee.id', 'request.assigned_to')
    .leftJoin('identity.account as giver', 'giver.id', 'request.assigned_by')
    .$call(whenGiven(before, (query, before) => query.where('request.account_id', '<', before)))
    .$call(
      whenGiven(assigned, (query, { to, operator }) =>
        to === 'mine'
          ? query.where('request.assigned_to', '=', operator.id)
          : query.where('request.assigned_to', 'is', null),
      ),
    )
    .orderBy('request.account_id', 'desc')
    .limit(onPage + 1)
    .select(['request.account_id', 'request.answer', 'request.created_at', 'request.confirmed_at'])
    .select(['account.username', 'account.first_name', 'account.last_name', 'account.email'])
    .select([
      'request.assigned_to',
      'assignee.username as assignee',
      'giver.username as giver',
      'request.note',
    ])
    .execute();
  const items = rows.slice(0, onPage).map((row) => ({
    accountId: row.account_id,
    username: row.username,
    name: `${row.first_name} ${row.last_name}`.trim(),
    email: row.email,
    answer: row.answer,
    createdAt: row.created_at,
    confirmedAt: row.confirmed_at,
    assignee: row.assigned_to === null ? null : { id: row.assigned_to, username: row.assignee ?? '' },
    assignedBy: row.giver,
    note: row.note,
  }));
  return { items, next: rows.length > onPage ? items.at(-1)?.accountId : undefined };
}

/**
 * Gives a request to an operator, who is told by email. Throws a conflict if somebody else has it than the page showed, so
 * that of two who take it one wins.
 */
export const assignRequest = verb(
  { name: 'registrations.assign', who: 'operator' },
  async (app, operator: Viewer, id: string, given: Handover): Promise<void> => {
    const { assignee, note } = parseHandover(given, await listOperators(app));
    await inTransaction(app, async (app) => {
      const found = await app.db
        .selectFrom('identity.registration_request as request')
        .innerJoin('identity.account as account', 'account.id', 'request.account_id')
        .where('request.account_id', '=', id)
        .select(['request.assigned_to', 'account.username'])
        .forUpdate('request')
        .executeTakeFirst();
      if (!found) throw missing(msg('Registration'));
      const now = found.assigned_to ?? '';
      if (given.from !== undefined && given.from !== now && now !== (assignee?.id ?? ''))
        throw new Problem('conflict', msg('Somebody else has this registration by now'));
      if (now === (assignee?.id ?? '') && note === '') return;
      await app.db
        .updateTable('identity.registration_request')
        .set({
          assigned_to: assignee?.id ?? null,
          assigned_at: app.clock.now(),
          assigned_by: operator.id,
          note,
        })
        .where('account_id', '=', id)
        .execute();
      await addAuditEntry(
        app,
        operator.id,
        assignee ? 'registration.assign' : 'registration.unassign',
        personSubject(id),
        [assignee && `@${assignee.username}`, note].filter(Boolean).join(': '),
      );
      if (assignee && assignee.id !== operator.id) await mailAssignee(app, assignee.id, found.username, note);
    });
  },
);

const mailAssignee = (app: App, id: string, username: string, note: string): Promise<void> =>
  mailAccount(app, id, () => ({
    subject: t('The registration of @{username} is assigned to you', { username }),
    text: [note, `${app.config.plazaUrl}/operator/registrations?assigned=mine`].filter(Boolean).join('\n\n'),
  }));

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
      await addAuditEntry(app, operator.id, 'person.approve', personSubject(id));
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
      await addAuditEntry(app, operator.id, 'person.decline', personSubject(id));
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
