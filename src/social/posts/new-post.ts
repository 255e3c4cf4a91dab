import { msg, invalid } from '../../kernel/problem.ts';
import type { NewPaywall } from './paywall.ts';
import type { NewPoll } from './polls/poll.ts';
import type { PostKind, Privacy } from './post.ts';
import { cleanText, isBlank, toLine } from '../../kernel/text.ts';
import { maxTextLength } from '../text/plain.ts';

export const maxPhotos = 10;
/** Maximum number of pictures in all posts of a thread. */
export const maxThreadPhotos = 30;
export const maxAttachments = 5;
export const longestAlt = 1500;

/** A previously uploaded picture of the author. `alt`: its alt text. */
export interface NewPhoto {
  path: string;
  alt: string;
}

/** A previously uploaded video of the author. */
export interface NewVideo {
  path: string;
  /** Its alt text. */
  alt?: string | undefined;
  /** Path of a previously uploaded poster picture. */
  poster?: string | undefined;
}

/** A previously uploaded audio file, voice note or other file of the author. */
export interface NewAttachment {
  path: string;
  /** The request field that named the file. */
  field: string;
}

/** A post that continues another one. */
export interface NewContinuation {
  text: string;
  photos: readonly NewPhoto[];
}

export interface NewPost {
  /** Defaults to a plain post. */
  kind?: PostKind;
  /** Required for articles, threads and questions. */
  title?: string;
  text: string;
  privacy: Privacy;
  photos: readonly NewPhoto[];
  video?: NewVideo | undefined;
  attachments?: readonly NewAttachment[] | undefined;
  poll?: NewPoll | undefined;
  /** The thread of a reply, the question of an answer, or the first post of a thread of posts. The caller must check its visibility. */
  parentId?: string | undefined;
  /** The page to publish as. The caller must check the author's permission. */
  pageId?: string | undefined;
  /** The group to publish in. The caller must check that the author is a member. */
  groupId?: string | undefined;
  /** The shared or quoted post. */
  quoteId?: string | undefined;
  warning?: string | undefined;
  /** Posts that continue it as a thread. */
  thread?: readonly NewContinuation[] | undefined;
  /** Paywall settings. Undefined if the content is not sold. */
  paywall?: NewPaywall | undefined;
  /** Path of the cover of an article. */
  cover?: string | undefined;
}

/** Maximum text length by kind, in characters. */
export const longestOf: Readonly<Record<PostKind, number>> = {
  post: maxTextLength,
  article: 100_000,
  thread: 50_000,
  reply: 20_000,
  question: 50_000,
  answer: 50_000,
};
export const longestPostTitle = 200;
export const longestWarning = 200;

/** Validates a post. Throws a `Problem` at the invalid field. */
export function checkPost(given: NewPost): Required<Pick<NewPost, 'kind' | 'title' | 'warning'>> & NewPost {
  const { kind = 'post', text, photos, quoteId, video, poll, attachments = [] } = given;
  const clean = cleanText(text, 'text', longestOf[kind]);
  const title = checkTitle(kind, given.title);
  if (photos.length > maxPhotos)
    throw invalid('photos', msg('A post can have at most {maxPhotos} photos', { maxPhotos }));
  if (attachments.length > maxAttachments)
    throw invalid(
      attachments[0]?.field ?? 'file',
      msg('A post can have at most {maxAttachments} files', { maxAttachments }),
    );
  if (isBlank(clean) && kind !== 'post') throw invalid('text', msg('Enter some text'));
  if (isBlank(clean) && poll) throw invalid('text', msg('Enter the poll’s question'));
  if (isBlank(clean) && photos.length === 0 && quoteId === undefined && !video && attachments.length === 0)
    throw invalid('text', msg('Write something or add a photo'));
  return {
    ...given,
    kind,
    title,
    privacy: audienceOf(kind, given),
    warning: cleanText(given.warning ?? '', 'warning', longestWarning).replaceAll('\n', ' '),
    text: isBlank(clean) ? '' : clean,
    photos: photos.map((photo) => ({ ...photo, alt: cleanAlt(photo.alt) })),
    ...(video && { video: { ...video, alt: cleanAlt(video.alt ?? '', 'video_alt') } }),
  };
}

/** Posts in forums and on pages are always public. Those of a group are for its readers. */
function audienceOf(kind: PostKind, { groupId, pageId, privacy }: NewPost): Privacy {
  if (groupId !== undefined) return 'group';
  if (kind === 'thread' || kind === 'reply' || pageId !== undefined) return 'public';
  if (privacy === 'group') throw invalid('privacy', msg('Choose an audience'));
  return privacy;
}

function checkTitle(kind: PostKind, typed = ''): string {
  if (kind !== 'article' && kind !== 'thread' && kind !== 'question') return '';
  const title = toLine(cleanText(typed, 'title', longestPostTitle));
  if (isBlank(title)) throw invalid('title', msg('Enter a title'));
  return title;
}

export const cleanAlt = (typed: string, field: 'alt' | 'video_alt' = 'alt') =>
  cleanText(typed, field, longestAlt).replaceAll('\n', ' ');
