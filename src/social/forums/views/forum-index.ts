import { t } from '../../../web/translation/translate.ts';
import { feedLinks } from '../../components/feed-links.ts';
import { avatar, hueOf, stack } from '../../../web/components/people.ts';
import { badge, card, emptyState, pageHeader, relativeTime } from '../../../web/components/surfaces.ts';
import { linkButton, icon } from '../../../web/components/controls.ts';
import { openGraph } from '../../../web/components/open-graph.ts';
import { buttonForm } from '../../../web/form.ts';
import { attributes, html, type Html, type View } from '../../../web/html.ts';
import { may } from '../../../platform/app.ts';
import type { CardContext } from '../../posts/components/post-card.ts';
import { type ForumInIndex, pathOfForum, pathOfThread, type SectionInIndex } from '../forum.ts';

const description = () => t('Discussions by topic');

/** All forums, by section. */
export function forumIndex(sections: readonly SectionInIndex[], { viewer, base }: CardContext): View {
  const shown = sections.filter(({ forums }) => forums.length > 0);
  const all = shown.flatMap(({ forums }) => forums);
  const hasNew = all.some((forum) => forum.isUnread || forum.below.some(({ isUnread }) => isUnread));
  return {
    title: t('Forums'),
    description: description(),
    canonical: `${base}/forums`,
    section: 'forums',
    wide: true,
    head: html`${openGraph({ type: 'website', site: 'Plaza', title: t('Forums'), description: description(), url: `${base}/forums` })}
    ${feedLinks('threads', t('Forums'))}`,
    body: html`${pageHeader({
      title: t('Forums'),
      actions: html`${linkButton({ label: t('All threads'), href: '/forums/threads', icon: 'list' })}
      ${viewer && hasNew && buttonForm({ to: '/forums/read', label: t('Mark all read'), icon: 'check' })}
      ${viewer && all.length > 0 && linkButton({ label: t('New thread'), href: '/forums/new', icon: 'square-pen', kind: 'primary' })}`,
    })}
    ${shown.length === 0 && card({ body: nothing(may(viewer, 'operate')) })}
    ${shown.map(({ title, forums }) => card({ title, flush: true, body: stack(forums.map(forumRow), title) }))}`,
  };
}

const nothing = (isOperator: boolean) =>
  emptyState({
    illustration: 'posts',
    title: t('No forums yet'),
    text: t('Forums organize discussions by topic.'),
    ...(isOperator && {
      action: linkButton({ label: t('Create the first forum'), href: '/operator/forums', kind: 'primary' }),
    }),
  });

const countsOf = ({ threads, replies }: { threads: number; replies: number }): string =>
  [
    t('{threads, plural, one {# thread} other {# threads}}', { threads }),
    t('{replies, plural, one {# reply} other {# replies}}', { replies }),
  ].join(' · ');

const initialOf = (title: string): string =>
  String.fromCodePoint(title.trim().codePointAt(0) ?? 0x20).toLocaleUpperCase();

/** A forum in a list, with its latest post. */
export function forumRow(forum: ForumInIndex): Html {
  const { title, description, archivedAt, isUnread, below, last } = forum;
  return html`<div class="forum-row">
    <span class="forum-mark" data-hue="${hueOf(forum.id)}" ${attributes({ 'data-unread': isUnread })}
      >${archivedAt ? icon('lock') : html`<span aria-hidden="true">${initialOf(title)}</span>`}${
        isUnread && html`<span class="visually-hidden">New posts</span>`
      }</span
    >
    <div class="forum-row-text">
      <h3><a href="${pathOfForum(forum)}">${title}</a>${archivedAt && html` ${badge(t('Archived'))}`}</h3>
      ${description && html`<p>${description}</p>`}
      ${below.length > 0 && html`<p class="forum-below">${below.map(smallLink)}</p>`}
      <p class="forum-counts">${countsOf(forum)}</p>
    </div>
    ${last && lastIn(last)}
  </div>`;
}

const smallLink = (forum: ForumInIndex): Html =>
  html`<a class="link" href="${pathOfForum(forum)}" ${attributes({ 'data-unread': forum.isUnread })}
    >${forum.title}${forum.isUnread && html`<span class="visually-hidden"> (new posts)</span>`}</a
  > `;

const lastIn = (last: NonNullable<ForumInIndex['last']>): Html =>
  html`<div class="forum-last">
    ${last.lastBy && avatar(last.lastBy, 'small')}
    <div>
      <p><a href="${pathOfThread(last)}">${last.title}</a></p>
      <p>${last.lastBy && html`<bdi>${last.lastBy.name}</bdi> · `}${relativeTime(last.lastAt)}</p>
    </div>
  </div>`;
