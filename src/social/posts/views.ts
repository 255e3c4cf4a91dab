import { msg, missing } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import type { Viewer } from '../../platform/app.ts';
import { card, emptyState, pageHeader, relativeTime } from '../../web/components/surfaces.ts';
import { radioGroup } from '../../web/components/fields/choice-field.ts';
import { textArea } from '../../web/components/fields/text-field.ts';
import { olderNewer } from '../../web/components/navigation/pagination.ts';
import { menuList } from '../../web/components/navigation/row-menu.ts';
import { pictureView } from '../../web/components/post-media.ts';
import { buttonForm, form, type FormState } from '../../web/form.ts';
import { html, type Html, type View } from '../../web/html.ts';
import { changesIn, difference, versionsOf } from '../text/changes.ts';
import { maxTextLength } from '../text/plain.ts';
import { type CardContext, postList } from './components/post-card.ts';
import { postActs, postEntries } from './components/post-menu.ts';
import { shareList } from './components/share-menu.ts';
import { altOf, originCard } from './components/post-media.ts';
import { type History, type PostVersion, versionsOnPage } from './post-actions.ts';
import { pathOf } from './paths.ts';
import { type Post, privacies } from './post.ts';
import type { PageOfPosts } from './reading/lists.ts';
import { bylineOf } from './texts.ts';

/** The menu of a post as a page, for readers without scripts. */
export function postMenuView(post: Post, context: Parameters<typeof postActs>[1]): View {
  const menu = postActs(post, context);
  return {
    title: menu.label,
    section: 'home',
    head: html`<meta name="robots" content="noindex" />`,
    body: html`${pageHeader({
      title: menu.label,
      lead: html`<a class="link" href="${pathOf(post)}">Back to the post</a>`,
    })}
    ${menuList(postEntries(), { ...menu, values: { ...menu.values, 'data-origin': context.base } })}`,
  };
}

/** A photo of a post on its own page. `index` counts from 0. */
export function postPhotoView(post: Post, index: number): View {
  const photo = post.photos[index];
  if (!photo) throw missing(msg('Photo'));
  const { address, width, height } = photo;
  const href = (other: number) => post.photos[other] !== undefined && `/posts/${post.id}/photos/${other + 1}`;
  return pictureView({
    title: t('Photo by {name}', { name: bylineOf(post).author.name }),
    picture: { src: address, alt: altOf(post, index), width, height },
    back: { label: t('Back to the post'), href: pathOf(post) },
    newer: href(index - 1),
    older: href(index + 1),
  });
}

/** The ways to share a post, and the form to quote it. */
export const shareView = (
  post: Post,
  sharing: Parameters<typeof shareList>[1],
  { values, ...state }: FormState = {},
): View => ({
  title: t('Share'),
  section: 'home',
  body: html`${pageHeader({
    title: t('Share'),
    lead: html`<a class="link" href="${pathOf(post)}">Back to the post</a>`,
  })}
  ${shareList(post, sharing)}
  ${card({
    title: t('Quote'),
    body: form({
      action: `/posts/${post.id}/share`,
      submit: t('Share'),
      busyLabel: t('Sharing'),
      cancel: { label: t('Cancel'), href: pathOf(post) },
      state,
      body: html`${textArea({
        name: 'text',
        label: t('Add a comment'),
        mentions: true,
        rows: 3,
        maxlength: maxTextLength,
        required: false,
        value: values?.text,
        error: state.errors?.text,
      })}
      ${originCard(post)}
      ${radioGroup({ name: 'privacy', label: t('Audience'), value: values?.privacy ?? 'public', choices: privacies(), inline: true })}`,
    }),
  })}`,
});

/** The shares of a post, with their texts. */
export const sharesView = (
  post: Post,
  shares: PageOfPosts,
  context: CardContext,
  isFirst: boolean,
): View => ({
  title: t('Shares of a post by {name}', { name: bylineOf(post).author.name }),
  section: 'home',
  body: html`${pageHeader({
    title: t('View shares'),
    lead: html`<a class="link" href="${pathOf(post)}"
      >${post.title || t('The post by {name}', { name: bylineOf(post).author.name })}</a
    >`,
  })}
  ${postList(shares, context, {
    label: t('Shares'),
    empty: emptyState({
      illustration: 'quiet',
      title: t('No one yet'),
      text: t('People who share it will appear here.'),
    }),
    older: (before) => `/posts/${post.id}/shares?before=${before}`,
    isFirst,
  })}`,
});

/** The texts of versions beside the ones before them, to be compared. */
const compared = ({ versions }: History) =>
  versions.slice(0, versionsOnPage).flatMap((version, index) => {
    const before = versions[index + 1];
    return [versionsOf(before?.text, version.text), versionsOf(before?.title, version.title)];
  });

/** What the edit history compares, which is expensive for long texts. */
export const callsOfHistory = (history: History) => compared(history).map((text) => changesIn.call(text));

/** The edit history of a post, as a diff per version. */
export function postHistoryView(
  { post, versions, hasMore }: History,
  { viewer, page }: { viewer: Viewer | undefined; page: number },
): View {
  const mayRestore = post.kind === 'article' && post.author.id === viewer?.id;
  const here = `/posts/${post.id}/history`;
  return {
    title: t('Edit history of a post by {name}', { name: bylineOf(post).author.name }),
    section: 'home',
    body: html`${pageHeader({
      title: t('Edit history'),
      lead: html`<a class="link" href="${pathOf(post)}"
        >${post.title || t('The post by {name}', { name: bylineOf(post).author.name })}</a
      >`,
    })}
    ${versions
      .slice(0, versionsOnPage)
      .map((version, index) => versionCard(version, versions[index + 1], mayRestore ? post.id : undefined))}
    ${olderNewer({
      older: hasMore && `${here}?page=${page + 1}`,
      newer: page > 0 && (page > 1 ? `${here}?page=${page - 1}` : here),
    })}`,
  };
}

const versionCard = (
  version: PostVersion,
  before: PostVersion | undefined,
  articleId: string | undefined,
): Html =>
  card({
    body: html`<p class="version-when">${before ? t('Updated') : t('Posted')} ${relativeTime(version.at)}</p>
      ${(version.title || before?.title) && html`<p class="version-title">${difference(before?.title, version.title)}</p>`}
      <div class="version-text" dir="auto">${difference(before?.text, version.text)}</div>
      ${
        articleId !== undefined &&
        version.id !== undefined &&
        buttonForm({
          to: `/articles/${articleId}/revisions/restore`,
          fields: { revision: version.id },
          label: t('Restore this version'),
          icon: 'undo-2',
          small: true,
        })
      }`,
  });
