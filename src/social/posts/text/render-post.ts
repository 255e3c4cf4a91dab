import type { Html } from '../../../web/html.ts';
import type { Post } from '../post.ts';
import { renderedText } from '../../text/rendered.ts';

/** Renders the text of a post as HTML, by kind. */
export const renderPost = ({ kind, text, mentions }: Pick<Post, 'kind' | 'text' | 'mentions'>): Html =>
  renderedText(kind, text, mentions);
