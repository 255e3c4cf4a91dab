import { sql } from 'kysely';
import { type App, inTransaction } from '../app.ts';
import { whenGiven } from '../database/queries.ts';
import { bulk, sendMails } from '../mail.ts';

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
    const messages = rows.map(({ html, ...message }) => ({ ...message, ...(html !== null && { html }) }));
    await sendMails(app, messages, bulk);
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
