import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { prepareShown } from '../../text/prepared.ts';
import { bareMarkup, callsToShow } from '../../text/rendered.ts';
import { articleMarkup } from './article-markup.ts';
import type { Post } from '../post.ts';

/** Renders the long ones of the posts in a sandbox, before they are shown. */
export const prepareToShow = (app: App, viewer: Viewer | undefined, posts: readonly Post[]): Promise<void> =>
  prepareShown(app, viewer?.id ?? 'visitors', posts.flatMap(callsOf), ({ name, text }) =>
    name.startsWith('plain')
      ? text
      : name === 'articleMarkup'
        ? { body: bareMarkup(text), headings: [] }
        : bareMarkup(text),
  );

const callsOf = ({ kind, text, mentions, article }: Post) =>
  article
    ? [articleMarkup.call(text, [...mentions]), ...callsToShow(kind, text, mentions)]
    : callsToShow(kind, text, mentions);
