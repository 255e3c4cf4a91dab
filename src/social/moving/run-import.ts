import { sql } from 'kysely';
import { getLanguage } from '../../identity/account/email.ts';
import { livePeople } from '../../identity/account/people.ts';
import { findViewer } from '../../identity/account/viewer.ts';
import { msg, invalid, missing, Problem } from '../../kernel/problem.ts';
import { type App, inTransaction, may, type Viewer } from '../../platform/app.ts';
import { unpackInto, withFolder } from '../../platform/archive/unpack.ts';
import { lockRow } from '../../platform/database/queries.ts';
import { detectType } from '../../platform/files/store.ts';
import { inLanguage, readerLanguage } from '../../web/translation/languages.ts';
import { t } from '../../web/translation/translate.ts';
import { addPeopleList, changeMember, listPeopleLists } from '../feed/lists/people-lists.ts';
import { prepareSubmission } from '../moderation/moderate.ts';
import { getRelation } from '../people/relation.ts';
import { addImportedPost, type ImportedPost } from './imported-post.ts';
import { maxAttachments, maxPhotos } from '../posts/new-post.ts';
import { block, mute } from '../relationships/blocks.ts';
import { follow } from '../relationships/follows.ts';
import { savePost } from '../saved/saved.ts';
import { kindByType } from '../uploads/decide-type.ts';
import { deleteUpload, storeUpload } from '../uploads/uploads.ts';
import type { EntryOutcome, Waiting } from './import.ts';
import { prepareArticle } from './blogs/article.ts';
import { dateOf, maxFetched, type Media } from './community/community.ts';
import { importLikes } from './community/likes.ts';
import { communityKinds } from './community/run.ts';
import { formatNamed } from './formats.ts';
import { endImport } from './imports.ts';
import type { ArchivePost } from './mastodon.ts';
import { aloneIn, limitsOf } from './read-import.ts';

interface Running {
  id: string;
  /** The account or address there. */
  from: string;
  media: Media;
}

/**
 * Imports the waiting entries of a started import. Each is committed together with its state, so an interrupted import
 * continues with the next one, and none is added twice.
 */
export async function runImport(app: App, { id }: { id: string }): Promise<void> {
  const running = await app.db
    .selectFrom('social.import')
    .where('id', '=', id)
    .where('state', '=', 'running')
    .select(['account_id', 'path', 'file_name', 'format', 'kinds', 'moved_from'])
    .executeTakeFirst();
  if (!running) return;
  const viewer = await findViewer(app, running.account_id);
  const language = readerLanguage(await getLanguage(app, running.account_id));
  const isAllowed = viewer && (!formatNamed(running.format).isCommunity || may(viewer, 'operate'));
  if (isAllowed) {
    await app.db
      .updateTable('social.import_entry')
      .set({ state: 'skipped', content: null })
      .where('import_id', '=', id)
      .where('state', '=', 'waiting')
      .where('kind', 'not in', running.kinds)
      .execute();
    const importAll = async (files: ReadonlyMap<string, string>) => {
      const media = { files, left: maxFetched };
      while (await importNext(app, viewer, { id, from: running.moved_from, media }));
    };
    const wanted = aloneIn(running.file_name) === undefined ? await namesOfMedia(app, id) : [];
    const archive = { path: running.path ?? '', owner: viewer.id, limits: limitsOf(app), wanted };
    await inLanguage(language, () =>
      wanted.length === 0
        ? importAll(new Map())
        : withFolder(app, async (folder) => importAll(await unpackInto(app, archive, folder))),
    );
  }
  await inTransaction(app, (app) => endImport(app, id));
}

