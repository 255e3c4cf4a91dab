import { type Static, Type } from 'typebox';
import { comparableEmail } from '../kernel/comparable.ts';
import { days } from '../kernel/time.ts';
import type { App } from './app.ts';
import { addJob, addJobs, job, jobKind, type JobOptions } from './jobs/jobs.ts';
import { mailDeliveries } from './logging/metrics.ts';
import { hasAnswer, readFailure } from './mail/answers.ts';
import { countOutcome, deleteHandover, findHandover, recordHandover } from './mail/batches.ts';
import { deferDomain, findWait, mailDomainOf, resetDomain, takeTurn } from './mail/domains.ts';
import { findSuppressed, suppress } from './mail/suppressions.ts';

export interface MailMessage {
  /** A single bare address. */
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** An attached calendar file (RFC 5545). */
  calendar?: string;
  /** A URL to which mail programs post to end mail of this kind (RFC 8058). */
  unsubscribe?: string;
  /**
   * The batch in which outcomes are counted, for mail to many. Each address gets one message of a batch, with the same
   * Message-ID however often it is tried.
   */
  batch?: string;
}

/**
 * Sends mail immediately. Domain code calls `sendMail(app, message)` instead, which waits for its
 * transaction.
 */
export interface Mail {
  /**
   * Rejects with the error of the mail server or of the way to it. `beforeEnd` is called before the last byte of the
   * message is sent: until it resolves, the mail server cannot have taken the message.
   */
  send(message: MailMessage, beforeEnd?: () => Promise<void>): Promise<void>;
}

/** What became of a message: it waits to be sent, or its address is on the suppression list. */
export type Queued = 'queued' | 'suppressed';

type Queue = Pick<App, 'db' | 'clock'>;

/** Low-priority mail, sent after codes and confirmations, and to no address on the suppression list. */
export const bulk = { priority: 10 } as const satisfies JobOptions;

/**
 * Sends mail after the surrounding transaction commits. Retries for three days while the mail server is
 * unreachable, or the recipient's domain defers it.
 */
export async function sendMail(app: Queue, message: MailMessage, options: JobOptions = {}): Promise<Queued> {
  const { suppressed } = await sendMails(app, [message], options);
  return suppressed.length > 0 ? 'suppressed' : 'queued';
}

/** Messages per statement. */
const batch = 1000;

/**
 * Sends many messages, with two statements for each thousand. Returns how many wait to be sent, and the addresses
 * that get none.
 */
export async function sendMails(
  app: Queue,
  messages: readonly MailMessage[],
  options: JobOptions = {},
): Promise<{ queued: number; suppressed: string[] }> {
  const isBulk = (options.priority ?? 0) >= bulk.priority;
  const suppressed: string[] = [];
  for (let at = 0; at < messages.length; at += batch) {
    const some = messages.slice(at, at + batch);
    const keys = await findSuppressed(
      app,
      some.map(({ to }) => to),
      isBulk,
    );
    const isSuppressed = ({ to }: MailMessage) => keys.size > 0 && keys.has(comparableEmail(to));
    suppressed.push(...some.filter(isSuppressed).map(({ to }) => to));
    const since = app.clock.now().toISOString();
    await addJobs(
      app,
      deliveries,
      some
        .filter((message) => !isSuppressed(message))
        .map((message) => ({
          payload: { ...message, since, ...(isBulk && { isBulk }) },
          options,
        })),
    );
  }
  if (suppressed.length > 0) mailDeliveries.inc({ outcome: 'suppressed' }, suppressed.length);
  return { queued: messages.length - suppressed.length, suppressed };
}

const Delivery = Type.Object({
  to: Type.String(),
  subject: Type.String(),
  text: Type.String(),
  html: Type.Optional(Type.String()),
  calendar: Type.Optional(Type.String()),
  unsubscribe: Type.Optional(Type.String()),
  batch: Type.Optional(Type.String()),
  /** When it was queued. Undefined in jobs of the version before. */
  since: Type.Optional(Type.String()),
  isBulk: Type.Optional(Type.Boolean()),
  /** Whether it has waited for its turn in bulk mail to its domain. */
  hasTurn: Type.Optional(Type.Boolean()),
});
type Delivery = Static<typeof Delivery>;

