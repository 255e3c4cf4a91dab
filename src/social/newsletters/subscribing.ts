import { sql } from 'kysely';
import { hasEmail, parseEmail } from '../../identity/account/email.ts';
import { comparableEmail } from '../../kernel/comparable.ts';
import { msg, missing, Problem } from '../../kernel/problem.ts';
import { sameSecret, signature } from '../../kernel/secrets.ts';
import { days, hours } from '../../kernel/time.ts';
import { type App, perAccount, verb, inTransaction, type Viewer } from '../../platform/app.ts';
import { bulk, sendMail } from '../../platform/mail.ts';
import { currentLanguage } from '../../web/translation/languages.ts';
import { t } from '../../web/translation/translate.ts';
import { incompleteLink } from '../mail-links.ts';
import { getNewsletter, type Newsletter } from './newsletter.ts';

const closed = () => new Problem('conflict', msg('This newsletter takes no new subscribers'));

/** What a reader chooses who subscribes. */
interface Choices {
  /** Whether opens and clicks may be counted. */
  allowsTracking?: boolean;
}

/** Subscribes the viewer, whose address is confirmed. */
export const subscribeToNewsletter = verb(
  { name: 'newsletters.subscribe', who: 'member', limit: perAccount(60, hours(1)) },
  async (
    app,
    viewer: Viewer,
    newsletterId: string,
    { allowsTracking = false }: Choices = {},
  ): Promise<void> => {
    const { isOpen, isSubscribed } = await getNewsletter(app, viewer, { id: newsletterId });
    if (isSubscribed) return;
    if (!isOpen) throw closed();
    const now = app.clock.now();
    await inTransaction(app, async ({ db }) => {
      await db
        .insertInto('social.newsletter_subscriber')
        .values({
          ...{ newsletter_id: newsletterId, account_id: viewer.id, requested_at: now, confirmed_at: now },
          allows_tracking: allowsTracking,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      // Their address gets it from now on as theirs.
      await sql`delete from social.newsletter_subscriber as former using identity.account
        where account.id = ${viewer.id} and former.newsletter_id = ${newsletterId}
        and former.email_key = system.email_key(account.email, account.email_folded)`.execute(db);
    });
  },
);

/** Ends the viewer's subscription, also to a newsletter that they no longer see. */
export const unsubscribe = verb(
  { name: 'newsletters.unsubscribe', who: 'member' },
  async (app, viewer: Pick<Viewer, 'id'>, newsletterId: string): Promise<void> => {
    await app.db
      .deleteFrom('social.newsletter_subscriber')
      .where('newsletter_id', '=', newsletterId)
      .where('account_id', '=', viewer.id)
      .execute();
  },
);

/** An address is asked by one newsletter once a day, and by all together three times. */
export const askAgain = days(1);
const mostAsked = 3;
/** How long a confirmation is possible. */
export const confirmWithin = days(7);

/**
 * Asks an address to confirm that it wants the newsletter. Whether it has it already, or was asked before, is not
 * revealed.
 */
export const subscribeAddress = verb(
  {
    name: 'newsletters.subscribe-address',
    who: 'anyone',
    limit: { by: ['address'], calls: 20, within: hours(1) },
  },
  async (app, newsletterId: string, typed: string): Promise<void> => {
    const newsletter = await getNewsletter(app, undefined, { id: newsletterId });
    if (!newsletter.host.isPublic) throw missing(msg('Newsletter'));
    if (!newsletter.isOpen) throw closed();
    const email = parseEmail(typed);
    await inTransaction(app, (app) => ask(app, newsletter, email));
  },
);

async function ask(app: App, newsletter: Newsletter, email: string): Promise<void> {
  const now = app.clock.now();
  const email_key = comparableEmail(email);
  const before = new Date(now.getTime() - askAgain);
  // Requests for one address come one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`newsletter ${email_key}`}, 0))`.execute(app.db);
  const { asked } = await app.db
    .selectFrom('social.newsletter_ask')
    .where('email_key', '=', email_key)
    .where('asked_at', '>', before)
    .select(sql<number>`count(*)::integer`.as('asked'))
    .executeTakeFirstOrThrow();
  if (asked >= mostAsked) return;
  const row = await app.db
    .insertInto('social.newsletter_subscriber')
    .values({
      ...{ newsletter_id: newsletter.id, email, email_key },
      ...{ language: currentLanguage(), requested_at: now },
    })
    .onConflict((conflict) =>
      conflict
        .columns(['newsletter_id', 'email_key'])
        .doUpdateSet({ requested_at: now })
        .where('social.newsletter_subscriber.confirmed_at', 'is', null)
        .where('social.newsletter_subscriber.requested_at', '<=', before),
    )
    .returning('id')
    .executeTakeFirst();
  if (!row) return;
  // What is asked counts even if the newsletter is deleted, and created again.
  await app.db.insertInto('social.newsletter_ask').values({ email_key, asked_at: now }).execute();
  const link = `${app.config.plazaUrl}/newsletters/confirm?token=${confirmToken(app, row.id, now)}`;
  const { title, host } = newsletter;
  const subject = t('Confirm your subscription to {title}', { title });
  const text = [
    t('Somebody entered this address to get the newsletter “{title}” of {name} by email.', {
      title,
      name: host.name,
    }),
    t('To confirm, open this page:'),
    link,
    t('If it was not you, ignore this email. You will not get the newsletter.'),
  ].join('\n\n');
  await sendMail(app, { to: email, subject, text }, bulk);
}

/** HMAC of what a link in a mail proves. */
export const signToken = ({ config }: Pick<App, 'config'>, text: string) =>
  signature(config.secretKey.toString('hex'), text);

export const confirmToken = (app: Pick<App, 'config'>, id: string, at: Date) =>
  `${id}.${at.getTime()}.${signToken(app, `newsletter confirm ${id} ${at.getTime()}`)}`;

/** The newsletter that a confirmation is about, and the subscription. */
export async function readConfirmation(
  app: App,
  token: string,
): Promise<{ id: string; newsletterId: string; title: string; email: string }> {
  const [, id = '', at = ''] = /^(\d{1,18})\.(\d{1,15})\.[0-9a-f]{64}$/.exec(token) ?? [];
  const asked = new Date(Number(at));
  const isLate = app.clock.now().getTime() - asked.getTime() > confirmWithin;
  if (id === '' || isLate || !sameSecret(token, confirmToken(app, id, asked))) throw incompleteLink();
  const row = await app.db
    .selectFrom('social.newsletter_subscriber as subscriber')
    .innerJoin('social.newsletter as newsletter', 'newsletter.id', 'subscriber.newsletter_id')
    .where('subscriber.id', '=', id)
    .where('subscriber.email', 'is not', null)
    .select(['subscriber.id', 'newsletter.id as newsletterId', 'newsletter.title', 'subscriber.email'])
    .executeTakeFirst();
  if (!row?.email) throw incompleteLink();
  return { ...row, email: row.email };
}

/** Confirms the subscription of an address. One whose account has the newsletter already is not needed. */
export const confirmSubscription = verb(
  {
    name: 'newsletters.confirm',
    who: 'anyone',
    limit: { by: ['address'], calls: 60, within: hours(1) },
  },
  async (app, token: string, { allowsTracking = false }: Choices = {}): Promise<void> => {
    const { id, newsletterId, email } = await readConfirmation(app, token);
    const known = await app.db
      .selectFrom('social.newsletter_subscriber as subscriber')
      .innerJoin('identity.account as account', 'account.id', 'subscriber.account_id')
      .where('subscriber.newsletter_id', '=', newsletterId)
      .where(hasEmail(email))
      .select('subscriber.id')
      .executeTakeFirst();
    if (known) await app.db.deleteFrom('social.newsletter_subscriber').where('id', '=', id).execute();
    else
      await app.db
        .updateTable('social.newsletter_subscriber')
        .set({ confirmed_at: app.clock.now(), allows_tracking: allowsTracking })
        .where('id', '=', id)
        .where('confirmed_at', 'is', null)
        .execute();
  },
);

/** The token of an unsubscribe link, which only ends one subscription. The issue says what made them leave. */
export const unsubscribeToken = (app: Pick<App, 'config'>, subscriberId: string, issueId: string) =>
  `${subscriberId}.${issueId}.${signToken(app, `newsletter unsubscribe ${subscriberId} ${issueId}`)}`;

export function readUnsubscribeToken(app: Pick<App, 'config'>, token: string) {
  const [, id = '', issueId = ''] = /^(\d{1,18})\.(\d{1,18})\.[0-9a-f]{64}$/.exec(token) ?? [];
  if (id === '' || !sameSecret(token, unsubscribeToken(app, id, issueId))) throw incompleteLink();
  return { id, issueId };
}

/** Ends the subscription of a token, and forgets its address. Repeated, it changes nothing. */
export const unsubscribeByToken = verb(
  { name: 'newsletters.unsubscribe-by-token', who: 'anyone' },
  async (app, token: string): Promise<void> => {
    const { id, issueId } = readUnsubscribeToken(app, token);
    await inTransaction(app, async ({ db }) => {
      const gone = await db
        .deleteFrom('social.newsletter_subscriber')
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst();
      if (gone)
        await db
          .updateTable('social.newsletter_issue')
          .set({ unsubscribed: sql`unsubscribed + 1` })
          .where('id', '=', issueId)
          .execute();
    });
  },
);
