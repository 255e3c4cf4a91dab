import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { whenGiven } from '../../platform/database/when-given.ts';

export interface StoredMessage {
  id: string;
  name: string;
  email: string;
  subject: string;
  message: string;
  createdAt: Date;
  settledAt: Date | null;
}

export const messagesPage = 30;

/**
 * Returns open or settled messages, newest first. `before` is the id of the last message of the previous
 * page.
 */
export function listContactMessages(
  { db }: Pick<App, 'db'>,
  { settled, before }: { settled: boolean; before?: string | undefined },
): Promise<StoredMessage[]> {
  return db
    .selectFrom('social.contact_message')
    .select(['id', 'name', 'email', 'subject', 'message'])
    .select(['created_at as createdAt', 'settled_at as settledAt'])
    .where(settled ? sql<boolean>`settled_at is not null` : sql<boolean>`settled_at is null`)
    .$call(whenGiven(before, (query, before) => query.where('id', '<', before)))
    .orderBy('id', 'desc')
    .limit(messagesPage)
    .execute();
}
