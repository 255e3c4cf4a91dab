import type { Kysely } from 'kysely';
import { seconds } from '../kernel/time.ts';
import { toLine } from '../kernel/text.ts';
import type { Clock } from './clock.ts';
import type { Config } from './settings/config.ts';
import type { DB } from './database/rows.gen.ts';
import type { Log } from './logging/log.ts';

export interface Message {
  /** A single bare address. */
  to: string;
  subject: string;
  text: string;
  html?: string;
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
export function openMail(
  config: Pick<Config, 'SMTP_URL' | 'mailFrom'>,
  db: Kysely<DB>,
  clock: Clock,
  log: Log,
): Mail {
  const deliver = config.SMTP_URL ? bySmtp(config, log) : intoOutbox(db, clock);
  return { send: async (message) => deliver(clean(message)) };
}

async function openTransport(url: string) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    connectionTimeout: seconds(10),
    greetingTimeout: seconds(10),
    socketTimeout: seconds(30),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

function bySmtp({ SMTP_URL, mailFrom }: Pick<Config, 'SMTP_URL' | 'mailFrom'>, log: Log) {
  let transport: ReturnType<typeof openTransport> | undefined;
  return async ({ to, ...rest }: Message): Promise<void> => {
    transport ??= openTransport(SMTP_URL);
    await (
      await transport
    )
      .sendMail({
        from: mailFrom,
        to: { name: '', address: to },
        headers: { 'Auto-Submitted': 'auto-generated' },
        ...rest,
      })
      .catch((error: unknown) => {
        if (!isRefused(error)) throw error;
        log.warn({ err: error }, 'the mail server does not know the recipient');
      });
  };
}

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
