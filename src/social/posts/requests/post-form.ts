import { msg, invalid, type FieldProblem } from '../../../kernel/problem.ts';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Id } from '../../../kernel/input.ts';
import type { App, Viewer } from '../../../platform/app.ts';
import { refused, type FormState } from '../../../web/form.ts';
import type { Upload } from '../../../platform/http/endpoint.ts';
import { checkTime } from '../../drafts/drafts.ts';
import { fromWallTime, isTimeZone } from '../../../kernel/time.ts';
import type { NewPoll } from '../polls/poll.ts';
import { cleanAlt, maxAttachments, maxPhotos, type NewContinuation } from '../new-post.ts';
import type { PostContent } from '../drafts/content.ts';
import { PaywallForm, parsePaywallForm } from './paywall.ts';
import { checkContinuations, maxContinuations } from '../threads.ts';
import { publishWithFiles, sortFiles, withUploads } from '../post-files.ts';

const line = (maxLength: number) => Type.String({ maxLength, default: '' });

/** Fields of the post form. */
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
  thread: Type.Optional(Type.Array(Type.String({ maxLength: 20_000 }), { maxItems: 100 })),
  ...PaywallForm,
  publish_at: line(40),
  time_zone: line(60),
  do: Type.Enum(['post', 'draft', 'more', ''], { default: 'post' }),
});
export type PostForm = Static<typeof PostForm>;

/** The form state to show again. Each list entry gets its own field name. */
export function formState(typed: Record<string, unknown>, problem: FieldProblem): FormState {
  const { values, ...state } = refused(typed, problem);
  const existing = (['poll_options', 'thread'] as const).flatMap((name) =>
    [typed[name] ?? []]
      .flat()
      .flatMap((each, index) => (typeof each === 'string' ? [[`${name}-${index}`, each] as const] : [])),
  );
  return { ...state, values: { ...values, ...Object.fromEntries(existing) } };
}

/** The form state with one more post of the thread, for forms without scripts. */
export const withOneMore = (form: PostForm): FormState => {
  const thread = [...(form.thread ?? []), ''].slice(0, maxContinuations);
  const { values } = formState({ ...form, thread }, { field: '', message: '' });
  return values ? { values } : {};
};

export const videoTypes = 'video/mp4,video/webm,video/quicktime,video/3gpp';

/** Returns the scheduled time, or undefined to publish now. Throws a `Problem` at `publish_at`. */
export function plannedFor(
  { publish_at, time_zone }: Pick<PostForm, 'publish_at' | 'time_zone'>,
  now: Date,
): { at: Date; timeZone: string } | undefined {
  if (publish_at.trim() === '') return undefined;
  const timeZone = time_zone === '' ? 'UTC' : time_zone;
  if (!isTimeZone(timeZone)) throw invalid('time_zone', msg('Unknown time zone'));
  const at = fromWallTime(publish_at, timeZone);
  if (!at) throw invalid('publish_at', msg('Enter a valid time'));
  checkTime(at, now);
  return { at, timeZone };
}

/** The poll, if any of its options is filled in. */
function pollIn(form: PostForm): NewPoll | undefined {
  const options = (form.poll_options ?? []).filter((option) => option.trim() !== '');
  if (options.length === 0) return undefined;
  return {
    options,
    isMultiple: form.poll_multiple !== '',
    isChangeable: form.poll_final === '',
    minutes: form.poll_minutes,
  };
}

/** The posts that continue it. Their pictures are attached. */
const threadIn = ({ thread = [] }: PostForm): NewContinuation[] =>
  thread.map((text) => ({ text, photos: [] }));

/** Publishes the submitted form with its attached files. */
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
      photos: [],
      poll: pollIn(form),
      paywall: parsePaywallForm(form),
      quoteId: form.quote_id === '' ? undefined : form.quote_id,
      thread: threadIn(form),
    },
    files,
    { alts: form.alt, video: { alt: form.video_alt } },
  );

/** The submitted form as draft content. Attached files are uploaded and added to the existing ones. */
export async function draftContentOf(
  app: App,
  author: Viewer,
  form: PostForm,
  files: readonly Upload[],
  existing: Pick<PostContent, 'photos' | 'video' | 'attachments' | 'quoteId' | 'thread'> = { photos: [] },
): Promise<PostContent> {
  const sorted = await sortFiles(files);
  const count = (isOf: (kind: string) => boolean) => sorted.filter(({ kind }) => isOf(kind)).length;
  const added = sorted.filter(({ kind, number }) => kind === 'photos' && number === 1).length;
  if (existing.photos.length + added > maxPhotos)
    throw invalid('pictures', msg('A post can have at most {maxPhotos} photos', { maxPhotos }));
  const others = count((kind) => kind !== 'photos' && kind !== 'video');
  if ((existing.attachments?.length ?? 0) + others > maxAttachments)
    throw invalid('files', msg('A post can have at most {maxAttachments} files', { maxAttachments }));
  const alt = cleanAlt(form.video_alt, 'video_alt');
  const described = { alts: form.alt?.map((each) => cleanAlt(each)), video: { alt } };
  const shown = {
    ...existing,
    video: existing.video && { ...existing.video, alt },
    thread: threadIn(form).map((part, at) => ({ ...part, photos: existing.thread?.[at]?.photos ?? [] })),
  };
  const {
    photos,
    video,
    attachments = [],
    thread,
  } = await withUploads(app, author, { sorted, shown, described }, (shown) =>
    Promise.resolve({
      ...shown,
      thread: checkContinuations({ ...shown, text: form.text, privacy: form.privacy }),
    }),
  );
  const poll = pollIn(form);
  const paywall = parsePaywallForm(form);
  const quoteId = form.quote_id === '' ? undefined : (form.quote_id ?? existing.quoteId);
  return {
    text: form.text,
    privacy: form.privacy,
    warning: form.warning,
    photos: [...photos],
    ...(video && { video: { path: video.path, alt } }),
    ...(attachments.length > 0 && { attachments: [...attachments] }),
    ...(thread.length > 0 && { thread: thread.map(({ text, photos }) => ({ text, photos: [...photos] })) }),
    ...(poll && { poll: { ...poll, options: [...poll.options] } }),
    ...(quoteId !== undefined && { quoteId }),
    ...(paywall && { paywall }),
  };
}