const deliveries = jobKind('system.deliver-mail', Delivery);

export const deliverMail = job(deliveries.name, Delivery, deliver, { runner: 'mail', whenFull: true });

/** How long mail is tried again that is deferred. */
const longestTry = days(3);

async function deliver(app: App, delivery: Delivery): Promise<void> {
  const { to, subject, text, html, calendar, unsubscribe, batch, isBulk = false, hasTurn = false } = delivery;
  const known = batch === undefined ? undefined : await findHandover(app, { batch, to });
  if (known?.outcome) return;
  // The mail server may have taken it before the process died. A newsletter that misses one reader is better than two.
  if (known) return end(app, delivery, 'unknown');
  // It may have come back since it was queued.
  if ((await findSuppressed(app, [to], isBulk)).size > 0) return end(app, delivery, 'suppressed');
  const domain = mailDomainOf(to);
  const { until, deferrals } = await findWait(app, domain);
  if (until) return postpone(app, delivery, until);
  const perMinute = app.config.MAIL_DOMAIN_PER_MINUTE;
  if (isBulk && !hasTurn && perMinute > 0) {
    const turn = await takeTurn(app, domain, perMinute);
    if (turn > app.clock.now()) return postpone(app, { ...delivery, hasTurn: true }, turn);
  }
  const handover = { isBegun: false };
  try {
    await app.mail.send(
      {
        ...{ to, subject, text },
        ...(html !== undefined && { html }),
        ...(calendar !== undefined && { calendar }),
        ...(unsubscribe !== undefined && { unsubscribe }),
        ...(batch !== undefined && { batch }),
      },
      async () => {
        if (batch !== undefined) await recordHandover(app, { batch, to });
        handover.isBegun = true;
      },
    );
  } catch (error) {
    if (batch !== undefined && handover.isBegun) {
      if (!hasAnswer(error)) return end(app, delivery, 'unknown');
      await deleteHandover(app, { batch, to });
    }
    return handleFailure(app, delivery, domain, error);
  }
  await end(app, delivery, 'sent');
  if (deferrals > 0) await resetDomain(app, domain);
}

/** Counts what became of a delivery that is not tried again. */
async function end(app: App, { batch, to }: Delivery, outcome: string): Promise<void> {
  mailDeliveries.inc({ outcome });
  if (batch !== undefined) await countOutcome(app, { batch, to }, outcome);
}

/** Ends, postpones or rejects a delivery that failed. */
async function handleFailure(app: App, delivery: Delivery, domain: string, error: unknown): Promise<void> {
  const { answer, detail } = readFailure(error);
  const isEnd = answer === 'bounced' || answer === 'refused';
  if (isEnd) await end(app, delivery, answer);
  else mailDeliveries.inc({ outcome: answer === 'mailbox-deferred' ? 'deferred' : answer });
  switch (answer) {
    case 'bounced':
      app.log.info({ domain, detail }, 'an email address does not exist, and is suppressed');
      return suppress(app, { email: delivery.to, reason: 'bounce', detail });
    case 'refused':
      app.log.warn({ domain, detail }, 'the mail server refused a message');
      return;
    case 'deferred':
      return postpone(app, delivery, await deferDomain(app, domain, detail));
    default:
      // The queue tries again with growing pauses.
      throw error;
  }
}

/** Puts a delivery back, unless it has been tried for too long. */
async function postpone(app: App, delivery: Delivery, runAt: Date): Promise<void> {
  const since = delivery.since ?? app.clock.now().toISOString();
  if (app.clock.now().getTime() - new Date(since).getTime() > longestTry) {
    await end(app, delivery, 'expired');
    app.log.warn({ domain: mailDomainOf(delivery.to) }, 'mail was deferred for three days, and is given up');
    return;
  }
  await addJob(app, deliveries, { ...delivery, since }, { runAt, ...(delivery.isBulk && bulk) });
}