/** The files of the waiting posts, at most as many as an archive can have. */
async function namesOfMedia(app: App, id: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct file ->> 'name' as name
    from social.import_entry, jsonb_array_elements(content -> 'files') as file
    where import_id = ${id} and state = 'waiting' and jsonb_typeof(content -> 'files') = 'array'
    limit ${limitsOf(app).entries}`.execute(app.db);
  return rows.map(({ name }) => name);
}

/** Imports the next entry. Returns false if there is none, or the import was canceled. */
async function importNext(app: App, viewer: Viewer, running: Running): Promise<boolean> {
  const { id } = running;
  const entry: Waiting | undefined = await app.db
    .selectFrom('social.import_entry')
    .where('import_id', '=', id)
    .where('state', '=', 'waiting')
    .orderBy('position')
    .limit(1)
    .select(['position', 'kind', 'source', 'content'])
    .executeTakeFirst();
  if (!entry) return false;
  const work = entry.kind === 'like' ? undefined : await prepare(app, viewer, entry, running);
  return inTransaction(app, async (app) => {
    await lockRow(app, 'social.import', id);
    const isRunning = await app.db
      .selectFrom('social.import')
      .where('id', '=', id)
      .where('state', '=', 'running')
      .select('id')
      .executeTakeFirst();
    if (!isRunning) return false;
    if (!work) return (await importLikes(app, id)) > 0;
    const outcome = await inTransaction(app, work).catch(toOutcome);
    await app.db
      .updateTable('social.import_entry')
      .set({
        state: outcome.state,
        reason: outcome.reason ?? '',
        post_id: outcome.postId ?? null,
        target_id: outcome.targetId ?? null,
        content: outcome.content ? JSON.stringify(outcome.content) : null,
      })
      .where('import_id', '=', id)
      .where('position', '=', entry.position)
      .execute();
    return true;
  });
}

/** An entry is not at fault if the database is down. The job stops and continues later. */
function toOutcome(error: unknown): EntryOutcome {
  if (error instanceof Problem && error.status < 500) return { state: 'failed', reason: t(error.text) };
  throw error;
}

/** Does what must be done before the transaction, and returns what to do in it. */
async function prepare(
  app: App,
  viewer: Viewer,
  entry: Waiting,
  { from, media }: Running,
): Promise<(app: App) => Promise<EntryOutcome>> {
  const ofCommunity = communityKinds[entry.kind];
  if (ofCommunity)
    return ofCommunity(app, viewer, entry, { from, media }).catch((error: unknown) => {
      const outcome = toOutcome(error);
      return () => Promise.resolve(outcome);
    });
  if (entry.kind !== 'post' && entry.kind !== 'reply' && entry.kind !== 'article')
    return (app) => importPerson(app, viewer, entry);
  if (await findImported(app, entry.source, viewer.id)) return () => Promise.resolve({ state: 'known' });
  const content = entry.content as ArchivePost;
  try {
    if (entry.kind === 'article') return await prepareArticle(app, viewer, entry, media);
    await prepareSubmission(app, viewer, { text: content.text });
    const { files, missingFiles } = await uploadFiles(app, viewer, content, media);
    return async (app) => {
      const postId = await addImportedPost(app, viewer, {
        ...{ text: content.text, warning: content.warning, privacy: content.privacy },
        createdAt: dateOf(app, content.at),
        ...files,
      });
      const reason =
        missingFiles > 0 ? t('Without files that the archive does not have, or that are too many') : '';
      return { state: 'done', postId, reason };
    };
  } catch (error) {
    const outcome = toOutcome(error);
    return () => Promise.resolve(outcome);
  }
}

/** The post that an earlier import of the account added. Archives can claim any address, so those of others do not count. */
async function findImported({ db }: App, source: string, accountId: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('social.import_entry as entry')
    .innerJoin('social.post as post', 'post.id', 'entry.post_id')
    .where('entry.source', '=', source)
    .where('entry.account_id', '=', accountId)
    .where('post.deleted_at', 'is', null)
    .select('post.id')
    .limit(1)
    .executeTakeFirst();
  return found?.id;
}

interface UploadedFiles {
  files: Pick<ImportedPost, 'photos' | 'video' | 'attachments'>;
  missingFiles: number;
}

/** Stores the files of a post as uploads, which count toward the storage of the member. */
async function uploadFiles(
  app: App,
  viewer: Viewer,
  { files }: ArchivePost,
  media: Media,
): Promise<UploadedFiles> {
  const photos: { path: string; alt: string }[] = [];
  const attachments: { path: string; field: string }[] = [];
  let video: { path: string; alt: string } | undefined;
  let missingFiles = 0;
  try {
    for (const { name, alt } of files) {
      const file = media.files.get(name);
      const kind = file === undefined ? undefined : kindByType(await detectType(file));
      const isFull =
        (kind === 'photos' && photos.length >= maxPhotos) ||
        (kind === 'video' && video !== undefined) ||
        (kind !== 'photos' && kind !== 'video' && attachments.length >= maxAttachments);
      if (file === undefined || kind === undefined || isFull) {
        missingFiles += 1;
        continue;
      }
      const path = await storeUpload(app, viewer, {
        file,
        name: name.slice(name.lastIndexOf('/') + 1),
        kind,
      });
      if (kind === 'photos') photos.push({ path, alt });
      else if (kind === 'video') video = { path, alt };
      else attachments.push({ path, field: 'file' });
    }
  } catch (error) {
    for (const { path } of [...photos, ...attachments, ...(video ? [video] : [])])
      await deleteUpload(app, viewer, path);
    throw error;
  }
  return { files: { photos, video, attachments }, missingFiles };
}

/** Imports a bookmark, or what the member decided about a person. Those who are not here are in the report. */
async function importPerson(
  app: App,
  viewer: Viewer,
  { kind, source, content }: Waiting,
): Promise<EntryOutcome> {
  if (kind === 'bookmark') {
    const postId = await findImported(app, source, viewer.id);
    if (postId === undefined) throw missing(msg('Post'));
    await savePost(app, viewer, postId);
    return { state: 'done', targetId: postId };
  }
  const targetId = await findPerson(app, source);
  const { follows, asksToFollow, mutes, blocks } = await getRelation(app, viewer, targetId);
  if (kind === 'list') return importListMember(app, viewer, targetId, (content as { list: string }).list);
  if (
    (kind === 'follow' && (follows || asksToFollow)) ||
    (kind === 'mute' && mutes) ||
    (kind === 'block' && blocks)
  )
    return { state: 'known' };
  await (kind === 'follow' ? follow : kind === 'mute' ? mute : block)(app, viewer, targetId);
  return { state: 'done', targetId };
}

/** Names of other servers are of nobody here, because nothing proves who they are. */
async function findPerson({ db, config }: App, source: string): Promise<string> {
  const [name = '', host] = source.toLowerCase().split('@');
  const found =
    host === undefined || host === new URL(config.plazaUrl).host
      ? await db
          .selectFrom(livePeople('person'))
          .where('person.username_key', '=', name)
          .where('person.is_former', '=', false)
          .select('person.id')
          .executeTakeFirst()
      : undefined;
  if (!found) throw invalid('name', msg('This person is not here'));
  return found.id;
}

async function importListMember(
  app: App,
  viewer: Viewer,
  targetId: string,
  title: string,
): Promise<EntryOutcome> {
  const list = (await listPeopleLists(app, viewer)).find((each) => each.title === title);
  const listId = list?.id ?? (await addPeopleList(app, viewer, { title, isExclusive: false }));
  const isOn = (await listPeopleLists(app, viewer, targetId)).some(({ id }) => id === listId);
  if (isOn) return { state: 'known' };
  await changeMember(app, viewer, listId, { id: targetId });
  return { state: 'done', targetId, content: { listId } };
}
