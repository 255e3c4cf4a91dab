import type { Html } from '../../../web/html.ts';
import type { Post } from '../post.ts';
import { renderRich } from '../../text/render-rich.ts';
import { renderText } from '../../text/render-text.ts';

/** The text of a post as markup, by its kind. */
export const renderPost = ({ kind, text, mentions }: Pick<Post, 'kind' | 'text' | 'mentions'>): Html =>
  kind === 'post' ? renderText(text, mentions) : renderRich(text, mentions);
