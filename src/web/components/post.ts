import { t } from '../translation/translate.ts';
import { attributes, classes, html, shortNumber, shortNumberText } from '../html.ts';
import type { Fragment, Html } from '../html.ts';
import { avatar, type ShownPerson } from './people.ts';
import { badge, relativeTime } from './surfaces.ts';
import { bareIcon, icon } from './controls.ts';
import type { IconName } from './icon-names.ts';

interface PostOptions {
  /** The element's id, such as `post-12`, for streams and links. */
  id: string;
  author: ShownPerson & { username: string };
  authorHref: string;
  /** Whether the author is a page instead of a person. */
  byPage?: boolean;
  /** The author's role, such as “Author” of the thread. */
  badge?: string | false;
  /** The agent through which the author published it. */
  agentName?: string | null;
  /** The title, if any. `label` is the type of content. */
  title?: string;
  label?: string;
  /** The post's URL. */
  href: string;
  at: Date;
  /** Whether the author edited it. */
  edited?: boolean;
  privacy: 'public' | 'followers' | 'friends' | 'me' | 'group';
  /** The group that it is in. */
  group?: { title: string; href: string } | undefined;
  /** Whether it is pinned to the top of the list. */
  pinned?: boolean;
  /** A content warning. Text and pictures are hidden until it is pressed. */
  warning?: string;
  /** The reader's keyword filter behind which all of it is collapsed. */
  filteredBy?: string | null;
  /** A `notice()` above the content. */
  notice?: Fragment;
  /** Sanitized rich text. */
  body: Html;
  /** The direction of its headings, lists and tables, if the body is longer than a few paragraphs. */
  direction?: 'ltr' | 'rtl' | undefined;
  /** A small picture beside the text that represents several. */
  cover?: Fragment;
  /** Whether to show only the beginning of the text, with a link to the rest. */
  isTruncated?: boolean;
  /** `pictures()` or a `linkPreview()`. */
  media?: Fragment;
  /** A list of `postAction()`. */
  actions?: Fragment;
  /** A `menu()` of further actions. */
  menu?: Fragment;
  /** Comments, or a comment form. */
  below?: Fragment;
  /** Whether it is on its own page, with larger text. */
  alone?: boolean;
}

/** Posts are public unless they say otherwise. */
const privacies = () =>
  ({
    followers: ['user-check', t('Followers only')],
    friends: ['users', t('Friends only')],
    me: ['lock', t('Only you')],
    group: ['users', t('In a group')],
  }) as const;

function audience(privacy: 'followers' | 'friends' | 'me' | 'group'): Html {
  const [image, meaning] = privacies()[privacy];
  return html`<span class="post-privacy" title="${meaning}">${icon(image, meaning)}</span>`;
}

/** A post in a feed, on a profile or on its own page. */
export function post(options: PostOptions): Html {
  const { id, author, alone, filteredBy } = options;
  return html`<article class="${classes('post', alone && 'alone')}" id="${id}" aria-label="${author.name}">
    ${typeof filteredBy === 'string' ? collapsed(filteredBy, wholePost(options)) : wholePost(options)}
  </article>`;
}

const collapsed = (filter: string, whole: Html): Html =>
  html`<details class="post-warning post-filtered">
    <summary>
      ${icon('eye-off')}<span dir="auto">${t('Filtered: {name}', { name: filter })}</span
      >${icon('chevron-down')}
    </summary>
    ${whole}
  </details>`;

function wholePost(options: PostOptions): Html {
  const { author, authorHref, byPage, href, at, privacy } = options;
  return html`${options.pinned && html`<p class="post-pinned">${icon('pin')}Pinned</p>`}
    <header class="post-header">
      <a href="${authorHref}" tabindex="-1" aria-hidden="true">${avatar(author)}</a>
      <div>
        <p class="post-author">
          <a href="${authorHref}">${author.name}</a> ${byPage === true && badge(t('Page'))}
          ${options.badge && badge(options.badge, 'accent')}
          <span class="handle">@${author.username}</span>
        </p>
        <p class="post-when">
          ${options.label && html`<span class="post-label">${options.label}</span> `}<a href="${href}"
            >${relativeTime(at)}</a
          >${options.edited && html` <span>edited</span>`} ${viaAgent(options.agentName)}
          ${privacy !== 'public' && audience(privacy)}
          ${options.group && html` <a dir="auto" href="${options.group.href}">${options.group.title}</a>`}
        </p>
      </div>
      ${options.menu && html`<div class="post-menu">${options.menu}</div>`}
    </header>
    ${options.notice && html`<div class="post-notice">${options.notice}</div>`}
    ${options.title && html`<h2 class="post-title"><a href="${href}">${options.title}</a></h2>`}
    ${
      options.warning
        ? html`<details class="post-warning">
            <summary>${icon('triangle-alert')}<span>${options.warning}</span></summary>
            ${content(options)}
          </details>`
        : content(options)
    }
    ${options.actions && html`<footer class="post-actions">${options.actions}</footer>`}
    ${options.below && html`<div class="post-below">${options.below}</div>`}`;
}

