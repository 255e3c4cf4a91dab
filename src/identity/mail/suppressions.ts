import { comparableEmail } from '../../kernel/comparable.ts';
import { msg, missing } from '../../kernel/problem.ts';
import { days, minutes } from '../../kernel/time.ts';
import { type App, perAccount, verb, inTransaction, type Viewer } from '../../platform/app.ts';
import { type MailReport, reportTask } from '../../platform/mail/reports.ts';
import { findSuppression, suppress, type Suppression, unsuppress } from '../../platform/mail/suppressions.ts';
import { isSentTo } from '../../platform/mail/transport.ts';
import { runSandboxed } from '../../platform/sandbox/sandbox.ts';
import { addAuditEntry } from '../operators/audit.ts';

/** Takes an address off the suppression list, for operators. */
export const removeSuppression = verb(
  { name: 'mail.unsuppress', who: 'operator' },
  (app: App, operator: Pick<Viewer, 'id'>, email: string): Promise<void> =>
    inTransaction(app, async (app) => {
      if (!(await unsuppress(app, email))) throw missing(msg('Address'));
      await addAuditEntry(app, operator.id, 'mail.unsuppress', 'mail', comparableEmail(email));
    }),
);

/** The entry of the viewer's own address on the suppression list. */
export async function findOwnSuppression(
  app: Pick<App, 'db'>,
  accountId: string,
): Promise<Suppression | undefined> {
  const email = await findEmail(app, accountId);
  return email === undefined ? undefined : findSuppression(app, email);
}

/** Takes the viewer's own address off the suppression list, because their mailbox works again. */
export const retryOwnAddress = verb(
  { name: 'mail.retry', who: 'member', limit: perAccount(3, days(1)) },
  async (app: App, viewer: Pick<Viewer, 'id'>): Promise<void> => {
    const email = await findEmail(app, viewer.id);
    if (email !== undefined) await unsuppress(app, email);
  },
);

const findEmail = async ({ db }: Pick<App, 'db'>, accountId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('identity.account')
      .select('email')
      .where('id', '=', accountId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
  )?.email;

/** A bounce or complaint as a provider reports it. */
interface MailEvent {
  type: 'bounce' | 'complaint';
  email: string;
  detail?: string;
}

/** What a report changed: addresses that were suppressed, and reports that say nothing about one. */
interface Reported {
  suppressed: number;
  ignored: number;
}

/**
 * Suppresses the addresses of bounces and complaints, for whoever has the secret of MAIL_EVENTS_SECRET. The text of a
 * raw report, which a mail server received, is a stranger's: it counts only for an address that the returned message
 * was sent to.
 */
export const reportMail = verb(
  { name: 'mail.report', who: 'anyone', limit: { by: ['address'], calls: 3000, within: minutes(5) } },
  async (app: App, reported: readonly MailEvent[] | string): Promise<Reported> => {
    if (typeof reported !== 'string') {
      for (const { type, email, detail = '' } of reported)
        await suppress(app, { email, reason: type, detail });
      return { suppressed: reported.length, ignored: 0 };
    }
    const turn = { class: 'members', owner: 'mail', seconds: 5 } as const;
    const reports = await runSandboxed(app, reportTask, reported, turn);
    const proven = reports.flatMap((report) => findProven(app, report) ?? []);
    for (const entry of proven) await suppress(app, entry);
    return { suppressed: proven.length, ignored: Math.max(1, reports.length) - proven.length };
  },
);

function findProven(app: App, { kind, addresses, messageId, detail }: MailReport) {
  const email = addresses.find((address) => isSentTo(app.config, messageId, address));
  return email === undefined ? undefined : { email, reason: kind, detail };
}
