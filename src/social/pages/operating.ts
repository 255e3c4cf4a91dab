import { addAuditEntry, addAuditEntry as recordNote } from '../../identity/operators/audit.ts';
import { invalid, missing, Problem, msg } from '../../kernel/problem.ts';
import { cleanText, isBlank } from '../../kernel/text.ts';
import { perAccount, verb, inTransaction, may } from '../../platform/app.ts';
import type { App, Rules, Viewer } from '../../platform/app.ts';
import { nameMatches } from '../../platform/database/queries.ts';
import { refuseManaging, refuseSuspendedOrHeld, type SocialPage } from '../access/page.ts';
import { getPage, pageName, selectPages, toSocialPage } from './reading.ts';
import { minutes } from '../../kernel/time.ts';

const suspending: Rules = { name: 'pages.suspend', who: 'operator' };

export const longestVerificationNote = 1000;

export interface Verification {
  note: string;
  createdAt: Date;
  decidedAt: Date | null;
  outcome: 'verified' | 'declined' | null;
  answer: string;
}

/** Requests the verification of a page. Only one request can be pending. */
export const requestVerification = verb(
  { name: 'pages.request-verification', who: 'member', limit: perAccount(60, minutes(5)) },
  async (app: App, viewer: Viewer, pageId: string, typed: string): Promise<void> => {
    const page = await getPage(app, viewer, { id: pageId });
    refuseManaging(page);
    refuseSuspendedOrHeld(page);
    if (page.isVerified) throw new Problem('conflict', msg('This page is already verified'));
    const note = cleanText(typed, 'note', longestVerificationNote);
    if (isBlank(note)) throw invalid('note', msg('Explain how we can verify this page'));
    const asked = await app.db
      .insertInto('social.page_verification')
      .values({ page_id: pageId, requester_id: viewer.id, note, created_at: app.clock.now() })
      .onConflict((conflict) => conflict.column('page_id').where('decided_at', 'is', null).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!asked) throw new Problem('conflict', msg('A request is already pending'));
  },
);

/** Returns the last request, for people who may make one. */
export async function findVerification(
  { db }: Pick<App, 'db'>,
  pageId: string,
): Promise<Verification | undefined> {
  const row = await db
    .selectFrom('social.page_verification')
    .where('page_id', '=', pageId)
    .orderBy('id', 'desc')
    .limit(1)
    .select(['note', 'created_at as createdAt', 'decided_at as decidedAt', 'outcome', 'answer'])
    .executeTakeFirst();
  return row && { ...row, outcome: row.outcome as Verification['outcome'] };
}

/** Verifies a page, or declines or revokes its verification, with or without a request. */
export const verifyPage = verb(
  { name: 'pages.verify', who: 'operator' },
  async (
    app: App,
    operator: Viewer,
    pageId: string,
    {
      outcome,
      answer: typed = '',
    }: { outcome: 'verified' | 'declined' | 'removed'; answer?: string | undefined },
  ): Promise<void> => {
    if (!may(operator, 'operate')) throw new Problem('forbidden', msg('Only operators can do that'));
    const { username } = await getPage(app, operator, { id: pageId });
    const answer = cleanText(typed, 'answer', longestVerificationNote);
    const now = app.clock.now();
    await inTransaction(app, async (app) => {
      if (outcome !== 'removed') {
        const decided = await app.db
          .updateTable('social.page_verification')
          .set({ decided_at: now, decided_by: operator.id, outcome, answer })
          .where('page_id', '=', pageId)
          .where('decided_at', 'is', null)
          .returning('id')
          .executeTakeFirst();
        if (!decided && outcome === 'declined') throw missing(msg('Request'));
      }
      if (outcome !== 'declined')
        await app.db
          .updateTable('social.page')
          .set({ verified_at: outcome === 'verified' ? now : null })
          .where('id', '=', pageId)
          .execute();
      await recordNote(
        app,
        operator.id,
        acts[outcome],
        `page ${pageId}`,
        [username, answer].filter(Boolean).join(': '),
      );
    });
  },
);

