import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import type { Person } from '../../people/person.ts';
import { toPreview } from '../../previews/records.ts';
import { toCallLine } from '../calls/call-line.ts';
import { signedAddress } from '../../../platform/files/signed-address.ts';
import { visibleMessages } from '../conversations/memberships.ts';
import { messageColumns, personIn, toPersonOrNull, type FileRow } from './message-columns.ts';
import type { Message, MessageEvent, MessageFile, Quote } from './message.ts';

/** Returns these messages if the viewer may read them, ordered by id. */
export async function getMessages(
  app: Pick<App, 'db' | 'files' | 'config' | 'clock'>,
  viewer: Pick<Viewer, 'id'>,
  ids: readonly string[],
): Promise<Message[]> {
  return ids.length === 0 ? [] : toMessages(app, viewer, await selectMessages(app, viewer, ids).execute());
}

const selectMessages = ({ db }: Pick<App, 'db'>, viewer: Pick<Viewer, 'id'>, ids: readonly string[]) =>
  visibleMessages(db, viewer.id, ids).orderBy('message.id').select(messageColumns(viewer.id));

export type MessageRow = Awaited<ReturnType<ReturnType<typeof selectMessages>['execute']>>[number];

/** Converts rows to messages, including those that they quote. */
export async function toMessages(
  app: Pick<App, 'db' | 'files' | 'config' | 'clock'>,
  viewer: Pick<Viewer, 'id'>,
  rows: readonly MessageRow[],
): Promise<Message[]> {
  const quotes = await getQuotes(
    app,
    viewer,
    rows.flatMap(({ reply_to_id }) => reply_to_id ?? []),
  );
  const authors = new Map<string | null, Person | null>();
  const authorOf = ({ author_id, author }: MessageRow): Person | null => {
    const known = authors.get(author_id);
    if (known !== undefined) return known;
    const person = toPersonOrNull(app, author);
    authors.set(author_id, person);
    return person;
  };
  return rows.map((row): Message => ({
    id: row.id,
    conversationId: row.conversation_id,
    author: authorOf(row),
    isMine: row.author_id === viewer.id,
    text: row.text,
    event: row.event as MessageEvent | null,
    call: row.call && toCallLine(row.call),
    about: toPersonOrNull(app, row.about),
    at: row.created_at,
    editedAt: row.edited_at,
    isDeleted: row.deleted_at !== null,
    isRemoved: row.removed_at !== null,
    isForwarded: row.is_forwarded,
    replyTo: quotes.get(row.reply_to_id ?? '') ?? null,
    files: (row.deleted_at === null ? (row.files ?? []) : []).map((file) => toFile(app, file)),
    preview: row.deleted_at === null ? toPreview(app, row) : null,
    reactions: row.reactions ?? {},
    myReaction: row.mine_is,
    clientId: row.author_id === viewer.id ? row.client_id : null,
  }));
}

async function getQuotes(
  app: Pick<App, 'db' | 'files' | 'config' | 'clock'>,
  viewer: Pick<Viewer, 'id'>,
  ids: readonly string[],
): Promise<Map<string, Quote>> {
  if (ids.length === 0) return new Map();
  const rows = await visibleMessages(app.db, viewer.id, ids)
    .where('message.deleted_at', 'is', null)
    .select([
      'message.id',
      personIn('message.author_id').as('author'),
      sql<string>`left(message.text, 200)`.as('text'),
      sql<Quote['fileKind']>`(select kind from social.message_file as file
        where file.message_id = message.id order by position limit 1)`.as('fileKind'),
    ])
    .execute();
  return new Map(rows.map((row) => [row.id, { ...row, author: toPersonOrNull(app, row.author) }]));
}

const toFile = (
  app: Pick<App, 'files' | 'config' | 'clock'>,
  { small_path, ...file }: FileRow,
): MessageFile => ({
  ...file,
  address: signedAddress(app, file.path),
  smallAddress: small_path === null ? null : signedAddress(app, small_path),
});
