import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import type { SendMailOptions } from 'nodemailer';
import { comparableEmail } from '../../kernel/comparable.ts';
import { sameSecret, signature } from '../../kernel/secrets.ts';
import { toLine } from '../../kernel/text.ts';
import { seconds } from '../../kernel/time.ts';
import type { Clock } from '../app.ts';
import type { DB } from '../database/rows.gen.ts';
import type { Mail, MailMessage } from '../mail.ts';
import type { Config } from '../settings/config.ts';

/**
 * Sends through the mail server of SMTP_URL. Without one, stores mail in the outbox, which the operator can
 * read.
 */
export function openMail(config: SmtpConfig, db: Kysely<DB>, clock: Clock): Mail {
  const deliver = config.SMTP_URL ? bySmtp(config) : intoOutbox(db, clock);
  return { send: async (message, beforeEnd) => deliver(clean(message), beforeEnd) };
}

type SmtpConfig = Pick<
  Config,
  'SMTP_URL' | 'mailFrom' | 'MAIL_BOUNCES_TO' | 'DKIM_KEY_FILE' | 'DKIM_SELECTOR' | 'secretKey'
>;

async function openTransport({ SMTP_URL: url, mailFrom, DKIM_KEY_FILE: keyFile, DKIM_SELECTOR }: SmtpConfig) {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url,
    ...(keyFile !== '' && {
      dkim: {
        domainName: domainOf(mailFrom),
        keySelector: DKIM_SELECTOR,
        privateKey: await readFile(keyFile, 'utf8'),
      },
    }),
    // The query of the URL may have others.
    connectionTimeout: seconds(10),
    greetingTimeout: seconds(10),
    socketTimeout: seconds(30),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  // The stream is read once the mail server has asked for the message.
  transport.use('stream', ({ data, message }, done) => {
    const { beforeEnd } = data as Held;
    const create = message.createReadStream.bind(message);
    if (beforeEnd) message.createReadStream = (options) => Readable.from(holdEnd(create(options), beforeEnd));
    done();
  });
  return transport;
}

/** Mail whose end waits. */
interface Held {
  beforeEnd?: (() => Promise<void>) | undefined;
}

async function* holdEnd(content: AsyncIterable<unknown>, beforeEnd: () => Promise<void>) {
  yield* content;
  await beforeEnd();
}

/** The domain of an address such as `Plaza <no-reply@example.org>`. */
const domainOf = (from: string): string => /@([^\s<>@]+)>?\s*$/.exec(from)?.[1] ?? '';

function bySmtp(config: SmtpConfig) {
  const { mailFrom, MAIL_BOUNCES_TO } = config;
  let transport: ReturnType<typeof openTransport> | undefined;
  return async (
    { to, unsubscribe, batch, calendar, ...rest }: MailMessage,
    beforeEnd?: () => Promise<void>,
  ): Promise<void> => {
    transport ??= openTransport(config);
    const opened = await transport.catch((error: unknown) => {
      // A key file that cannot be read now may be there later.
      transport = undefined;
      throw error;
    });
    const mail: SendMailOptions & Held = {
      from: mailFrom,
      to: { name: '', address: to },
      ...(MAIL_BOUNCES_TO !== '' && { envelope: { from: MAIL_BOUNCES_TO, to } }),
      messageId: createMessageId(config, to, batch),
      headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(unsubscribe) },
      ...(calendar !== undefined && {
        attachments: [
          {
            filename: 'event.ics',
            content: calendar,
            contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
          },
        ],
      }),
      ...rest,
      beforeEnd,
    };
    await opened.sendMail(mail);
  };
}

const unsubscribeHeaders = (url: string | undefined): Record<string, string> =>
  url === undefined
    ? {}
    : { 'List-Unsubscribe': `<${toLine(url)}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };

/**
 * An id that proves to whom a message was sent. A report of a bounce returns it, and anyone can write a report:
 * without it, a stranger could end the mail to any address.
 */
export function createMessageId(
  config: Pick<Config, 'secretKey' | 'mailFrom'>,
  to: string,
  batch?: string,
): string {
  const id =
    batch === undefined
      ? randomBytes(8).toString('hex')
      : signature(config.secretKey.toString('hex'), `${batch} to ${comparableEmail(to)}`).slice(0, 16);
  return `<${id}.${proofOf(config, id, to)}@${domainOf(config.mailFrom)}>`;
}

/** Whether we sent the message with this id to this address. */
export function isSentTo(config: Pick<Config, 'secretKey'>, messageId: string, to: string): boolean {
  const [, id, proof] = /^<?([0-9a-f]{16})\.([0-9a-f]{24})@/.exec(messageId.trim()) ?? [];
  return id !== undefined && proof !== undefined && sameSecret(proof, proofOf(config, id, to));
}

const proofOf = ({ secretKey }: Pick<Config, 'secretKey'>, id: string, to: string): string =>
  signature(secretKey.toString('hex'), `mail ${id} to ${comparableEmail(to)}`).slice(0, 24);

const intoOutbox =
  (db: Kysely<DB>, clock: Clock) =>
  async ({ to, subject, text, html }: MailMessage, beforeEnd?: () => Promise<void>): Promise<void> => {
    await beforeEnd?.();
    await db
      .insertInto('system.outbox_mail')
      .values({ sent_at: clock.now(), recipient: to, subject, body_text: text, body_html: html ?? null })
      .execute();
  };

const bareAddress = /^[^\s<>()[\]\\,;:"@]{1,64}@[^\s<>()[\]\\,;:"@]{1,255}$/;

/** Ensures a single recipient and a one-line subject, so no input can add headers or recipients. */
function clean(message: MailMessage): MailMessage {
  if (!bareAddress.test(message.to)) throw new Error('The recipient must be a single bare address');
  return {
    ...message,
    subject: toLine(message.subject),
  };
}
