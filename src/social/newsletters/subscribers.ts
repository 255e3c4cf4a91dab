import { sql } from 'kysely';
import { Type } from 'typebox';
import { existingPeople } from '../../identity/account/people.ts';
import { comparableEmail } from '../../kernel/comparable.ts';
import { msg, missing } from '../../kernel/problem.ts';
import { hours } from '../../kernel/time.ts';
import { type App, perAccount, verb, type Viewer } from '../../platform/app.ts';
import { type CursorPage, whenGiven } from '../../platform/database/queries.ts';
import { job } from '../../platform/jobs/jobs.ts';
import { getNewsletter, refuseManagingNewsletter } from './newsletter.ts';
import { askAgain, confirmWithin } from './subscribing.ts';

/** A subscriber, as those who manage the newsletter see them: a member by name, without their address. */
export interface Subscriber {
  id: string;
  username: string | null;
  name: string | null;
  email: string | null;
  since: Date;
}

const subscribersOnPage = 50;

export async function listNewsletterSubscribers(
  app: App,
  viewer: Viewer,
  newsletterId: string,
  { q = '', after }: { q?: string | undefined; after?: string | undefined } = {},
): Promise<CursorPage<Subscriber> & { total: number }> {
  refuseManagingNewsletter((await getNewsletter(app, viewer, { id: newsletterId })).host);
  const words = q
    .trim()
    .toLowerCase()
    .replaceAll(/[\\%_]/g, String.raw`\$&`);
  const confirmed = app.db
    .selectFrom('social.newsletter_subscriber as subscriber')
    .where('subscriber.newsletter_id', '=', newsletterId)
    .where('subscriber.confirmed_at', 'is not', null);
  const rows = await confirmed
    .leftJoin(existingPeople('person'), (join) => join.onRef('person.id', '=', 'subscriber.account_id'))
    .$if(words !== '', (query) =>
      query.where(
        sql<boolean>`(subscriber.email_key like ${`${words}%`} or person.username_key like ${`${words}%`}
          or lower(person.first_name || ' ' || person.last_name) like ${`%${words}%`})`,
      ),
    )
    .$call(whenGiven(after, (query, after) => query.where('subscriber.id', '<', after)))
    .orderBy('subscriber.id', 'desc')
    .limit(subscribersOnPage + 1)
    .select(['subscriber.id', 'subscriber.email', 'subscriber.requested_at as since', 'person.username'])
    .select(sql<string | null>`trim(person.first_name || ' ' || person.last_name)`.as('name'))
    .execute();
  const { total } = await confirmed
    .select(sql<number>`count(*)::integer`.as('total'))
    .executeTakeFirstOrThrow();
  const items = rows.slice(0, subscribersOnPage);
  return { items, next: rows.length > subscribersOnPage ? items.at(-1)?.id : undefined, total };
}

/** Removes a subscriber. They can subscribe again. */
export const removeSubscriber = verb(
  { name: 'newsletters.remove-subscriber', who: 'member', limit: perAccount(600, hours(1)) },
  async (app, viewer: Viewer, newsletterId: string, id: string): Promise<void> => {
    refuseManagingNewsletter((await getNewsletter(app, viewer, { id: newsletterId })).host);
    const gone = await app.db
      .deleteFrom('social.newsletter_subscriber')
      .where('newsletter_id', '=', newsletterId)
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst();
    if (!gone) throw missing(msg('Subscriber'));
  },
);

/** Forgets an address that a deleted account had. */
export async function forgetSubscriber({ db }: Pick<App, 'db'>, email: string): Promise<void> {
  for (const table of ['social.newsletter_subscriber', 'social.newsletter_ask'] as const)
    await db.deleteFrom(table).where('email_key', '=', comparableEmail(email)).execute();
}

/** Forgets addresses that were not confirmed, and how often they were asked. */
async function purgeUnconfirmed(app: App): Promise<void> {
  const now = app.clock.now().getTime();
  await app.db
    .deleteFrom('social.newsletter_ask')
    .where('asked_at', '<', new Date(now - askAgain))
    .execute();
  await app.db
    .deleteFrom('social.newsletter_subscriber')
    .where('confirmed_at', 'is', null)
    .where('requested_at', '<', new Date(now - confirmWithin))
    .execute();
}

export const subscriberJobs = [
  job('social.purge-newsletter-requests', Type.Object({}), purgeUnconfirmed, { cron: '42 4 * * *' }),
];
