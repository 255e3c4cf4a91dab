import { t } from '../../kernel/translation/translate.ts';
import { invalid } from '../../kernel/problem.ts';
import type { NewPaywall } from './paywall/paywall.ts';
import type { NewPoll } from './polls/poll.ts';
import type { PostKind, Privacy } from './post.ts';
import { cleanText, isBlank } from '../../kernel/clean-text.ts';
import { toLine } from '../../kernel/text.ts';
import { longestText } from '../text/longest-text.ts';

export const maxPhotos = 10;
export const maxAttachments = 5;
export const longestAlt = 1500;

/** A picture that its author uploaded before. `alt`: what it shows. */
export interface NewPhoto {
  path: string;
  alt: string;
}

/** A video that its author uploaded before. */
export interface NewVideo {
  path: string;
  /** Its alt text. */
  alt?: string | undefined;
  /** Path of a picture, uploaded before, that is there until it plays. */
  poster?: string | undefined;
}

/** Audio, a voice note, or another file that its author uploaded before. */
export interface NewAttachment {
  path: string;
  /** The field that named it. */
  field: string;
}

export interface NewPost {
  /** Omitted: a plain post. */
  kind?: PostKind;
  /** Of articles, threads and questions, which must have one. */
  title?: string;
  text: string;
  privacy: Privacy;
  photos: readonly NewPhoto[];
  video?: NewVideo | undefined;
  attachments?: readonly NewAttachment[] | undefined;
  poll?: NewPoll | undefined;
  /** The thread that a reply is to, or the question that is answered. That the author may see it is for the verb of that kind to say. */
  parentId?: string | undefined;
  /** The page in whose name it is written. That its author may is for the page's verb to say. */
  pageId?: string | undefined;
  /** The shared or quoted post. */
  quoteId?: string | undefined;
  warning?: string | undefined;
  /** How its content is sold; omitted: everybody of its audience reads it. */
  paywall?: NewPaywall | undefined;
  /** Path of the cover of an article. */
  cover?: string | undefined;
}

/** Characters that the text of a kind has room for. */
export const longestOf: Readonly<Record<PostKind, number>> = {
  post: longestText,
  article: 100_000,
  thread: 50_000,
  reply: 20_000,
  question: 50_000,
  answer: 50_000,
};
export const longestTitle = 200;
export const longestWarning = 200;

/** The validated post. Throws a `Problem` at the field at fault. */
export function checkPost(given: NewPost): Required<Pick<NewPost, 'kind' | 'title' | 'warning'>> & NewPost {
  const { kind = 'post', text, photos, quoteId, video, poll, attachments = [] } = given;
  const clean = cleanText(text, 'text', longestOf[kind]);
  const title = checkTitle(kind, given.title);
  if (photos.length > maxPhotos)
    throw invalid('photos', t('A post can have at most {maxPhotos} photos', { maxPhotos }));
  if (attachments.length > maxAttachments)
    throw invalid(
      attachments[0]?.field ?? 'file',
      t('A post can have at most {maxAttachments} files', { maxAttachments }),
    );
  if (isBlank(clean) && kind !== 'post') throw invalid('text', t('Enter some text'));
  if (isBlank(clean) && poll) throw invalid('text', t('Enter the poll’s question'));
  if (isBlank(clean) && photos.length === 0 && quoteId === undefined && !video && attachments.length === 0)
    throw invalid('text', t('Write something or add a photo'));
  return {
    ...given,
    kind,
    title,
    // Posts in forums and of pages are public.
    privacy: kind === 'thread' || kind === 'reply' || given.pageId !== undefined ? 'public' : given.privacy,
    warning: cleanText(given.warning ?? '', 'warning', longestWarning).replaceAll('\n', ' '),
    text: isBlank(clean) ? '' : clean,
    photos: photos.map((photo) => ({ ...photo, alt: cleanAlt(photo.alt) })),
    ...(video && { video: { ...video, alt: cleanAlt(video.alt ?? '') } }),
  };
}

function checkTitle(kind: PostKind, typed = ''): string {
  if (kind !== 'article' && kind !== 'thread' && kind !== 'question') return '';
  const title = toLine(cleanText(typed, 'title', longestTitle));
  if (isBlank(title)) throw invalid('title', t('Enter a title'));
  return title;
}

export const cleanAlt = (typed: string) => cleanText(typed, 'alt', longestAlt).replaceAll('\n', ' ');
