import type { Html } from '../../../web/html.ts';
import type { Post } from '../post.ts';
import { renderRich } from '../../text/render-rich.ts';
import { renderText } from '../../text/render-text.ts';

/** Renders the text of a post as HTML, by kind. */
export const renderPost = ({ kind, text, mentions }: Pick<Post, 'kind' | 'text' | 'mentions'>): Html =>
  kind === 'post' ? renderText(text, mentions) : renderRich(text, mentions);
