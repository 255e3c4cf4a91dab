import { rm, writeFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { seconds } from '../../../kernel/time.ts';
import { getFormerMember } from '../../../identity/account/people.ts';
import { hasEmail } from '../../../identity/account/email.ts';
import { register } from '../../../identity/sign-up/sign-up.ts';
import { checkUsername, proposeUsername } from '../../../identity/sign-up/usernames.ts';
import { missing, Problem, msg } from '../../../kernel/problem.ts';
import { type App, inTransaction, type Viewer } from '../../../platform/app.ts';
import { detectType } from '../../../platform/files/store.ts';
import { addForum, addSection, longestForumDescription, longestForumName } from '../../forums/forums.ts';
import { checkPost } from '../../posts/new-post.ts';
import { countPost, saveHashtags } from '../../posts/publishing.ts';
import { countForumAuthors, wholeThread } from '../../tallies/posts.ts';
import { tally } from '../../tallies/tally.ts';
import { distinctTokens } from '../../text/rendered.ts';
import { kindByType } from '../../uploads/decide-type.ts';
import { normalizePictures, savePictures, storeUpload } from '../../uploads/uploads.ts';
import { mediaAddress, type TextFile } from './discourse-text.ts';
import type { ForumContent, PersonContent, ReplyContent, ThreadContent } from './entry-contents.ts';

/** An account for a person of the community, without a password: they set one by email. */
export async function importPerson(
  app: App,
  given: PersonContent,
): Promise<{ id: string; isKnown: boolean }> {
  const { email } = given;
  const known = email === '' ? undefined : await findByEmail(app, email);
  if (known !== undefined) return { id: known, isKnown: true };
  const [firstName = '', ...rest] = (given.name.trim() || given.username).slice(0, 100).split(/\s+/);
  const named = { firstName, lastName: rest.join(' '), nameField: 'name' } as const;
  const account = {
    ...{ ...named, username: await usernameFor(app, given), isAdmitted: true, isEmailVerified: true },
    ...{ registeredAt: dateOf(app, given.at), biography: given.biography.slice(0, 500) },
    email: email || `${given.username.toLowerCase().replaceAll(/[^a-z0-9]/g, '-')}@no-address.invalid`,
  };
  const id = await inTransaction(app, (app) => register(app, account)).catch((error: unknown) => {
    if (!(error instanceof Problem) || error.field === 'email') throw error;
    // A name that is refused here, such as one that looks like that of an operator.
    return register(app, { ...account, firstName: account.username, lastName: '' });
  });
  return { id, isKnown: false };
}

const findByEmail = async ({ db }: App, email: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('identity.account as account')
      .where(hasEmail(email))
      .where('account.deleted_at', 'is', null)
      .select('account.id')
      .executeTakeFirst()
  )?.id;

/** The name that the person had there, if it is possible and free here. */
async function usernameFor(app: App, { username, name }: PersonContent): Promise<string> {
  const wanted = username.replaceAll('-', '_');
  try {
    await checkUsername(app, wanted);
    return wanted;
  } catch (error) {
    if (error instanceof Problem) return proposeUsername(app, wanted.length > 2 ? wanted : name);
    throw error;
  }
}

/** Forums of an import are in a section of its own, which operators arrange later. */
export async function importForum(
  app: App,
  operator: Viewer,
  { title, description, parent, hasSolutions }: ForumContent,
  from: string,
): Promise<string> {
  const parentId = parent === null ? null : await findTarget(app, 'forum', parent);
  if (parentId === undefined) throw missing(msg('Forum'));
  const sectionId =
    parentId === null ? await sectionFor(app, operator, from) : await sectionOf(app, parentId);
  return addForum(app, operator, {
    ...{ sectionId, parentId, title: title.slice(0, longestForumName), hasSolutions },
    description: description.slice(0, longestForumDescription),
  });
}

const sectionOf = async ({ db }: App, forumId: string): Promise<string> =>
  (
    await db
      .selectFrom('social.forum')
      .where('id', '=', forumId)
      .select('section_id')
      .executeTakeFirstOrThrow()
  ).section_id;

async function sectionFor(app: App, operator: Viewer, from: string): Promise<string> {
  const title = (URL.parse(from)?.host ?? from).slice(0, longestForumName) || 'Forum';
  const known = await app.db
    .selectFrom('social.forum_section')
    .where('title', '=', title)
    .select('id')
    .executeTakeFirst();
  return known?.id ?? addSection(app, operator, title);
}

/** What the import of a thread or reply needs: where it is, and its text with the addresses of stored pictures. */
interface Placed {
  authorId: string;
  text: string;
  createdAt: Date;
}

export async function importThread(app: App, content: ThreadContent, placed: Placed): Promise<string> {
  const forumId = await findTarget(app, 'forum', content.forum);
  if (forumId === undefined) throw missing(msg('Forum'));
  const { title, text } = checkPost({ ...draft('thread', placed.text), title: content.title.slice(0, 200) });
  const { createdAt } = placed;
  const id = await addPost(app, placed, {
    ...{ kind: 'thread', title, text },
    ...{ locked_at: content.isClosed ? createdAt : null },
  });
  await app.db
    .insertInto('social.thread')
    .values({
      ...{ post_id: id, forum_id: forumId, last_at: createdAt },
      ...(content.isPinned && { pinned_at: createdAt }),
    })
    .execute();
  await tally(app, [{ subject: 'forum', id: forumId, kind: 'threads', by: id, n: 1 }]);
  await countForumAuthors(app, wholeThread(id), 1);
  return id;
}

export async function importReply(app: App, content: ReplyContent, placed: Placed): Promise<string> {
  const threadId = await findPost(app, content.thread);
  if (threadId === undefined) throw missing(msg('Thread'));
  const { text } = checkPost({ ...draft('reply', placed.text), parentId: threadId });
  const id = await addPost(app, placed, { kind: 'reply', title: '', text, parent_id: threadId });
  await sql`with place as (
      update social.thread set places = places + 1 where post_id = ${threadId} returning places
    ) insert into social.reply (post_id, thread_id, place) select ${id}, ${threadId}, places from place`.execute(
    app.db,
  );
  return id;
}

const draft = (kind: 'thread' | 'reply', text: string) =>
  ({ kind, text, privacy: 'public', photos: [] }) as const;

async function addPost(
  app: App,
  { authorId, createdAt }: Placed,
  row: { kind: string; title: string; text: string; parent_id?: string; locked_at?: Date | null },
): Promise<string> {
  const { id } = await app.db
    .insertInto('social.post')
    .values({
      ...{ ...row, author_id: authorId, privacy: 'public' },
      ...{ created_at: createdAt, imported_at: app.clock.now() },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await saveHashtags(app, id, distinctTokens(row.text, row.kind === 'reply' ? 'reply' : 'thread'));
  await savePictures(app, id);
  await countPost(app, id, 1);
  return id;
}

/** The author of a text here. Whoever is not in the archive is a former member. */
export const authorOf = async (app: App, source: string | null): Promise<string> =>
  (source === null ? undefined : await findImportedPerson(app, source)) ?? getFormerMember(app);

/** Stores the pictures of a text. Other files remain in it by their names. */
export async function storeMedia(
  app: App,
  authorId: string,
  { text, files }: { text: string; files: readonly TextFile[] },
  media: Media,
): Promise<{ text: string; missingFiles: number }> {
  const stored = new Map<string, string>();
  for (const { name, address } of files) {
    const known = media.files.get(name);
    const fetched =
      known === undefined && address !== undefined ? await fetchFile(app, address, media) : undefined;
    const file = known ?? fetched;
    try {
      if (file !== undefined && kindByType(await detectType(file)) === 'photos')
        stored.set(name, await storeUpload(app, { id: authorId }, { file, name, kind: 'photos' }));
    } catch (error) {
      // A damaged picture is missing. It does not keep the text out.
      if (!(error instanceof Problem) || error.status >= 500) throw error;
    } finally {
      if (fetched !== undefined) await rm(fetched, { force: true });
    }
  }
  const reference = new RegExp(String.raw`!?\[([^\]\n]{0,300})\]\(${mediaAddress}([^\s()<>]{1,255})\)`, 'g');
  const filled = text.replaceAll(reference, (_, alt: string, name: string) => {
    const path = stored.get(name);
    return path === undefined ? alt : `![${alt}](/${path})`;
  });
  const normal = await normalizePictures(app, { id: authorId }, filled);
  return { text: normal.text, missingFiles: files.length - stored.size };
}

/** Files of an archive by name, as local copies, and how many others may be fetched. */
export interface Media {
  files: ReadonlyMap<string, string>;
  left: number;
}

/** Pictures that one import fetches. A failure counts as many, because it can take seconds. */
export const maxFetched = 2000;
const costOfFailure = 50;

/** Fetches a picture from where a blog was into a temporary file. Undefined if it is no longer there. */
async function fetchFile(app: App, address: string, media: Media): Promise<string | undefined> {
  if (media.left <= 0) return undefined;
  media.left -= 1;
  try {
    const { status, body } = await app.outbound.fetch(address, {
      ...{ within: seconds(8), max: 10 * 1024 ** 2, headers: { accept: 'image/*' } },
    });
    if (status !== 200) {
      media.left -= costOfFailure;
      return undefined;
    }
    const file = await app.files.newTemporary();
    await writeFile(file, body);
    return file;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    media.left -= costOfFailure;
    return undefined;
  }
}

/** A date of the archive, which is neither in the future nor before the year 1, which the database has not. */
export function dateOf({ clock }: Pick<App, 'clock'>, text: string): Date {
  const now = clock.now();
  const at = new Date(text);
  return at.getUTCFullYear() > 0 && at <= now ? at : now;
}

/** The account, forum or group here that an entry became. */
export async function findTarget(
  { db }: App,
  kind: 'person' | 'forum' | 'group',
  source: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('social.import_entry')
    .where('source', '=', source)
    .where('kind', '=', kind)
    .where('target_id', 'is not', null)
    .where('state', 'in', ['done', 'known'])
    .orderBy('import_id', 'desc')
    .select('target_id')
    .executeTakeFirst();
  return row?.target_id ?? undefined;
}

/** The thread or reply here that an entry became. */
export async function findPost({ db }: App, source: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('social.import_entry as entry')
    .innerJoin('social.post as post', 'post.id', 'entry.post_id')
    .where('entry.source', '=', source)
    .where('entry.kind', 'in', ['thread', 'thread_reply'])
    .where('post.deleted_at', 'is', null)
    .orderBy('entry.import_id', 'desc')
    .select('post.id')
    .executeTakeFirst();
  return row?.id;
}

/** The account that an earlier import made or found, if it is not deleted. */
export async function findImportedPerson(app: App, source: string): Promise<string | undefined> {
  const id = await findTarget(app, 'person', source);
  if (id === undefined) return undefined;
  const found = await app.db
    .selectFrom('identity.account')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('deletion_requested_at', 'is', null)
    .select('id')
    .executeTakeFirst();
  return found?.id;
}

/** The forum that an earlier import made, if it is still there. */
export const findForum = async (app: App, source: string): Promise<string | undefined> => {
  const id = await findTarget(app, 'forum', source);
  if (id === undefined) return undefined;
  return (await app.db.selectFrom('social.forum').where('id', '=', id).select('id').executeTakeFirst())?.id;
};
