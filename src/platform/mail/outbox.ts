import { sql } from 'kysely';
import type { App } from '../app.ts';
import { whenGiven } from '../database/when-given.ts';

export interface OutboxMessage {
  id: string;
  sentAt: Date;
  recipient: string;
  subject: string;
  text: string;
}

export const outboxPage = 30;

/** Mail that waits because no mail server is set up, newest first; `before` is the id that the page before ended with. */
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

export async function readOutboxMessage(app: App, id: string): Promise<OutboxMessage | undefined> {
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

/** Mail to or about somebody who is gone: nobody is to read any of `words` in it any more. */
export async function purgeMailAbout({ db }: Pick<App, 'db'>, words: readonly string[]): Promise<void> {
  for (const word of words)
    await db
      .deleteFrom('system.outbox_mail')
      .where(
        sql<boolean>`position(lower(${word}) in lower(recipient || ' ' || subject || ' ' || body_text || ' ' || coalesce(body_html, ''))) > 0`,
      )
      .execute();
}
