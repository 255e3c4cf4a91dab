import { plainMarkdown } from '../../../web/markdown.ts';
import type { Post } from '../post.ts';
import { plainLight } from '../../text/rendered.ts';
import { short } from '../../text/short.ts';

/** An excerpt from the beginning of a post, on one line and without Markdown syntax. */
export const excerptOf = ({ kind, text }: Pick<Post, 'kind' | 'text'>, longest: number): string =>
  short(kind === 'post' ? plainLight(text) : plainMarkdown(text.slice(0, longest * 4)), longest);
