import { t } from '../../web/translation/translate.ts';
import type { Viewer } from '../../platform/app.ts';
import type { GroupOfPost } from '../access/group.ts';
import type { Role } from '../access/page.ts';
import type { Person } from '../people/person.ts';
import type { LinkPreview } from '../previews/records.ts';
import type { ReactionKind } from '../tallies/reaction-kinds.ts';
import type { Mentions } from '../text/render-text.ts';
import type { Paywall } from './paywall.ts';
import type { Poll } from './polls/poll.ts';

/** `group`: those who read the group that it is in. */
export type Privacy = 'public' | 'friends' | 'me' | 'group';

/** Kinds of posts. Replies belong to a thread and answers to a question. The others are top-level. */
export const postKinds = ['post', 'article', 'thread', 'reply', 'question', 'answer'] as const;
export type PostKind = (typeof postKinds)[number];

export interface Photo {
  id: string;
  /** Path in the file store. */
  path: string;
  /** URLs of the full and the small picture. */
  address: string;
  small: string;
  width: number;
  height: number;
  /** Alt text, or empty. */
  alt: string;
}

export interface Video {
  /** Path in the file store. */
  path: string;
  /** URL of the file. */
  address: string;
  type: string;
  /** In pixels, if the file specifies it. */
  width: number | null;
  height: number | null;
  milliseconds: number | null;
  /** The poster picture. */
  poster: string | null;
  /** Alt text, or empty. */
  alt: string;
}

/** An audio file, voice note or other file of a post. */
export interface Attachment {
  kind: 'audio' | 'voice_notes' | 'file';
  /** Path in the file store. */
  path: string;
  /** URL of the file. */
  address: string;
  /** Original file name, or empty. */
  name: string;
  type: string;
  bytes: number;
  /** If the file specifies it. */
  milliseconds: number | null;
}

/** The page on whose behalf a post was published. */
export interface Speaker {
  id: string;
  username: string;
  title: string;
  /** URL of the small picture. Null to draw initials. */
  picture: string | null;
  isVerified: boolean;
  /** The viewer's role in the page. */
  role: Role | 'owner' | null;
}

/** The event that a post announces. Its id is that of the post. */
export interface AnnouncedEvent {
  title: string;
  place: string;
  timeZone: string;
  isAllDay: boolean;
  /** Of its first date. */
  startsAt: Date;
  endsAt: Date;
  isCanceled: boolean;
}

/** A post of any kind as one viewer sees it. */
export interface Post {
  id: string;
  kind: PostKind;
  author: Person;
  /** The page on whose behalf it was published, if any. */
  page: Speaker | null;
  /** The group that it is in, if any. */
  group: GroupOfPost | null;
  /** Title of an article, thread or question. Empty otherwise. */
  title: string;
  /** Plain text with light formatting for kind `post`, Markdown for all others. */
  text: string;
  mentions: Mentions;
  privacy: Privacy;
  /** Whether a public post is for followers and friends only, because the account is private. */
  isForFollowers: boolean;
  /** The first URL in the text. */
  link: string | null;
  photos: Photo[];
  video: Video | null;
  attachments: Attachment[];
  poll: Poll | null;
  event: AnnouncedEvent | null;
  /** Link preview, unless the author removed it. */
  preview: LinkPreview | null;
  /** The thread of a reply, the question of an answer, or the first post of a thread of posts. */
  parentId: string | null;
  /** The post it shares or quotes, which may not be visible to the viewer. */
  quoteId: string | null;
  /** The shared post, if visible to the viewer. Not loaded recursively. */
  origin: Post | null;
  /** Content warning, or empty. */
  warning: string;
  /** Paywall, or null if the content is not sold. */
  paywall: Paywall | null;
  createdAt: Date;
  editedAt: Date | null;
  pinnedAt: Date | null;
  /** Whether it is pinned to its group. */
  isPinnedInGroup: boolean;
  /** When it was closed to comments or replies. */
  lockedAt: Date | null;
  /** When moderation held the post. A held post is visible only to its author and moderators. */
  heldAt: Date | null;
  /** The agent that published on behalf of the author, if any. */
  agentName: string | null;
  comments: number;
  shares: number;
  /** Replies of a thread, answers of a question, or posts that continue a post. */
  replies: number;
  /** Upvotes minus downvotes. */
  score: number;
  reactions: Partial<Record<ReactionKind, number>>;
  /** Whether the viewer has saved the post. */
  isSaved: boolean;
  /** Whether the author or the owner of its page accepts tips. */
  acceptsTips: boolean;
  /** The viewer's own reaction. */
  mine: ReactionKind | null;
  /** The name of the viewer's keyword filter that collapses it in this list, if any. */
  filteredBy: string | null;
  /** Additional fields of articles. Undefined for other kinds. */
  article?: ArticleDetails;
}

/** Whether everyone can see a post. */
export const isPublic = (post: { privacy: string; isForFollowers: boolean; heldAt: Date | null }): boolean =>
  post.privacy === 'public' && !post.isForFollowers && post.heldAt === null;

/** The cover picture of an article. */
export interface Cover {
  /** Path in the file store. */
  path: string;
  /** URLs of the full and the small picture. */
  address: string;
  small: string;
  width: number;
  height: number;
  /** Alt text, or empty. */
  alt: string;
}

/** The fields of an article in addition to those of all posts. */
export interface ArticleDetails {
  categoryId: string | null;
  /** The name of the category. */
  category: string | null;
  cover: Cover | null;
  /** Signed URLs of the pictures in the text, by path. Empty if everyone can see them. */
  pictures: ReadonlyMap<string, string>;
  /** Hashtags from the tags field, as entered. */
  tags: readonly string[];
  words: number;
  /** Reading time in minutes. */
  minutes: number;
}

/** An article as submitted: form fields, all of them text. */
export interface ArticleContent {
  title: string;
  /** Markdown. */
  text: string;
  /** Words separated by commas or spaces. */
  tags: string;
  /** Empty for none. */
  category: string;
  /** Path of an uploaded picture, or empty. */
  cover: string;
  coverAlt: string;
  warning: string;
  privacy: string;
  /** Id of the group for which it is written, or empty. It stays in it. */
  group: string;
  /** Paywall settings, as parsed by `parsePaywallForm`. */
  paid_for: string;
  post_price: string;
  paid_text: string;
}

export const emptyContent: ArticleContent = {
  title: '',
  text: '',
  tags: '',
  category: '',
  cover: '',
  coverAlt: '',
  warning: '',
  privacy: 'public',
  group: '',
  paid_for: '',
  post_price: '',
  paid_text: '',
};

/** Picks the article fields of a form or draft. */
export const toArticleContent = (given: Readonly<Record<string, unknown>>): ArticleContent =>
  Object.fromEntries(
    Object.entries(emptyContent).map(([name, empty]: [string, string]) => {
      const value = given[name];
      return [name, typeof value === 'string' ? value : empty];
    }),
  ) as unknown as ArticleContent;

/** Audiences of a post by the viewer. The first is the default of forms. */
export const privacies = (viewer?: Pick<Viewer, 'isPrivate'>) =>
  [
    { value: 'public', label: viewer?.isPrivate ? t('Followers') : t('Public') },
    { value: 'friends', label: t('Friends') },
    { value: 'me', label: t('Only me') },
  ] as const;
