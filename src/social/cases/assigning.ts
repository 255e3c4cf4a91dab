import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { type Expression, expressionBuilder, type ExpressionBuilder, sql } from 'kysely';
import { addAuditEntry } from '../../identity/operators/audit.ts';
import { type AssignedTo, type Handover, parseHandover } from '../../identity/operators/handover.ts';
import { listModerators } from '../../identity/operators/operators.ts';
import { missing, Problem, msg } from '../../kernel/problem.ts';
import { minutes } from '../../kernel/time.ts';
import { type App, verb, inTransaction, type Viewer } from '../../platform/app.ts';
import type { DB } from '../../platform/database/rows.gen.ts';
import { notify } from '../notify/notify.ts';

/** How long only the one who has a case can decide it. */
export const claimDuration = minutes(15);
const maxHistory = 10;

/** A change of who has a case. */
export interface Assignment {
  /** Null if it was given back, or if the account was deleted. */
  to: string | null;
  by: string | null;
  isRelease: boolean;
  note: string;
  at: string;
}

/**
 * Gives an open case, or a decided one whose appeal is open, to a moderator, who is notified. Throws a conflict if
 * somebody else has it than the page showed, so that of two who take it one wins.
 */
export const assignCase = verb(
  { name: 'cases.assign', who: 'moderator' },
  async (app: App, moderator: Viewer, id: string, given: Handover): Promise<void> =>
    change(app, moderator, id, { ...parseHandover(given, await listModerators(app)), from: given.from }),
);

/**
 * Assigns a case to the moderator. The case of another is taken over only from the one who the page showed. Throws a
 * conflict that names who has or decided it.
 */
export const claimCase = verb(
  { name: 'cases.claim', who: 'moderator' },
  (app: App, moderator: Viewer, id: string, from?: string): Promise<void> =>
    change(app, moderator, id, { assignee: moderator, note: '', from: from ?? '' }),
);

/** Gives the moderator's case back. No-op if it is not theirs. */
export const unclaimCase = verb(
  { name: 'cases.unclaim', who: 'moderator' },
  (app: App, moderator: Viewer, id: string): Promise<void> =>
    change(app, moderator, id, { assignee: undefined, note: '', from: moderator.id }).catch(
      (error: unknown) => {
        if (!(error instanceof Problem) || error.kind !== 'conflict') throw error;
      },
    ),
);

const change = (
  app: App,
  moderator: Viewer,
  id: string,
  {
    assignee,
    note,
    from,
  }: { assignee: Pick<Viewer, 'id' | 'username'> | undefined; note: string; from: string | undefined },
): Promise<void> =>
  inTransaction(app, async (app) => {
    const found = await app.db
      .selectFrom('social.moderation_case as one')
      .where('one.id', '=', id)
      .select(['one.claimed_by', 'one.subject', 'one.subject_id'])
      .select((eb) => isOpen(eb).as('is_open'))
      .forUpdate('one')
      .executeTakeFirst();
    if (!found) throw missing(msg('Case'));
    const now = found.claimed_by ?? '';
    // Whoever presses twice has it already.
    const isTheirs = assignee?.id === moderator.id && now === moderator.id;
    if (!found.is_open || (from !== undefined && from !== now && !isTheirs))
      throw await settlementConflict(app, id);
    const at = app.clock.now();
    await app.db
      .updateTable('social.moderation_case')
      .set({ claimed_by: assignee?.id ?? null, claimed_at: assignee ? at : null })
      .where('id', '=', id)
      .execute();
    if (now === (assignee?.id ?? '') && note === '') return;
    await app.db
      .insertInto('social.case_assignment')
      .values({
        case_id: id,
        assignee_id: assignee?.id ?? null,
        assigned_by: moderator.id,
        is_release: !assignee,
        note,
        at,
      })
      .execute();
    await addAuditEntry(
      app,
      moderator.id,
      assignee ? 'case.assign' : 'case.unassign',
      `${found.subject} ${found.subject_id}`,
      [assignee && `@${assignee.username}`, note].filter(Boolean).join(': '),
    );
    if (assignee) await notify(app, { to: assignee.id, kind: 'case_assigned', by: moderator.id });
  });

/** SQL: whether a case `one` waits for a decision, or for that about an appeal. */
const isOpen = (eb: ExpressionBuilder<DB & { one: DB['social.moderation_case'] }, 'one'>) =>
  eb.or([
    eb('one.settled_at', 'is', null),
    eb.exists(
      eb
        .selectFrom('social.appeal')
        .whereRef('social.appeal.case_id', '=', 'one.id')
        .where('social.appeal.settled_at', 'is', null)
        .select('social.appeal.id'),
    ),
  ]);

/** Returns the error that names the moderator who decided or has the case. */
export async function settlementConflict({ db }: Pick<App, 'db'>, id: string): Promise<Problem> {
  const found = await db
    .selectFrom('social.moderation_case as one')
    .leftJoin('identity.account as moderator', (join) =>
      join.on((eb) => eb('moderator.id', '=', eb.fn.coalesce('one.claimed_by', 'one.settled_by'))),
    )
    .where('one.id', '=', id)
    .select(['one.decision', 'one.claimed_by', 'moderator.username'])
    .executeTakeFirst();
  if (!found) return missing(msg('Case'));
  const who = found.username === null ? msg('Someone') : `@${found.username}`;
  if (found.claimed_by !== null) return new Problem('conflict', msg('{who} is reviewing this case', { who }));
  return found.decision === null
    ? new Problem('conflict', msg('This case was given back in the meantime'))
    : new Problem('conflict', msg('{who} already decided this case', { who }));
}

/** Who had a case, newest first. `caseId` is the column of its id. */
export const assignmentsOf = (caseId: Expression<string>) =>
  jsonArrayFrom(
    expressionBuilder<DB>()
      .selectFrom('social.case_assignment as turn')
      .leftJoin('identity.account as assignee', 'assignee.id', 'turn.assignee_id')
      .leftJoin('identity.account as giver', 'giver.id', 'turn.assigned_by')
      .where('turn.case_id', '=', caseId)
      .orderBy('turn.id', 'desc')
      .limit(maxHistory)
      .select(['assignee.username as to', 'giver.username as by', 'turn.is_release as isRelease'])
      .select(['turn.note', sql<string>`turn.at`.as('at')]),
  );

/** SQL: whether a case `one` is of those. */
export const isAssigned = (to: AssignedTo, moderator: Pick<Viewer, 'id'>) =>
  to === 'mine' ? sql<boolean>`one.claimed_by = ${moderator.id}` : sql<boolean>`one.claimed_by is null`;

/** The moderator who has a case. */
export interface Assignee {
  id: string;
  username: string;
  /** Whether nobody else can decide the case for now. */
  isReviewing: boolean;
}

export const toAssignee = (
  { clock }: Pick<App, 'clock'>,
  row: { assignee_id: string | null; assignee_username: string | null; claimed_at: Date | null },
): Assignee | null =>
  row.assignee_id === null
    ? null
    : {
        id: row.assignee_id,
        username: row.assignee_username ?? '',
        isReviewing: (row.claimed_at?.getTime() ?? 0) > clock.now().getTime() - claimDuration,
      };
