import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { packTar } from 'modern-tar';

const origin = 'https://social.example';
const user = `${origin}/users/ada`;
const everyone = 'https://www.w3.org/ns/activitystreams#Public';
const followers = `${user}/followers`;

interface Note {
  id: number;
  content: string;
  to?: readonly string[];
  cc?: readonly string[];
  published?: string;
  summary?: string | null;
  sensitive?: boolean;
  inReplyTo?: string | null;
  attachment?: readonly object[];
  tag?: readonly object[];
  /** Options of a poll. */
  oneOf?: readonly object[];
}

export const addressOf = (id: number): string => `${user}/statuses/${id}`;
export { everyone, followers, origin };

/** An activity in the shape of `BackupService` and `NoteSerializer` of Mastodon. */
export function create({ id, to = [everyone], cc = [followers], ...note }: Note): object {
  const published = note.published ?? new Date(Date.UTC(2021, 0, 1, 0, id)).toISOString().replace('.000', '');
  return {
    id: `${addressOf(id)}/activity`,
    type: 'Create',
    actor: user,
    published,
    to,
    cc,
    object: {
      id: addressOf(id),
      type: note.oneOf ? 'Question' : 'Note',
      summary: null,
      inReplyTo: null,
      url: `${origin}/@ada/${id}`,
      attributedTo: user,
      to,
      cc,
      sensitive: false,
      atomUri: addressOf(id),
      inReplyToAtomUri: null,
      conversation: `tag:social.example,2021-01-01:objectId=${id}:objectType=Conversation`,
      contentMap: { en: note.content },
      attachment: [],
      tag: [],
      replies: { id: `${addressOf(id)}/replies`, type: 'Collection' },
      ...note,
      published,
    },
  };
}

export const announce = (id: number, of: string): object => ({
  id: `${addressOf(id)}/activity`,
  type: 'Announce',
  actor: user,
  published: '2021-06-01T10:00:00Z',
  to: [everyone],
  cc: [followers],
  object: of,
});

const collection = (id: string, orderedItems: readonly unknown[]) => ({
  '@context': 'https://www.w3.org/ns/activitystreams',
  id,
  type: 'OrderedCollection',
  totalItems: orderedItems.length,
  orderedItems,
});

/** The files of an archive, by name. */
export function archiveOf(
  items: readonly object[],
  others: Readonly<Record<string, string | Uint8Array>> = {},
): Record<string, Uint8Array> {
  const files: Record<string, string | Uint8Array> = {
    'actor.json': JSON.stringify({
      '@context': ['https://www.w3.org/ns/activitystreams'],
      id: user,
      type: 'Person',
      preferredUsername: 'ada',
      followers,
      following: `${user}/following`,
      outbox: 'outbox.json',
      likes: 'likes.json',
      bookmarks: 'bookmarks.json',
    }),
    'outbox.json': JSON.stringify(collection('outbox.json', items)),
    'likes.json': JSON.stringify(collection('likes.json', [`${origin}/users/bob/statuses/9`])),
    'bookmarks.json': JSON.stringify(collection('bookmarks.json', [])),
    ...others,
  };
  return Object.fromEntries(
    Object.entries(files).map(([name, content]) => [
      name,
      typeof content === 'string' ? Uint8Array.from(Buffer.from(content)) : content,
    ]),
  );
}

export const zip = (files: Record<string, Uint8Array>): Buffer => Buffer.from(zipSync(files));

export const tarGz = async (files: Record<string, Uint8Array>): Promise<Buffer> =>
  gzipSync(
    await packTar(
      Object.entries(files).map(([name, body]) => ({ header: { name, size: body.length }, body })),
    ),
  );
