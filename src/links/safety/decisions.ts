import { sql } from 'kysely';
import { mailAccount } from '../../identity/account/email.ts';
import { addAuditEntry } from '../../identity/operators/audit.ts';
import { reinstateAccount, suspendAccount } from '../../identity/people/suspend-account.ts';
import { comparableHost } from '../../kernel/comparable.ts';
import { invalid, msg } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import { type App, verb, inTransaction, type Viewer } from '../../platform/app.ts';
import { publishLinkChange, publishLinkChanges } from '../link/link.ts';
import { destinationFields } from './assessment.ts';
import { addEntries } from './entries.ts';
import { followedAddress, getWatched, type ModeratedLink, linkSubject } from './reading.ts';
import { hostAndAbove, parseTargetParts, type RuleName } from './rule.ts';
import { warningOf } from './rules.ts';

/** Decisions of an operator about a link, and their actions in the audit log. */
export const linkDecisions = {
  approve: 'link.approve',
  suspend: 'link.suspend',
  'suspend-domain': 'link.suspend_domain',
  'block-domain': 'link.block_domain',
  'suspend-owner': 'link.suspend_owner',
  'reinstate-owner': 'link.reinstate_owner',
} as const;
export type LinkDecision = keyof typeof linkDecisions;

interface ModerationDecision {
  decision: LinkDecision;
  /** For decisions about a domain: the destination's host or a parent domain. */
  domain?: string | undefined;
  /** Reason for the owner. May be blank. */
  reason: string;
}

/** Decides about a link and the reports of it. Notifies the affected owners. */
export const decideLink = verb(
  { name: 'safety.decide', who: 'operator' },
  async (
    app,
    operator: Viewer,
    id: string,
    judgement: ModerationDecision,
  ): Promise<{ suspended: number }> => {
    return inTransaction(app, async (app) => {
      const link = await getWatched(app, id);
      const suspended = await carryOut(app, operator, link, judgement);
      const reason = judgement.reason.trim();
      await settleReports(app, operator, [link.id, ...suspended.map(({ id }) => id)]);
      await addAuditEntry(app, operator.id, linkDecisions[judgement.decision], linkSubject(id), reason);
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
  },
);

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
  if (!target) throw invalid('decision', msg('This has no domain'));
  const given = comparableHost(named ?? '');
  const domain = given === '' ? target.host : given;
  if (!hostAndAbove(target.host).includes(domain) || !/[.:]/.test(domain))
    throw invalid('domain', msg('This must be {host} or a parent domain of it', { host: target.host }));
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

/**
 * Shows visitors a warning until an operator has reviewed the link, and notifies its owner. Does nothing if
 * it is already held or suspended, or its destination is no longer `url`.
 */
export async function holdLink(app: App, id: string, rule: RuleName, url: string): Promise<void> {
  await inTransaction(app, async (app) => {
    const held = await app.db
      .updateTable('links.link')
      .set({ held_at: app.clock.now(), held_for: rule })
      .where('id', '=', id)
      .where('url', '=', url)
      .where('held_at', 'is', null)
      .where('suspended_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!held) return;
    const link = await getWatched(app, id);
    await publishLinkChange(app, link);
    await notifyOwners(app, [link], () => ({
      subject: t('Visitors of your link see a warning'),
      about: t('Until we have reviewed it, visitors of this link see a warning first: “{title}”.', {
        title: warningOf(rule).title,
      }),
    }));
  });
}

/** A link, all links to a domain, or all links of an owner. */
type Which = { link: string } | { domain: string } | { owner: string };

interface Suspended {
  id: string;
  alias: string;
  domain: string | null;
  ownerId: string;
}

/** Suspends links and returns those that were active. Must be called in a transaction. */
export async function suspendLinks(app: App, which: Which): Promise<Suspended[]> {
  const wanted =
    'link' in which
      ? sql<boolean>`link.id = ${which.link}`
      : 'domain' in which
        ? destinationFields(which.domain)
        : sql<boolean>`link.account_id = ${which.owner}`;
  // Links that were suspended with their owner are no longer released with the owner.
  if (!('owner' in which))
    await app.db
      .updateTable('links.link as link')
      .set({ suspended_with: 'link' in which ? 'link' : 'domain' })
      .where('link.suspended_with', '=', 'owner')
      .where(wanted)
      .execute();
  // Includes deleted links, because their owner could restore them.
  const changed = await app.db
    .updateTable('links.link as link')
    .set({
      suspended_at: app.clock.now(),
      suspended_with: 'link' in which ? 'link' : 'domain' in which ? 'domain' : 'owner',
      held_at: null,
      held_for: null,
      target_check_due_at: null,
    })
    .where('link.suspended_at', 'is', null)
    .where(wanted)
    .returning([...placed, 'link.deleted_at'])
    .execute();
  return announced(
    app,
    changed.flatMap(({ deleted_at, ...link }) => (deleted_at ? [] : [link])),
  );
}

/** Ends the suspension or hold of links. Must be called in a transaction. */
async function releaseLinks(app: App, which: { link: string } | { owner: string }): Promise<Suspended[]> {
  const changed = await app.db
    .updateTable('links.link as link')
    .set({
      suspended_at: null,
      suspended_with: null,
      held_at: null,
      held_for: null,
      target_check_due_at: null,
    })
    .where(
      'link' in which
        ? sql<boolean>`link.id = ${which.link}`
        : sql<boolean>`link.account_id = ${which.owner} and link.suspended_with = 'owner'`,
    )
    .returning(placed)
    .execute();
  return announced(app, changed);
}

const placed = [
  'link.id',
  'link.alias',
  'link.account_id as ownerId',
  sql<string | null>`(
    select domain.scheme || '://' || domain.host from links.domain where domain.id = link.domain_id
  )`.as('domain'),
] as const;

async function announced(app: App, links: Suspended[]): Promise<Suspended[]> {
  await publishLinkChanges(app, links);
  return links;
}

const maxNamed = 20;

/** Sends one email per owner, for any number of links. `write` returns the subject and an explanation. */
export async function notifyOwners(
  app: Pick<App, 'db' | 'config' | 'clock'>,
  links: readonly Suspended[],
  write: (count: number) => { subject: string; about: string },
): Promise<void> {
  for (const [ownerId, own] of Map.groupBy(links, ({ ownerId }) => ownerId))
    await mailAccount(app, ownerId, ({ firstName }) => {
      const { subject, about } = write(own.length);
      const named = own.slice(0, maxNamed).map((link) => `  ${followedAddress(app.config, link)}`);
      const count = own.length - maxNamed;
      const text = [
        t('Hello {firstName},', { firstName }),
        '',
        about,
        '',
        ...named,
        ...(count > 0 ? [`  ${t('and {count} more', { count })}`] : []),
        '',
        t('If this is a mistake, appeal at {address}', { address: `${app.config.hopUrl}/appeal` }),
        '',
      ];
      return { subject, text: text.join('\n') };
    });
}