/** Discloses the agent that published a post. */
const viaAgent = (name: string | null | undefined) =>
  name && html`<span class="post-agent">${icon('bot')}via ${name}</span>`;

const content = ({ body, direction, media, cover, isTruncated, href }: PostOptions): Html =>
  html`${cover ? html`<div class="post-brief">${bodyOf(body)} ${cover}</div>` : bodyOf(body, isTruncated, direction)}
  ${isTruncated && html`<a class="link post-more" href="${href}">Show more</a>`} ${media}`;

const bodyOf = (body: Html, isTruncated = false, dir?: PostOptions['direction']): Html =>
  html`<div class="post-body prose" ${attributes({ 'data-cut': isTruncated, dir })}>${body}</div>`;

interface PostActionOptions {
  /** The action, such as "Like" or "Comment". */
  label: string;
  icon: IconName;
  count?: number;
  /** Whether the viewer has already done it. */
  pressed?: boolean;
  /** The URL to post to. Otherwise `href` is a link. */
  to?: string;
  fields?: Readonly<Record<string, string>>;
  href?: string;
  /** Whether this is the reply action, with the shortcut `r`. */
  isReply?: boolean;
}

/** An action below a post, with its count. */
export function postAction(options: PostActionOptions): Html {
  const { label, count = 0, pressed, to, href, fields = {} } = options;
  const content = actionContent(options.icon, count);
  const name = actionName(label, count);
  if (to === undefined)
    return html`<a class="post-action" ${attributes({ href, ...name, 'data-reply': options.isReply })}
      >${content}</a
    >`;
  return html`<form action="${to}" method="post">
    ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <button
      class="post-action"
      ${attributes({ type: 'submit', ...name, 'aria-pressed': pressed === undefined ? undefined : String(pressed) })}
    >
      ${content}
    </button>
  </form>`;
}

/** An action's tooltip and name, which has the count as it is shown. */
export const actionName = (label: string, count: number) => ({
  title: label,
  'aria-label': count > 0 ? `${label} ${shortNumberText(count)}` : label,
});

export const actionContent = (drawing: IconName, count: number): Html =>
  html`${bareIcon(drawing)}${count > 0 && html`<span>${shortNumber(count)}</span>`}`;

interface PostComment {
  id: string;
  author: ShownPerson & { username: string };
  authorHref: string;
  /** The comment's URL. */
  href?: string;
  at: Date;
  /** The agent through which the author wrote it. */
  agentName?: string | null;
  /** The author's relation to the post's author, such as “Subscriber”. */
  badge?: string;
  /** Whether the author edited it. */
  edited?: boolean;
  /** A `notice()` above the content. */
  notice?: Fragment;
  body: Html;
  /** A `menu()` of further actions. */
  menu?: Fragment;
  actions?: Fragment;
}

/** A comment below a post. */
export function comment(options: PostComment): Html {
  const { id, author, authorHref, href } = options;
  const when = relativeTime(options.at);
  return html`<article class="comment" id="${id}" aria-label="Comment by ${author.name}">
    ${avatar(author, 'small')}
    <div>
      <p class="comment-head">
        <a href="${authorHref}">${author.name}</a>
        ${href ? html`<a class="comment-when" href="${href}">${when}</a>` : when}${options.edited && html` <span>edited</span>`}
        ${options.badge && badge(options.badge, 'accent')} ${viaAgent(options.agentName)}
      </p>
      ${options.notice}
      <div class="prose">${options.body}</div>
      ${options.actions && html`<div class="comment-actions">${options.actions}</div>`}
    </div>
    ${options.menu && html`<div class="post-menu">${options.menu}</div>`}
  </article>`;
}
