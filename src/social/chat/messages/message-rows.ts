import { sql } from 'kysely';
import { livePerson } from '../../../identity/account/people.ts';
import type { App, Viewer } from '../../../platform/app.ts';
import { signedAddress } from '../../../platform/files/path.ts';
import { blockedBetween, type Person, toPerson } from '../../people/person.ts';
import { type PreviewRow, toPreview } from '../../previews/records.ts';
import type { ReactionKind } from '../../tallies/reaction-kinds.ts';
import { callLine, toCallLine } from '../calls/call.ts';
import { visibleMessages } from '../conversations/conversation.ts';
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
    files: (row.deleted_at === null ? (row.files ?? []) : []).map((file) => toFile(app, viewer, file)),
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
  viewer: Pick<Viewer, 'id'>,
  { small_path, ...file }: FileRow,
): MessageFile => ({
  ...file,
  address: signedAddress(app, file.path, viewer),
  smallAddress: small_path === null ? null : signedAddress(app, small_path, viewer),
});

type FileRow = Omit<MessageFile, 'address' | 'smallAddress'> & { small_path: string | null };
type PersonRow = Parameters<typeof toPerson>[1];

/**
 * SQL for the person whose id is in a column of `message`. Null: a former member. Avoids separate queries for
 * the people on a page.
 */
const personIn = (column: 'message.author_id' | 'message.about_id') =>
  sql<PersonRow | null>`(select json_build_object('id', person.id::text, 'username', person.username,
      'first_name', person.first_name, 'last_name', person.last_name, 'picture', person.picture,
      'picture_small', person.picture_small, 'verified_at', person.verified_at)
    from ${livePerson('person', column)} where not person.is_former)`;

const toPersonOrNull = (app: Pick<App, 'files'>, row: PersonRow | null): Person | null =>
  row && toPerson(app, row);

/** Columns of `message` for one reader. */
export const messageColumns = (readerId: string) =>
  [
    'message.id',
    'message.conversation_id',
    'message.author_id',
    'message.text',
    'message.event',
    'message.reply_to_id',
    'message.is_forwarded',
    'message.client_id',
    'message.created_at',
    'message.edited_at',
    'message.deleted_at',
    'message.removed_at',
    'message.link',
    personIn('message.author_id').as('author'),
    personIn('message.about_id').as('about'),
    sql<FileRow[] | null>`(select json_agg(json_build_object(
        'path', path, 'small_path', small_path, 'kind', kind, 'name', name, 'type', type, 'bytes', bytes,
        'width', width, 'height', height, 'milliseconds', milliseconds, 'waveform', waveform) order by position)
      from social.message_file as file where file.message_id = message.id)`.as('files'),
    sql<PreviewRow | null>`(select json_build_object('title', title, 'description', description, 'host', host,
        'picture', picture, 'width', width, 'height', height)
      from social.link_preview as preview
      where preview.address = message.link and preview.title is not null limit 1)`.as('preview'),
    callLine(readerId).as('call'),
    sql<Partial<Record<ReactionKind, number>> | null>`(select json_object_agg(kind, n) from (
      select kind, count(*) as n from social.message_reaction as reaction
      where reaction.message_id = message.id and not ${blockedBetween('reaction.account_id', readerId)}
      group by kind) as counted)`.as('reactions'),
    sql<ReactionKind | null>`(select kind from social.message_reaction as reaction
      where reaction.message_id = message.id and reaction.account_id = ${readerId})`.as('mine_is'),
  ] as const;
