import { t } from '../../../kernel/translation/translate.ts';
import { addAuditEntry as recordNote } from '../../../identity/operators/audit.ts';
import { invalid, missing, Problem } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { may, type Viewer } from '../../../platform/http/caller.ts';
import { cleanText, isBlank } from '../../../kernel/text.ts';
import { refuseManaging, refuseSuspendedOrHeld } from '../../access/page.ts';
import { getPage } from '../get-page.ts';

export const longestVerificationNote = 1000;

export interface Verification {
  note: string;
  createdAt: Date;
  decidedAt: Date | null;
  outcome: 'verified' | 'declined' | null;
  answer: string;
}

/** Requests the verification of a page. Only one request can be pending. */
export async function requestVerification(
  app: App,
  viewer: Viewer,
  pageId: string,
  typed: string,
): Promise<void> {
  const page = await getPage(app, viewer, { id: pageId });
  refuseManaging(page);
  refuseSuspendedOrHeld(page);
  if (page.isVerified) throw new Problem('conflict', t('This page is already verified'));
  const note = cleanText(typed, 'note', longestVerificationNote);
  if (isBlank(note)) throw invalid('note', t('Explain how we can verify this page'));
  const asked = await app.db
    .insertInto('social.page_verification')
    .values({ page_id: pageId, requester_id: viewer.id, note, created_at: app.clock.now() })
    .onConflict((conflict) => conflict.column('page_id').where('decided_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!asked) throw new Problem('conflict', t('A request is already pending'));
}

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
export async function verifyPage(
  app: App,
  operator: Viewer,
  pageId: string,
  {
    outcome,
    answer: typed = '',
  }: { outcome: 'verified' | 'declined' | 'removed'; answer?: string | undefined },
): Promise<void> {
  if (!may(operator, 'operate')) throw new Problem('forbidden', t('Only operators can do that'));
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
      if (!decided && outcome === 'declined') throw missing(t('Request'));
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
}

const acts = {
  verified: 'page.verify',
  declined: 'page.decline_verification',
  removed: 'page.unverify',
} as const;
