import { Type } from 'typebox';
import type { App } from './app.ts';
import { addJob, job, type JobOptions } from './jobs.ts';
import type { Message } from './mail.ts';

export const deliverMail = job(
  'system.deliver-mail',
  Type.Object({
    to: Type.String(),
    subject: Type.String(),
    text: Type.String(),
    html: Type.Optional(Type.String()),
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
