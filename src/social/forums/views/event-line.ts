import { t } from '../../../kernel/translation/translate.ts';
import { icon } from '../../../web/components/icon.ts';
import type { IconName } from '../../../web/components/icon-names.ts';
import { relativeTime } from '../../../web/components/time.ts';
import { html, type Fragment, type Html } from '../../../web/html.ts';
import { pathOfForum } from '../structure/path-of-forum.ts';
import type { ThreadEvent } from '../threads/thread.ts';

const icons: Readonly<Record<ThreadEvent['kind'], IconName>> = {
  locked: 'lock',
  unlocked: 'lock-open',
  moved: 'folder',
  split: 'split',
  from: 'split',
  merged: 'merge',
};

/** A moderator action as a line in the thread. */
export function eventLine(event: ThreadEvent): Html {
  const { id, kind, by, at } = event;
  return html`<p class="thread-event" id="event-${id}">
    ${icon(icons[kind])}
    <span
      >${by ? html`<a href="/@${by.username}">${by.name}</a>` : t('A moderator')} ${words(event)}
      ${relativeTime(at)}</span
    >
  </p>`;
}

function words({ kind, forum, other }: ThreadEvent): Fragment {
  const there = (text: string) =>
    other ? html`<a class="link" href="/posts/${other.id}">${other.title || text}</a>` : text;
  switch (kind) {
    case 'locked':
      return t('closed this thread');
    case 'unlocked':
      return t('reopened this thread');
    case 'moved':
      return forum
        ? html`moved this thread here from <a class="link" href="${pathOfForum(forum)}">${forum.title}</a>`
        : t('moved this thread here');
    case 'split':
      return html`split replies into a new thread: ${there(t('another thread'))}`;
    case 'from':
      return html`split this thread from ${there(t('another thread'))}`;
    case 'merged':
      return html`merged ${there(t('another thread'))} into this thread`;
  }
}
