import { cannotAttach, pictureFields } from './attachments.ts';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Id } from '../../kernel/input.ts';
import { invalid } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Config } from '../../platform/config.ts';
import { refused } from '../../platform/html/refused.ts';
import type { FormState } from '../../platform/html/form.ts';
import type { FieldProblem, Upload } from '../../platform/http/endpoint.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { checkTime } from '../drafts/schedule.ts';
import { fromWallTime, isTimeZone } from '../../kernel/time-zone.ts';
import type { NewPoll } from '../polls/poll.ts';
import { deleteUpload } from '../uploads/delete-upload.ts';
import { largestOf } from '../uploads/decide-type.ts';
import { takeUpload } from '../uploads/take-upload.ts';
import { cleanAlt, mostPhotos, toPhotos, type NewPost } from './new-post.ts';
import type { PostContent } from './post-content.ts';
import { publishPost } from './publish-post.ts';

const line = (maxLength: number) => Type.String({ maxLength, default: '' });

/** What people fill in to write a post. */
export const PostForm = Type.Object({
  text: line(20_000),
  privacy: Type.Enum(['public', 'friends', 'me'], { default: 'public' }),
  alt: Type.Optional(Type.Array(Type.String({ maxLength: 6000 }))),
  video_alt: line(6000),
  warning: line(2000),
  poll_options: Type.Optional(Type.Array(Type.String({ maxLength: 1000 }), { maxItems: 20 })),
  poll_multiple: line(10),
  poll_final: line(10),
  poll_minutes: Type.Integer({ minimum: 0, maximum: 10_000_000, default: 1440 }),
  quote_id: Type.Optional(Type.Union([Id, Type.Literal('')])),
  publish_at: line(40),
  time_zone: line(60),
  do: Type.Enum(['post', 'draft', ''], { default: 'post' }),
});
export type PostForm = Static<typeof PostForm>;

/** What was typed, to be shown once more: of a list, each entry under a name of its own. */
export function formState(typed: Record<string, unknown>, problem: FieldProblem): FormState {
  const { values, ...state } = refused(typed, problem);
  const options = [typed.poll_options ?? []].flat();
  const kept = options.flatMap((option, index) =>
    typeof option === 'string' ? [[`poll_options-${index}`, option] as const] : [],
  );
  return { ...state, values: { ...values, ...Object.fromEntries(kept) } };
}

/** Pictures and one film. */
export const postFiles = {
  most: mostPhotos + 1,
  bytes: (config: Config) => largestOf(config, 'video'),
};

export const pictureTypes = 'image/jpeg,image/png,image/webp,image/gif,image/avif';
export const videoTypes = 'video/mp4,video/webm,video/quicktime';

/** When it is to be published, or nothing for at once. Throws a `Problem` at `publish_at`. */
export function plannedFor(
  { publish_at, time_zone }: Pick<PostForm, 'publish_at' | 'time_zone'>,
  now: Date,
): { at: Date; timeZone: string } | undefined {
  if (publish_at.trim() === '') return undefined;
  const timeZone = time_zone === '' ? 'UTC' : time_zone;
  if (!isTimeZone(timeZone)) throw invalid('time_zone', 'There is no such time zone');
  const at = fromWallTime(publish_at, timeZone);
  if (!at) throw invalid('publish_at', 'This is no time');
  checkTime(at, now);
  return { at, timeZone };
}

/** A poll, when any of its choices was filled in. */
export function pollIn(form: PostForm): NewPoll | undefined {
  const options = (form.poll_options ?? []).filter((option) => option.trim() !== '');
  if (options.length === 0) return undefined;
  return {
    options,
    isMultiple: form.poll_multiple !== '',
    isChangeable: form.poll_final === '',
    minutes: form.poll_minutes,
  };
}

/** Publishes what was filled in, with the files that came along. */
export const publishForm = (
  app: App,
  author: Viewer,
  form: PostForm,
  files: readonly Upload[],
): Promise<string> =>
  publishWithFiles(
    app,
    author,
    {
      text: form.text,
      privacy: form.privacy,
      warning: form.warning,
      photos: toPhotos(sort(files).pictures, form.alt),
      poll: pollIn(form),
      quoteId: form.quote_id === '' ? undefined : form.quote_id,
    },
    files,
    form.video_alt,
  );

/** Publishes a post with the film that came along. It is gone again when the post is refused. */
export async function publishWithFiles(
  app: App,
  author: Viewer,
  post: NewPost,
  files: readonly Upload[],
  alt = post.video?.alt,
): Promise<string> {
  const [film] = sort(files).videos;
  if (!film) return publishPost(app, author, post);
  const path = await takeFile(app, author, film, 'video');
  try {
    return await publishPost(app, author, { ...post, video: { path, alt, poster: post.video?.poster } });
  } catch (error) {
    await deleteUpload(app, author, path);
    throw error;
  }
}

/** What was filled in, as a draft keeps it: files that came along are uploaded, after those that it has already. */
export async function toContent(
  app: App,
  author: Viewer,
  form: PostForm,
  files: readonly Upload[],
  kept: Pick<PostContent, 'photos' | 'video' | 'quoteId'> = { photos: [] },
): Promise<PostContent> {
  const { videos, pictures } = sort(files);
  if (kept.photos.length + pictures.length > mostPhotos)
    throw invalid('pictures', `A post has room for ${mostPhotos} pictures`);
  const photos = [...kept.photos];
  for (const [index, picture] of pictures.entries())
    photos.push({
      path: await takeFile(app, author, picture, 'photos'),
      alt: cleanAlt(form.alt?.[index] ?? ''),
    });
  const [film] = videos;
  const video = film
    ? { path: await takeFile(app, author, film, 'video'), alt: cleanAlt(form.video_alt) }
    : kept.video && { ...kept.video, alt: cleanAlt(form.video_alt) };
  const poll = pollIn(form);
  const quoteId = form.quote_id === '' ? undefined : (form.quote_id ?? kept.quoteId);
  return {
    text: form.text,
    privacy: form.privacy,
    warning: form.warning,
    photos,
    ...(video && { video }),
    ...(poll && { poll: { ...poll, options: [...poll.options] } }),
    ...(quoteId !== undefined && { quoteId }),
  };
}

function sort(files: readonly Upload[]): { videos: Upload[]; pictures: Upload[] } {
  const videos = files.filter(({ field }) => field === 'video');
  if (videos.length > 1) throw invalid('video', 'A post has room for one video');
  const pictures = files.filter(({ field }) => field !== 'video');
  const other = pictures.find(({ field }) => !pictureFields.has(field));
  if (other) throw cannotAttach(other.field);
  return { videos, pictures };
}

async function takeFile(
  app: App,
  author: Viewer,
  { file, name }: Upload,
  kind: 'photos' | 'video',
): Promise<string> {
  if (file === undefined) throw invalid(kind, 'Send the file as multipart/form-data');
  const taken = await takeUpload(app, author, { file, name, kind, handle: 'post' });
  if (!('path' in taken)) throw invalid(kind, 'Send the file whole');
  return taken.path;
}
