import { sql } from 'kysely';
import { createHmac } from 'node:crypto';
import { notifyOperators } from '../../identity/operators/operators.ts';
import { invalid, msg } from '../../kernel/problem.ts';
import { lengthOf } from '../../kernel/text.ts';
import { t } from '../../web/translation/translate.ts';
import { type App, verb, inTransaction } from '../../platform/app.ts';
import { addressKey } from '../../platform/limits.ts';
import { settingOf } from './assessment.ts';
import { holdLink } from './decisions.ts';
import { findAnyLink, followedAddress, type ModeratedLink } from './reading.ts';
import { getSettings } from './rules.ts';
import { hours } from '../../kernel/time.ts';

/** Reasons for a report, by database name. */
export const reportCategories = () =>
  ({
    phishing: t('Phishing: imitates another site'),
    malware: t('Malware'),
    scam: t('Scam or fraud'),
    spam: t('Spam'),
    illegal: t('Illegal content'),
    other: t('Something else'),
  }) as const;
export type LinkReportCategory = keyof ReturnType<typeof reportCategories>;

export interface LinkReport {
  category: LinkReportCategory;
  reason: string;
  contact: string;
  createdAt: Date;
  decidedAt: Date | null;
}

interface NewReport {
  /** The short URL as pasted by the reporter. */
  link: string;
  category: LinkReportCategory;
  reason: string;
  contact: string;
}

/** The reporter: an account, or an IP address, which is not stored. */
interface Reporter {
  accountId: string | undefined;
  address: string;
}

const longest = { reason: 2000, contact: 254 };

/**
 * Accepts a report from anyone. A repeated report of a link counts once, unless the earlier one was decided
 * and the link has changed since. When enough different people have reported a link, it is held before an
 * operator has reviewed it.
 */
export const reportLink = verb(
  { name: 'safety.report', who: 'anyone', limit: { by: ['address'], calls: 20, within: hours(1) } },
  async (app, reporter: Reporter, given: NewReport): Promise<void> => {
    const [reason, contact] = [given.reason.trim(), given.contact.trim()];
    if (lengthOf(reason) > longest.reason)
      throw invalid('reason', msg('Use at most {reason} characters', { reason: longest.reason }));
    if (lengthOf(contact) > longest.contact)
      throw invalid('contact', msg('Use at most {reason} characters', { reason: longest.contact }));
    const link = await findAnyLink(app, given.link);
    if (!link) throw invalid('link', msg('Unknown short link. Paste it exactly as you received it.'));
    await inTransaction(app, async (app) => {
      const isNew = await insert(app, link, { ...given, reason, contact }, hashOf(app, reporter));
      if (isNew) await act(app, link, given.category);
    });
  },
);

async function insert(
  { db, clock }: App,
  link: ModeratedLink,
  { category, reason, contact }: NewReport,
  reporter: Buffer,
): Promise<boolean> {
  const { rows } = await sql`
    insert into links.report (link_id, category, reason, contact, reporter, created_at)
    values (${link.id}, ${category}, ${reason}, ${contact}, ${reporter}, ${clock.now()})
    on conflict (link_id, reporter) do update
      set category = excluded.category, reason = excluded.reason, contact = excluded.contact,
        created_at = excluded.created_at, decided_at = null, decided_by = null
      where report.decided_at < ${link.updatedAt}
    returning id`.execute(db);
  return rows.length > 0;
}

async function act(app: App, link: ModeratedLink, category: LinkReportCategory): Promise<void> {
  const { open } = await app.db
    .selectFrom('links.report')
    .select(sql<number>`count(*)::int`.as('open'))
    .where('link_id', '=', link.id)
    .where('decided_at', 'is', null)
    .executeTakeFirstOrThrow();
  const { outcome, threshold } = settingOf('reports', await getSettings(app));
  if (outcome !== 'allow' && open >= threshold) await holdLink(app, link.id, 'reports', link.url);
  if (open > 1) return;
  const address = followedAddress(app.config, link);
  await notifyOperators(app, () => ({
    subject: t('Reported: {address}', { address }),
    text: [
      `${reportCategories()[category]}.`,
      '',
      address,
      link.url ? t('leads to {url}', { url: link.url }) : t('leads to a page of its own'),
      '',
      `${app.config.hopUrl}/operator/links/${link.id}`,
      '',
    ].join('\n'),
  }));
}

/** Returns a fingerprint that is the same for the same reporter and does not reveal who it was. */
function hashOf({ config }: App, { accountId, address }: Reporter): Buffer {
  const who = accountId === undefined ? `address ${addressKey(address)}` : `account ${accountId}`;
  return createHmac('sha256', config.secretKey).update(`report by ${who}`).digest().subarray(0, 16);
}

interface Appeal {
  link: string;
  message: string;
  contact: string;
}

/** Submits an appeal to the operators against a suspended or held link. */
export const appeal = verb(
  { name: 'safety.appeal', who: 'anyone', limit: { by: ['address'], calls: 20, within: hours(1) } },
  async (app, given: Appeal): Promise<void> => {
    const [message, contact] = [given.message.trim(), given.contact.trim()];
    if (message === '') throw invalid('message', msg('Explain why this is a mistake'));
    if (lengthOf(message) > 4000) throw invalid('message', msg('Use at most 4,000 characters'));
    if (!/^[^\s@]{1,64}@[^\s@]{1,189}$/.test(contact))
      throw invalid('contact', msg('Enter your email address'));
    const link = await findAnyLink(app, given.link);
    if (!link || (!link.suspendedAt && !link.heldAt))
      throw invalid('link', msg('No suspended or held link has this URL'));
    const address = followedAddress(app.config, link);
    await notifyOperators(app, () => ({
      subject: t('Appeal: {address}', { address }),
      text: [
        message,
        '',
        t('From {contact}', { contact }),
        '',
        address,
        t('of @{owner}', { owner: link.owner }),
        `${app.config.hopUrl}/operator/links/${link.id}`,
        '',
      ].join('\n'),
    }));
  },
);
