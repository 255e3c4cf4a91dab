import { comparableHost } from '../../../kernel/comparable.ts';
import { t } from '../../../kernel/translation/translate.ts';
import { addAuditEntry } from '../../../identity/operators/audit.ts';
import { reinstateAccount, suspendAccount } from '../../../identity/people/suspend-account.ts';
import { invalid } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { addEntries } from '../lists/change-entries.ts';
import { getWatched } from './find-any-link.ts';
import { releaseLinks, suspendLinks, type Suspended } from './suspend-links.ts';
import { hostAndAbove, parseTargetParts } from '../assessment/target.ts';
import { notifyOwners } from './notify-owners.ts';
import { subjectOf, type ModeratedLink } from './moderated-link.ts';

/** Decisions of an operator about a link, and their actions in the audit log. */
export const decisions = {
  approve: 'link.approve',
  suspend: 'link.suspend',
  'suspend-domain': 'link.suspend_domain',
  'block-domain': 'link.block_domain',
  'suspend-owner': 'link.suspend_owner',
  'reinstate-owner': 'link.reinstate_owner',
} as const;
export type Decision = keyof typeof decisions;

interface ModerationDecision {
  decision: Decision;
  /** For decisions about a domain: the destination's host or a parent domain. */
  domain?: string | undefined;
  /** Reason for the owner. May be blank. */
  reason: string;
}

/** Decides about a link and the reports of it. Notifies the affected owners. */
export async function decideLink(
  app: App,
  operator: Viewer,
  id: string,
  judgement: ModerationDecision,
): Promise<{ suspended: number }> {
  return inTransaction(app, async (app) => {
    const link = await getWatched(app, id);
    const suspended = await carryOut(app, operator, link, judgement);
    const reason = judgement.reason.trim();
    await settleReports(app, operator, [link.id, ...suspended.map(({ id }) => id)]);
    await addAuditEntry(app, operator.id, decisions[judgement.decision], subjectOf(id), reason);
    if (suspended.length > 0)
      await notifyOwners(app, suspended, (count) => ({
        subject: t(
          '{count, plural, one {One of your links was suspended} other {Some of your links were suspended}}',
          { count },
        ),
        about: reason
          ? t('These links no longer work: {reason}', { reason })
          : t('These links no longer work because they violated our rules or were reported as harmful.'),
      }));
    return { suspended: suspended.length };
  });
}

async function carryOut(
  app: App,
  operator: Viewer,
  link: ModeratedLink,
  { decision, domain, reason }: ModerationDecision,
): Promise<Suspended[]> {
  switch (decision) {
    case 'approve': {
      const wasSuspended = link.suspendedAt !== null;
      const released = await releaseLinks(app, { link: link.id });
      if (wasSuspended)
        await notifyOwners(app, released, () => ({
          subject: t('One of your links works again'),
          about: t('We reviewed this link again, and it works normally:'),
        }));
      return [];
    }
    case 'suspend':
      return suspendLinks(app, { link: link.id });
    case 'suspend-domain':
      return suspendLinks(app, { domain: meantDomain(link, domain) });
    case 'block-domain': {
      const values = meantDomain(link, domain);
      await addEntries(app, operator, {
        list: 'domain',
        values,
        outcome: 'refuse',
        reason: reason.slice(0, 200),
      });
      return suspendLinks(app, { domain: values });
    }
    case 'suspend-owner':
      await suspendAccount(app, operator, link.ownerId, { reason });
      return suspendLinks(app, { owner: link.ownerId });
    case 'reinstate-owner':
      await reinstateAccount(app, operator, link.ownerId);
      await releaseLinks(app, { owner: link.ownerId });
      return [];
  }
}

function meantDomain({ url }: ModeratedLink, named: string | undefined): string {
  const target = parseTargetParts(url);
  if (!target) throw invalid('decision', t('This has no domain'));
  const given = comparableHost(named ?? '');
  const domain = given === '' ? target.host : given;
  if (!hostAndAbove(target.host).includes(domain) || !/[.:]/.test(domain))
    throw invalid('domain', t('This must be {host} or a parent domain of it', { host: target.host }));
  return domain;
}

async function settleReports({ db, clock }: App, operator: Viewer, ids: readonly string[]): Promise<void> {
  await db
    .updateTable('links.report')
    .set({ decided_at: clock.now(), decided_by: operator.id, contact: '' })
    .where('link_id', 'in', ids)
    .where('decided_at', 'is', null)
    .execute();
}
