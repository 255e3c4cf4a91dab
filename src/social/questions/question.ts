import { invalid, msg } from '../../kernel/problem.ts';
import { parseTokens, toTag } from '../../kernel/typed-text/tokens.ts';
import { pathOf } from '../posts/paths.ts';
import type { Post } from '../posts/post.ts';
import type { AnswerSort } from './reading.ts';

/** Upvote, downvote or none. */
export type Vote = 1 | -1 | 0;

/** A question as one viewer sees it. Its votes are the score of the post, and its answers the replies. */
export interface Question {
  post: Post;
  /** In the order of the hashtags below the text. */
  tags: string[];
  category: { id: string; name: string } | null;
  /** The accepted answer, which may not be visible to the viewer. */
  acceptedId: string | null;
  solvedAt: Date | null;
  /** The moderator's reason for closing. Empty if the post is not locked. */
  closedReason: string;
  /** The original question, which may not be visible to the viewer. */
  duplicateOf: string | null;
  activeAt: Date;
  /** The viewer's own vote. */
  vote: Vote;
  /** Whether the viewer is notified of new answers. */
  isFollowed: boolean;
}

export interface Answer {
  post: Post;
  isAccepted: boolean;
  vote: Vote;
}

export const maxTags = 5;
const longestTag = 40;

/** Parses typed tags, separated by spaces or commas, with or without `#`. */
export function readTags(typed: string): string[] {
  const words = typed.split(/[\s,;]+/).filter((word) => word.replaceAll('#', '') !== '');
  const tags = [...new Set(words.map(parseTag))];
  if (tags.length > maxTags) throw invalid('tags', msg('Choose at most {maxTags} tags', { maxTags }));
  return tags;
}

function parseTag(word: string): string {
  const tag = toTag(word.replaceAll(/[-.]+/g, '_').replaceAll(/^#+|(?<!_)_+$/g, ''));
  if (tag.length > longestTag)
    throw invalid('tags', msg('A tag can have at most {longestTag} characters', { longestTag }));
  const [token, more] = parseTokens(`#${tag}`);
  if (token?.kind !== 'hashtag' || token.tag !== tag || more)
    throw invalid('tags', msg('“{word}” is not a valid tag. Use letters, digits and _.', { word }));
  return tag;
}

/** Appends tags to a text as hashtags on a separate line, so that all hashtag features cover them. */
export const joinTags = (text: string, tags: readonly string[]): string =>
  tags.length === 0
    ? splitTags(text).text
    : `${splitTags(text).text}\n\n${tags.map((tag) => `#${tag}`).join(' ')}`;

/** A last line of as many tags as a question can have. A longer one is part of the text. */
const tagLine = new RegExp(String.raw`^#[^\s#]+(?: #[^\s#]+){0,${maxTags - 1}}$`);
const longestTagLine = maxTags * (longestTag + 2);

/** Splits a text into the original text and its tags. */
export function splitTags(text: string): { text: string; tags: string[] } {
  const all = { text, tags: [] };
  const trimmed = text.trimEnd();
  const start = trimmed.lastIndexOf('\n\n') + 1;
  const line = trimmed.slice(start === 0 ? 0 : start + 1);
  if (line.length > longestTagLine || !tagLine.test(line)) return all;
  const tokens = line.split(' ').flatMap((word) => parseTokens(word));
  const tags = tokens.flatMap((token) => (token.kind === 'hashtag' ? [token.tag] : []));
  if (tags.length !== tokens.length) return all;
  return { text: text.slice(0, Math.max(start - 1, 0)), tags: [...new Set(tags)] };
}

/** The path of a page of answers. */
export function pathOfAnswers(question: Post, page: number, sort: AnswerSort): string {
  const query = new URLSearchParams();
  if (sort !== 'votes') query.set('sort', sort);
  if (page > 1) query.set('page', String(page));
  return query.size === 0 ? pathOf(question) : `${pathOf(question)}?${query}`;
}

export interface QuestionFilter {
  sort?: string | undefined;
  tag?: string | undefined;
  category?: string | undefined;
  q?: string | undefined;
  after?: string | undefined;
  page?: number | undefined;
}

/** The path of a list of questions. */
export function pathOfList({ page, ...filter }: QuestionFilter): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) if (value) query.set(name, value);
  if (page) query.set('page', String(page));
  return query.size === 0 ? '/questions' : `/questions?${query}`;
}