const acts = {
  verified: 'page.verify',
  declined: 'page.decline_verification',
  removed: 'page.unverify',
} as const;

export const longestSuspensionReason = 500;

/** Suspends a page with everything published on its behalf. The team sees the reason. */
export const suspendPage = verb(
  suspending,
  async (app: App, operator: Viewer, pageId: string, typed: string): Promise<void> => {
    const { username } = await getShut(app, operator, pageId);
    const reason = cleanText(typed, 'reason', longestSuspensionReason);
    if (isBlank(reason)) throw invalid('reason', msg('Enter a reason. The page’s team will see it.'));
    await inTransaction(app, async (app) => {
      await app.db
        .updateTable('social.page')
        .set({ suspended_at: app.clock.now(), suspended_reason: reason })
        .where('id', '=', pageId)
        .execute();
      await addAuditEntry(app, operator.id, 'page.suspend', `page ${pageId}`, `${username}: ${reason}`);
    });
  },
);

/** Lifts the suspension of a page. No-op if it is not suspended. */
const unsuspendPage = verb(suspending, async (app: App, operator: Viewer, pageId: string): Promise<void> => {
  const { username, suspendedAt } = await getShut(app, operator, pageId);
  if (!suspendedAt) return;
  await inTransaction(app, async (app) => {
    await app.db
      .updateTable('social.page')
      .set({ suspended_at: null, suspended_reason: '' })
      .where('id', '=', pageId)
      .execute();
    await addAuditEntry(app, operator.id, 'page.reinstate', `page ${pageId}`, username);
  });
});

export const pageActs = ['verify', 'decline', 'unverify', 'suspend', 'unsuspend'] as const;

const outcomes = { verify: 'verified', decline: 'declined', unverify: 'removed' } as const;

/** What an operator decides about a page. `reason` is the answer to a request for verification, too. */
export function decidePage(
  app: App,
  operator: Viewer,
  pageId: string,
  act: (typeof pageActs)[number],
  reason: string,
): Promise<void> {
  if (act === 'suspend') return suspendPage(app, operator, pageId, reason);
  if (act === 'unsuspend') return unsuspendPage(app, operator, pageId);
  return verifyPage(app, operator, pageId, { outcome: outcomes[act], answer: reason });
}

function getShut(app: App, operator: Viewer, id: string) {
  if (!may(operator, 'operate')) throw new Problem('forbidden', msg('Only operators can do that'));
  return getPage(app, operator, { id });
}

const max = 50;

/** A page in the operator's list. `note`: the statement of a verification request. */
export interface OperatedPage {
  page: SocialPage;
  note: string | null;
}

/** Returns verification requests, oldest first; suspended pages; and pages whose name matches `q`. */
export async function listForOperator(
  app: App,
  operator: Viewer,
  q = '',
): Promise<{ asking: OperatedPage[]; suspended: OperatedPage[]; found: OperatedPage[] }> {
  const select = () =>
    selectPages(app, operator)
      .leftJoin('social.page_verification as asked', (join) =>
        join.onRef('asked.page_id', '=', 'page.id').on('asked.decided_at', 'is', null),
      )
      .select('asked.note')
      .limit(max);
  const conditions = nameMatches(pageName, q);
  let named = select().orderBy('page.id', 'desc');
  for (const condition of conditions) named = named.where(condition);
  const toOperated = ({ note, ...row }: Awaited<ReturnType<typeof named.execute>>[number]): OperatedPage => ({
    page: toSocialPage(app, row),
    note,
  });
  const [asking, suspended, found] = await Promise.all([
    select().where('asked.id', 'is not', null).orderBy('asked.id').execute(),
    select().where('page.suspended_at', 'is not', null).orderBy('page.id', 'desc').execute(),
    conditions.length > 0 ? named.execute() : [],
  ]);
  return {
    asking: asking.map(toOperated),
    suspended: suspended.map(toOperated),
    found: found.map(toOperated),
  };
}
