import { sql } from 'kysely';
import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import { decodePage } from '../../kernel/text.ts';
import { Problem } from '../../kernel/problem.ts';
import { days, hours, seconds } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { addJob, job } from '../../platform/jobs/jobs.ts';
import { type Picture, removePicture, storePicture } from '../../platform/pictures.ts';
import { runSandboxed } from '../../platform/sandbox/sandbox.ts';
import { type Head, headTask } from './head.ts';

/** Queues a fetch of a post's link preview, unless it is known. Private posts have no previews. */
export async function requestPreview(app: App, postId: string): Promise<void> {
  const post = await app.db
    .selectFrom('social.post as post')
    .where('post.id', '=', postId)
    .where('post.kind', '=', 'post')
    .where('post.privacy', '!=', 'me')
    .where('post.link', 'is not', null)
    .where('post.quote_id', 'is', null)
    .where('post.preview_off_at', 'is', null)
    .select(['post.link', 'post.author_id'])
    .executeTakeFirst();
  if (!post?.link) return;
  const known = await app.db
    .selectFrom('social.link_preview')
    .where('key', '=', keyOf(post.link))
    .where('stale_at', '>', app.clock.now())
    .select('key')
    .executeTakeFirst();
  if (!known) await addJob(app, fetchPreviewJob, { address: post.link }, { queue: queueOf(post.author_id) });
}

/** The previews of an author are fetched one after the other, so that slow sites delay only their own. */
export const queueOf = (authorId: string | null): string => `social.previews:${authorId ?? ''}`;

const maxMarkup = 512 * 1024;
const maxPicture = 5 * 1024 * 1024;
const goodFor = days(7);
/** How long to wait before retrying a failed page. */
const retryDelay = hours(2);

interface Found extends Head {
  host: string;
  picture: string | undefined;
}

/**
 * Fetches the preview of a URL, shared by all posts that link to it. Its picture is re-encoded and stored, so
 * readers send no requests to that site. Failures are recorded too, to delay retries.
 */
export async function fetchPreview(app: App, { address }: { address: string }): Promise<void> {
  const key = keyOf(address);
  const before = await app.db
    .selectFrom('social.link_preview')
    .where('key', '=', key)
    .select(['stale_at', 'picture'])
    .executeTakeFirst();
  if (before && before.stale_at > app.clock.now()) return;
  const found = await getPage(app, address);
  const picture = found?.picture === undefined ? undefined : await fetchPicture(app, found.picture);
  const now = app.clock.now();
  const row = {
    title: found?.title ?? null,
    description: found?.description ?? '',
    host: found?.host ?? hostOf(address),
    picture: picture?.path ?? null,
    width: picture?.width ?? null,
    height: picture?.height ?? null,
    requested_at: now,
    stale_at: new Date(now.getTime() + (found ? goodFor : retryDelay)),
  };
  await app.db
    .insertInto('social.link_preview')
    .values({ key, address, ...row })
    // A temporary failure keeps the existing preview.
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet(found ? row : { requested_at: now, stale_at: row.stale_at }),
    )
    .execute();
  if (found && before?.picture) await removePicture(app, before.picture);
}

async function getPage(app: App, address: string): Promise<Found | undefined> {
  const { outbound, log } = app;
  try {
    const answer = await outbound.fetch(address, {
      within: seconds(8),
      max: maxMarkup,
      longer: 'cut',
      headers: { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.1' },
    });
    const type = String(answer.headers['content-type'] ?? '');
    if (answer.status !== 200 || !/html/i.test(type)) return undefined;
    const turn = { class: 'members', owner: 'previews' } as const;
    const head = await runSandboxed(app, headTask, decodePage(answer.body, type), turn);
    if (head.title === '') return undefined;
    return { ...head, host: hostOf(answer.url), picture: absolute(head.picture, answer.url) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    log.debug({ address, reason: error.message }, 'no preview for a link');
    return undefined;
  }
}

async function fetchPicture(app: App, address: string): Promise<Picture | undefined> {
  try {
    const answer = await app.outbound.fetch(address, {
      within: seconds(8),
      max: maxPicture,
      headers: { accept: 'image/*' },
    });
    return answer.status === 200
      ? await storePicture(app, 'previews', answer.body, 'previews', 'picture')
      : undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    app.log.debug({ address, reason: error.message }, 'no picture for the preview of a link');
    return undefined;
  }
}

function absolute(address: string | undefined, base: string): string | undefined {
  const url = address === undefined ? null : URL.parse(address, base);
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

const hostOf = (address: string): string => (URL.parse(address)?.hostname ?? '').replace(/^www\./, '');

const cachedFor = days(30);
const maxAtOnce = 200;

/** Deletes previews that no post or message refers to. */
export async function purgePreviews(app: App): Promise<void> {
  const before = new Date(app.clock.now().getTime() - cachedFor);
  for (;;) {
    const { rows } = await sql<{ picture: string | null }>`
      delete from social.link_preview where key in (
        select key from social.link_preview preview
        where requested_at < ${before} and not exists (
          select from social.post where post.link = preview.address and post.deleted_at is null)
        and not exists (
          select from social.message where message.link = preview.address and message.deleted_at is null)
        limit ${maxAtOnce} for update skip locked)
      returning picture`.execute(app.db);
    for (const { picture } of rows) if (picture !== null) await removePicture(app, picture);
    if (rows.length < maxAtOnce) return;
  }
}

/** URLs may be too long for an index, so they are hashed. */
export const keyOf = (address: string): Buffer => createHash('sha256').update(address).digest();

const fetchPreviewJob = job('social.fetch-preview', Type.Object({ address: Type.String() }), fetchPreview, {
  runner: 'network',
});

export const previewJobs = [
  fetchPreviewJob,
  job('social.purge-previews', Type.Object({}), purgePreviews, { cron: '23 4 * * *' }),
];
