import { sql } from 'kysely';
import { livePerson } from '../../../identity/account/live-people.ts';
import type { App } from '../../../platform/app.ts';
import { blockedBetween } from '../../people/between.ts';
import { toPerson, type Person } from '../../people/person.ts';
import type { PreviewRow } from '../../previews/records.ts';
import type { ReactionKind } from '../../tallies/reaction-kinds.ts';
import { callLine } from '../calls/call-line.ts';
import type { MessageFile } from './message.ts';

export type FileRow = Omit<MessageFile, 'address' | 'smallAddress'> & { small_path: string | null };
type PersonRow = Parameters<typeof toPerson>[1];

/**
 * SQL for the person whose id is in a column of `message`. Null: a former member. Avoids separate queries for
 * the people on a page.
 */
export const personIn = (column: 'message.author_id' | 'message.about_id') =>
  sql<PersonRow | null>`(select json_build_object('id', person.id::text, 'username', person.username,
      'first_name', person.first_name, 'last_name', person.last_name, 'picture', person.picture,
      'picture_small', person.picture_small, 'verified_at', person.verified_at)
    from ${livePerson('person', column)} where not person.is_former)`;

export const toPersonOrNull = (app: Pick<App, 'files'>, row: PersonRow | null): Person | null =>
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
