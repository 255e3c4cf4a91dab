import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { blockedBetween } from '../../people/between.ts';
import type { Person } from '../../people/person.ts';
import { toPreview, type PreviewRow } from '../../previews/preview.ts';
import type { ReactionKind } from '../../tallies/reaction-kinds.ts';
import { visibleMessages } from '../conversations/memberships.ts';
import { callLine, toCallLine } from '../calls/call-line.ts';
import { readPeople } from '../members/read-people.ts';
import type { Message, MessageEvent, MessageFile, Quote } from './message.ts';

type FileRow = Omit<MessageFile, 'address' | 'smallAddress'> & { small_path: string | null };

/** These messages, as far as the viewer may read them, in the order of their ids. */
export async function readMessages(
  app: Pick<App, 'db' | 'files'>,
  viewer: Pick<Viewer, 'id'>,
  ids: readonly string[],
): Promise<Message[]> {
  if (ids.length === 0) return [];
  const rows = await visibleMessages(app.db, viewer.id)
    .where('message.id', '=', sql<string>`any(${ids}::bigint[])`)
    .select([
      'message.id',
      'message.conversation_id',
      'message.author_id',
      'message.text',
      'message.event',
      'message.about_id',
      'message.reply_to_id',
      'message.is_forwarded',
      'message.client_id',
      'message.created_at',
      'message.edited_at',
      'message.deleted_at',
      'message.removed_at',
      'message.link',
      sql<FileRow[] | null>`(select json_agg(json_build_object(
          'path', path, 'small_path', small_path, 'kind', kind, 'name', name, 'type', type, 'bytes', bytes,
          'width', width, 'height', height, 'milliseconds', milliseconds, 'waveform', waveform) order by position)
        from social.message_file as file where file.message_id = message.id)`.as('files'),
      sql<PreviewRow | null>`(select json_build_object('title', title, 'description', description, 'host', host,
          'picture', picture, 'width', width, 'height', height)
        from social.link_preview as preview
        where preview.address = message.link and preview.title is not null limit 1)`.as('preview'),
      callLine(viewer.id).as('call'),
      sql<Partial<Record<ReactionKind, number>> | null>`(select json_object_agg(kind, n) from (
        select kind, count(*) as n from social.message_reaction as reaction
        where reaction.message_id = message.id and not ${blockedBetween('reaction.account_id', viewer.id)}
        group by kind) as counted)`.as('reactions'),
      sql<ReactionKind | null>`(select kind from social.message_reaction as reaction
        where reaction.message_id = message.id and reaction.account_id = ${viewer.id})`.as('mine_is'),
    ])
    .orderBy('message.id')
    .execute();
  const quotes = await readQuotes(
    app,
    viewer,
    rows.flatMap(({ reply_to_id }) => reply_to_id ?? []),
  );
  const people = await readPeople(app, [
    ...rows.flatMap(({ author_id, about_id }) => [author_id, about_id]),
    ...[...quotes.values()].map(({ author_id }) => author_id),
  ]);
  return rows.map((row): Message => {
    const quote = quotes.get(row.reply_to_id ?? '');
    return {
      id: row.id,
      conversationId: row.conversation_id,
      author: people.get(row.author_id ?? '') ?? null,
      isMine: row.author_id === viewer.id,
      text: row.text,
      event: row.event as MessageEvent | null,
      call: row.call && toCallLine(row.call),
      about: people.get(row.about_id ?? '') ?? null,
      at: row.created_at,
      editedAt: row.edited_at,
      isDeleted: row.deleted_at !== null,
      isRemoved: row.removed_at !== null,
      isForwarded: row.is_forwarded,
      replyTo: quote ? toQuote(quote, people) : null,
      files: (row.deleted_at === null ? (row.files ?? []) : []).map((file) => toFile(app, file)),
      preview: row.deleted_at === null ? toPreview(app, row) : null,
      reactions: row.reactions ?? {},
      myReaction: row.mine_is,
      clientId: row.author_id === viewer.id ? row.client_id : null,
    };
  });
}

async function readQuotes({ db }: Pick<App, 'db'>, viewer: Pick<Viewer, 'id'>, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, QuoteRow>();
  const rows = await visibleMessages(db, viewer.id)
    .where('message.id', '=', sql<string>`any(${ids}::bigint[])`)
    .where('message.deleted_at', 'is', null)
    .select([
      'message.id',
      'message.author_id',
      sql<string>`left(message.text, 200)`.as('text'),
      sql<QuoteRow['kind']>`(select kind from social.message_file as file
        where file.message_id = message.id order by position limit 1)`.as('kind'),
    ])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

interface QuoteRow {
  id: string;
  author_id: string | null;
  text: string;
  kind: Quote['fileKind'];
}

const toQuote = ({ id, author_id, text, kind }: QuoteRow, people: ReadonlyMap<string, Person>): Quote => ({
  id,
  author: people.get(author_id ?? '') ?? null,
  text,
  fileKind: kind,
});

const toFile = ({ files }: Pick<App, 'files'>, { small_path, ...file }: FileRow): MessageFile => ({
  ...file,
  address: files.address(file.path),
  smallAddress: small_path === null ? null : files.address(small_path),
});
