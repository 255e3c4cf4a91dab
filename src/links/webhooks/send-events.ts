import { sql } from 'kysely';
import { Type } from 'typebox';
import { findViewer } from '../../identity/account/viewer.ts';
import { type WebhookMessage, queueMessages, toMessage } from '../../identity/webhooks/queue.ts';
import { type App, inTransaction } from '../../platform/app.ts';
import { job } from '../../platform/jobs/jobs.ts';
import type { Config } from '../../platform/settings/config.ts';
import { hopWebhooks } from './events.ts';

/** Events per batch. */
const batch = 500;
/** Maximum clicks per message. */
const clicksAMessage = 100;

interface Event {
  kind: string;
  link_id: string;
  at: Date;
  detail: unknown;
}

interface Listener {
  id: string;
  events: string[];
}

/** Creates messages about an account's links for each webhook that subscribes to the events. */
export async function sendEvents(app: App, { account }: { account: string }): Promise<void> {
  let taken: number;
  do {
    taken = await inTransaction(app, (app) => sendBatch(app, account));
  } while (taken === batch);
}

async function sendBatch(app: App, account: string): Promise<number> {
  const events = await drainEvents(app, account);
  if (events.length === 0) return 0;
  // Nobody who has lost the account is told of what happens in it.
  if (!(await findViewer(app, account))) return events.length;
  const messages = await toMessages(app, events);
  for (const { id, events: wanted } of await listeners(app, account))
    await queueMessages(
      app,
      hopWebhooks,
      id,
      messages.filter(({ kind }) => wanted.includes(kind)),
    );
  return events.length;
}

async function drainEvents({ db, clock }: App, account: string): Promise<Event[]> {
  const rows = await db
    .deleteFrom('links.webhook_event')
    .where('id', 'in', (events) =>
      events
        .selectFrom('links.webhook_event')
        .select('id')
        .where('account_id', '=', account)
        .orderBy('id')
        .limit(batch)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'kind', 'link_id', 'at', 'detail'])
    .execute();
  const order = rows.toSorted((a, b) => Number(BigInt(a.id) - BigInt(b.id)));
  return order.map((row) => ({ ...row, at: row.at ?? clock.now() }));
}

async function toMessages(app: App, events: readonly Event[]): Promise<WebhookMessage[]> {
  const links = await getLinks(app, [...new Set(events.map(({ link_id }) => link_id))]);
  const accepted = events.flatMap((event) => {
    const link = links.get(event.link_id);
    return link ? [{ ...event, link }] : [];
  });
  const isClick = ({ kind }: Event) => kind === 'link.clicked' || kind === 'qr.scanned';
  const single = accepted
    .filter((event) => !isClick(event))
    .map(({ kind, at, link, detail }) =>
      toMessage(kind, at, { link: toLinkData(app.config, link), ...(detail as object | null) }),
    );
  const clicks = ['link.clicked', 'qr.scanned'].flatMap((kind) => {
    const own = accepted.filter((event) => event.kind === kind);
    const parts = Array.from({ length: Math.ceil(own.length / clicksAMessage) }, (_, n) =>
      own.slice(n * clicksAMessage, (n + 1) * clicksAMessage),
    );
    return parts.map((part) =>
      toMessage(kind, part.at(-1)?.at ?? app.clock.now(), {
        clicks: part.map(({ at, link, detail }) => toClickData(app.config, link, at, detail)),
      }),
    );
  });
  return [...single, ...clicks];
}

/** Includes deleted links, because their deletion is an event. */
async function getLinks({ db }: App, ids: string[]) {
  const rows = await db
    .selectFrom('links.link as link')
    .leftJoin('links.domain as domain', 'domain.id', 'link.domain_id')
    .where('link.id', 'in', ids)
    .select(['link.id', 'link.alias', 'link.url', 'link.title', 'link.description', 'link.purpose'])
    .select(['link.expires_at as expiresAt', 'link.created_at as createdAt'])
    .select(sql<string | null>`domain.scheme || '://' || domain.host`.as('domain'))
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

const listeners = ({ db }: App, account: string): Promise<Listener[]> =>
  db
    .selectFrom('links.webhook')
    .select(['id', 'events'])
    .where('account_id', '=', account)
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .execute();

interface WebhookLink {
  id: string;
  alias: string;
  url: string;
  title: string;
  description: string;
  purpose: string;
  domain: string | null;
  expiresAt: Date | null;
  createdAt: Date;
}

/** Keeps the slash in a QR code's alias, `qr/…`. */
const addressOf = ({ hopUrl }: Pick<Config, 'hopUrl'>, { domain, alias }: WebhookLink) =>
  `${domain ?? hopUrl}/${alias.split('/').map(encodeURIComponent).join('/')}`;

/** Converts a link to webhook data, with the field names of the API. */
const toLinkData = (config: Pick<Config, 'hopUrl'>, link: WebhookLink) => ({
  id: Number(link.id),
  alias: link.alias,
  shorturl: addressOf(config, link),
  longurl: link.url,
  title: link.title,
  description: link.description,
  expiry: link.expiresAt?.toISOString() ?? null,
  date: link.createdAt.toISOString(),
});

/** Converts a click to webhook data: the link, the time and what is known about the visitor. */
const toClickData = (config: Pick<Config, 'hopUrl'>, link: WebhookLink, at: Date, detail: unknown) => ({
  date: at.toISOString(),
  link: { id: Number(link.id), type: link.purpose, shorturl: addressOf(config, link) },
  ...(detail as Record<string, string>),
});

/** Name and payload must match the migration whose triggers queue this job. */
export const sendEventsJob = job('links.send-events', Type.Object({ account: Type.String() }), sendEvents);
