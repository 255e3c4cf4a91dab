import { t } from '../../web/translation/translate.ts';
import type { App, Viewer } from '../../platform/app.ts';
import type { Html } from '../../web/html.ts';
import { prepareShown } from '../text/prepared.ts';
import { bareMarkup, callsToShow, plainLight, plainRich, renderedText } from '../text/rendered.ts';
import { short } from '../text/plain.ts';
import { articleMarkup } from './article-markup.ts';
import type { Post } from './post.ts';

/** The byline: a person or a page. */
export const bylineOf = ({ author, page }: Pick<Post, 'author' | 'page'>) =>
  page
    ? {
        author: { id: page.id, name: page.title, username: page.username, picture: page.picture },
        authorHref: `/pages/${page.username}`,
        byPage: true,
      }
    : { author, authorHref: `/@${author.username}`, byPage: false };

/** An excerpt from the beginning of a post, on one line and without Markdown syntax. */
export const excerptOf = ({ kind, text }: Pick<Post, 'kind' | 'text'>, longest: number): string =>
  short(kind === 'post' ? plainLight(text) : plainRich(text.slice(0, longest * 4)), longest);

/** The title of a post in a list, or what the viewer's keyword filter shows in its place. */
export const shownTitle = ({ title, filteredBy }: Pick<Post, 'title' | 'filteredBy'>): string =>
  filteredBy === null ? title : t('Filtered: {name}', { name: filteredBy });

/** Renders the text of a post as HTML, by kind. */
export const renderPost = ({ kind, text, mentions }: Pick<Post, 'kind' | 'text' | 'mentions'>): Html =>
  renderedText(kind, text, mentions);

/** Structured data that marks paid content and its element for search engines. */
export const paywallMarkup = ({ paywall }: Pick<Post, 'paywall'>) =>
  paywall
    ? {
        isAccessibleForFree: false,
        hasPart: { '@type': 'WebPageElement', isAccessibleForFree: false, cssSelector: '.paywall' },
      }
    : {};

/** The label of a post whose content is locked. */
export const lockedLabel = ({ paywall }: Pick<Post, 'paywall'>): string =>
  paywall && !paywall.isOpen ? t('A paid post') : '';

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
