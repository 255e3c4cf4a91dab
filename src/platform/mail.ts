import type { Kysely } from 'kysely';
import { seconds } from '../kernel/time.ts';
import { toLine } from '../kernel/text.ts';
import type { Clock } from './clock.ts';
import type { Config } from './settings/config.ts';
import type { DB } from './database/rows.gen.ts';
import type { Log } from './logging/log.ts';

export interface Message {
  /** One bare address. */
  to: string;
  subject: string;
  text: string;
  html?: string;
}

/** Delivers at once. A verb calls `sendMail(app, message)` instead, which waits for the verb's transaction. */
export interface Mail {
  /** Rejects when it is worth another try. */
  send(message: Message): Promise<void>;
}

/** By the mail server of SMTP_URL; without one, into the outbox that the operator reads. */
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
        log.warn({ err: error }, 'the mail server knows no such recipient');
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

/** One recipient and a subject of one line, whatever was typed: nobody can add headers or recipients. */
function clean(message: Message): Message {
  if (!bareAddress.test(message.to)) throw new Error('Mail goes to one bare address');
  return {
    ...message,
    subject: toLine(message.subject),
  };
}

/** A recipient that the server knows not to exist will not exist the next time. */
function isRefused(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number };
  return code === 'EENVELOPE' && responseCode >= 500;
}
