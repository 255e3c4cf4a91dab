import { readFile } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';
import { Type } from 'typebox';
import { toLine } from '../kernel/text.ts';
import { seconds } from '../kernel/time.ts';
import type { App } from './app.ts';
import type { Clock } from './clock.ts';
import { whenGiven } from './database/queries.ts';
import { inTransaction } from './database/transaction.ts';
import type { DB } from './database/rows.gen.ts';
import { addJob, job, type JobOptions } from './jobs/jobs.ts';
import type { Log } from './logging/log.ts';
import type { Config } from './settings/config.ts';

export interface Message {
  /** A single bare address. */
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** A URL to which mail programs post to end mail of this kind (RFC 8058). */
  unsubscribe?: string;
}

/**
 * Sends mail immediately. Domain code calls `sendMail(app, message)` instead, which waits for its
 * transaction.
 */
export interface Mail {
  /** Rejects if a retry may succeed. */
  send(message: Message): Promise<void>;
}

/**
 * Sends through the mail server of SMTP_URL. Without one, stores mail in the outbox, which the operator can
 * read.
 */
export function openMail(config: SmtpConfig, db: Kysely<DB>, clock: Clock, log: Log): Mail {
  const deliver = config.SMTP_URL ? bySmtp(config, log) : intoOutbox(db, clock);
  return { send: async (message) => deliver(clean(message)) };
}

type SmtpConfig = Pick<Config, 'SMTP_URL' | 'mailFrom' | 'DKIM_KEY_FILE' | 'DKIM_SELECTOR'>;

async function openTransport({ SMTP_URL: url, mailFrom, DKIM_KEY_FILE: keyFile, DKIM_SELECTOR }: SmtpConfig) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    ...(keyFile !== '' && {
      dkim: {
        domainName: domainOf(mailFrom),
        keySelector: DKIM_SELECTOR,
        privateKey: await readFile(keyFile, 'utf8'),
      },
    }),
    connectionTimeout: seconds(10),
    greetingTimeout: seconds(10),
    socketTimeout: seconds(30),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** The domain of an address such as `Plaza <no-reply@example.org>`. */
const domainOf = (from: string): string => /@([^\s<>@]+)>?\s*$/.exec(from)?.[1] ?? '';

function bySmtp(config: SmtpConfig, log: Log) {
  const { mailFrom } = config;
  let transport: ReturnType<typeof openTransport> | undefined;
  return async ({ to, unsubscribe, ...rest }: Message): Promise<void> => {
    transport ??= openTransport(config);
    const opened = await transport.catch((error: unknown) => {
      // A key file that cannot be read now may be there later.
      transport = undefined;
      throw error;
    });
    await opened
      .sendMail({
        from: mailFrom,
        to: { name: '', address: to },
        headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(unsubscribe) },
        ...rest,
      })
      .catch((error: unknown) => {
        if (!isRefused(error)) throw error;
        log.warn({ err: error }, 'the mail server does not know the recipient');
      });
  };
}

const unsubscribeHeaders = (url: string | undefined): Record<string, string> =>
  url === undefined
    ? {}
    : { 'List-Unsubscribe': `<${toLine(url)}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };

const intoOutbox =
  (db: Kysely<DB>, clock: Clock) =>
  async ({ to, subject, text, html }: Message): Promise<void> => {
    await db
      .insertInto('system.outbox_mail')
      .values({ sent_at: clock.now(), recipient: to, subject, body_text: text, body_html: html ?? null })
      .execute();
  };

const bareAddress = /^[^\s<>()[\]\\,;:"@]{1,64}@[^\s<>()[\]\\,;:"@]{1,255}$/;

/** Ensures a single recipient and a one-line subject, so no input can add headers or recipients. */
function clean(message: Message): Message {
  if (!bareAddress.test(message.to)) throw new Error('The recipient must be a single bare address');
  return {
    ...message,
    subject: toLine(message.subject),
  };
}

/** Whether the server rejected the recipient permanently, so retrying is pointless. */
function isRefused(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number };
  return code === 'EENVELOPE' && responseCode >= 500;
}

export const deliverMail = job(
  'system.deliver-mail',
  Type.Object({
    to: Type.String(),
    subject: Type.String(),
    text: Type.String(),
    html: Type.Optional(Type.String()),
    unsubscribe: Type.Optional(Type.String()),
  }),
  (app, message) => app.mail.send(message),
  { runner: 'mail' },
);

/**
 * Sends mail after the surrounding transaction commits. Retries for three days while the mail server is
 * unreachable.
 */
export const sendMail = (app: Pick<App, 'db'>, message: Message, options: JobOptions = {}): Promise<void> =>
  addJob(app, deliverMail, message, options);

/** Low-priority mail, sent after codes and confirmations. */
export const bulk: JobOptions = { priority: 10 };

export interface OutboxMessage {
  id: string;
  sentAt: Date;
  recipient: string;
  subject: string;
  text: string;
}

export const outboxPage = 30;

/**
 * Mail that was not sent because no mail server is configured, newest first. `before` is the last id of the
 * previous page.
 */
export async function listOutbox(app: App, before?: string): Promise<OutboxMessage[]> {
  const rows = await app.db
    .selectFrom('system.outbox_mail')
    .select(['id', 'sent_at', 'recipient', 'subject', 'body_text'])
    .$call(whenGiven(before, (query, before) => query.where('id', '<', before)))
    .orderBy('id', 'desc')
    .limit(outboxPage)
    .execute();
  return rows.map(toMessage);
}

export async function getOutboxMessage(app: App, id: string): Promise<OutboxMessage | undefined> {
  const row = await app.db
    .selectFrom('system.outbox_mail')
    .select(['id', 'sent_at', 'recipient', 'subject', 'body_text'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toMessage(row);
}

const toMessage = (row: {
  id: string;
  sent_at: Date;
  recipient: string;
  subject: string;
  body_text: string;
}) => ({
  id: row.id,
  sentAt: row.sent_at,
  recipient: row.recipient,
  subject: row.subject,
  text: row.body_text,
});

/** Sends mail of the outbox after all, all of it or one, when there is a mail server now. Returns how many there were. */
export const resendOutbox = (app: App, id?: string): Promise<number> =>
  inTransaction(app, async (app) => {
    const rows = await app.db
      .deleteFrom('system.outbox_mail')
      .$call(whenGiven(id, (query, id) => query.where('id', '=', id)))
      .returning(['recipient as to', 'subject', 'body_text as text', 'body_html as html'])
      .execute();
    for (const { html, ...message } of rows)
      await sendMail(app, { ...message, ...(html !== null && { html }) }, bulk);
    return rows.length;
  });

/** Deletes stored mail to or about a deleted account: mail that contains any of `words`. */
export async function purgeMailAbout({ db }: Pick<App, 'db'>, words: readonly string[]): Promise<void> {
  for (const word of words)
    await db
      .deleteFrom('system.outbox_mail')
      .where(
        sql<boolean>`position(lower(${word}) in lower(recipient || ' ' || subject || ' ' || body_text || ' ' || coalesce(body_html, ''))) > 0`,
      )
      .execute();
}
