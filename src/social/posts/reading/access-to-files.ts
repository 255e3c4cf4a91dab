import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { msg, missing } from '../../../kernel/problem.ts';
import type { FastifyRequest } from 'fastify';
import { hours, minutes } from '../../../kernel/time.ts';
import { findViewer } from '../../../identity/account/viewer.ts';
import { type App, may, type Viewer } from '../../../platform/app.ts';
import { verifySigned } from '../../../platform/files/path.ts';
import { type AgentScope, mayUse } from '../../../platform/http/agent-scopes.ts';
import type { Identify } from '../../../platform/http/family.ts';
import type { FileAccess } from '../../../platform/http/input/files.ts';
import { readablePosts, visiblePosts } from './visible.ts';

/** Whether a person may read a file for another reason than a post, such as a message. */
type MayRead = (app: App, viewer: Viewer, path: string) => Promise<boolean>;

/** Uploads that belong to something. Avatars, covers and previews of links are shown everywhere. */
const owned = /^(?:photos|videos|sounds|voices|files)\//;

/**
 * Returns who can access a stored file: everyone, if a post that everyone can read has it; otherwise the
 * people who can read such a post or message, its uploader, and moderators. Others get a 404, and so does
 * everyone once the post is deleted. A signed address has its viewer in the place of a session, so it stops working
 * a minute after this viewer can no longer see the file.
 * @param identify methods to identify the viewer, tried in order
 */
export function accessToFiles(app: App, identify: readonly Identify[], ...others: readonly MayRead[]) {
  const allowed = new LRUCache<string, number>({ max: maxAllowed });
  return async (request: FastifyRequest, requested: string): Promise<FileAccess> => {
    if (!owned.test(requested)) return { path: requested, access: 'public' };
    const signed = verifySigned(app, requested);
    if (!signed) {
      const viewer = (scope: AgentScope) => viewerOf(app, request, identify, scope);
      return { path: requested, access: await accessTo(app, viewer, requested, others) };
    }
    const { path, viewerId } = signed;
    const now = app.clock.now().getTime();
    if ((allowed.get(requested) ?? 0) <= now) {
      await accessTo(
        app,
        () => (viewerId === undefined ? Promise.resolve(undefined) : findViewer(app, viewerId)),
        path,
        others,
      );
      allowed.set(requested, now + minutes(1));
    }
    return { path, access: 'private' };
  };
}

/** Signed addresses whose viewer is known to have access. Each entry takes about 300 bytes. */
const maxAllowed = 10_000;

async function accessTo(
  app: App,
  identifyViewer: (scope: AgentScope) => Promise<Viewer | undefined>,
  requested: string,
  others: readonly MayRead[],
): Promise<'public' | 'private'> {
  const path = requested.replace(/-small\.webp$/, '.webp');
  const { posts, texts, upload, isInMessage, isInOpenText } = await getUses(app, path);
  if (isInOpenText) return 'public';
  const isInPost = posts.length > 0 || texts.length > 0;
  // Pictures of bio pages are no uploads.
  if (!isInPost && !isInMessage && !upload) return 'public';
  if (!isInPost && upload && isJustUploaded(app, upload)) return 'private';
  const canSee = async (viewer?: Viewer) =>
    (await isAnyIn(readablePosts(app.db, viewer), posts)) ||
    (await isAnyIn(visiblePosts(app.db, viewer), texts));
  if (await canSee()) return 'public';
  const viewer = await identifyViewer(isInMessage && !isInPost ? 'messages' : 'read');
  if (!viewer) throw missing(msg('File'));
  if (viewer.id === upload?.accountId || may(viewer, 'moderate') || (await canSee(viewer))) return 'private';
  for (const mayRead of others) if (await mayRead(app, viewer, path)) return 'private';
  throw missing(msg('File'));
}

interface Upload {
  accountId: string;
  isUsed: boolean;
  /** ISO 8601. */
  createdAt: string;
}

interface Uses {
  /** Those whose content it is: it is seen with access to paid content. */
  posts: string[];
  /** Those whose visible text it is in. */
  texts: string[];
  upload: Upload | null;
  isInMessage: boolean;
  /** Whether a page of the site or a term of the glossary shows it. */
  isInOpenText: boolean;
}

/** Apps show what they have just uploaded without credentials, before a post or a message has it. */
const isJustUploaded = ({ clock }: App, { isUsed, createdAt }: Upload): boolean =>
  !isUsed && clock.now().getTime() - new Date(createdAt).getTime() < hours(1);

async function getUses({ db }: App, path: string): Promise<Uses> {
  const { rows } = await sql<Uses>`
    select array(
      select post_id::text from social.photo where path = ${path}
      union select post_id::text from social.video where path = ${path}
      union select post_id::text from social.video where poster = ${path}
      union select post_id::text from social.attachment where path = ${path}
      union select post_id::text from social.article where cover = ${path}
      union select post_id::text from social.paywall_file where paywall_file.path = ${path}
    ) as posts,
    array(select post_id::text from social.text_picture where path = ${path}) as texts,
    (select jsonb_build_object('accountId', account_id::text, 'isUsed', used_at is not null, 'createdAt', created_at) from social.upload where path = ${path}) as upload,
    exists (select from social.message_file where path = ${path}) as "isInMessage",
    exists (select from social.open_picture left join social.term on term.id = open_picture.term_id
      where open_picture.path = ${path} and term.deleted_at is null) as "isInOpenText"`.execute(db);
  return rows[0] ?? { posts: [], texts: [], upload: null, isInMessage: false, isInOpenText: false };
}

async function isAnyIn(allowed: ReturnType<typeof visiblePosts>, posts: readonly string[]): Promise<boolean> {
  if (posts.length === 0) return false;
  const found = await allowed.where('post.id', 'in', posts).select('post.id').limit(1).executeTakeFirst();
  return found !== undefined;
}

async function viewerOf(
  app: App,
  request: FastifyRequest,
  identify: readonly Identify[],
  scope: AgentScope,
): Promise<Viewer | undefined> {
  for (const each of identify) {
    const { viewer, agent } = await each(app, request, 'anyone');
    if (viewer && (!agent || mayUse(agent, scope))) return viewer;
  }
  return undefined;
}
