import { t } from '../../../kernel/translation/translate.ts';
import { avatar } from '../../../web/components/avatar.ts';
import { badge } from '../../../web/components/badge.ts';
import { icon } from '../../../web/components/icon.ts';
import { stack } from '../../../web/components/person-row.ts';
import { relativeTime } from '../../../web/components/time.ts';
import { attributes, html, type Html } from '../../../web/html.ts';
import { pathOfForum, pathOfThread } from '../structure/path-of-forum.ts';
import type { ThreadRow } from '../threads/thread.ts';
import { maxUnread } from '../threads/unread.ts';
import { shortNumber } from '../../../web/short-number.ts';

/** A list of threads. With `inForum`, all are from one forum, whose name is omitted. */
export const threadList = (threads: readonly ThreadRow[], label: string, inForum = true): Html =>
  stack(
    threads.map((thread) => threadRow(thread, inForum)),
    label,
  );

function threadRow(thread: ThreadRow, inForum: boolean): Html {
  const { id, title, author, forum, createdAt, lastAt, lastBy, replies, unread } = thread;
  return html`<div class="thread-row" id="thread-${id}">
    ${avatar(author)}
    <div class="thread-row-text">
      <h2 ${attributes({ 'data-unread': unread > 0 })}>
        <a href="${pathOfThread(thread)}">${title}</a> ${badges(thread)} ${unread > 0 && unreadBadge(thread)}
      </h2>
      <p>
        <a href="/@${author.username}">${author.name}</a>
        ${!inForum && html`in <a href="${pathOfForum(forum)}">${forum.title}</a>`} ·
        ${relativeTime(createdAt)}
      </p>
    </div>
    <p class="thread-row-count">
      ${icon('message-circle')}<span aria-hidden="true">${shortNumber(replies)}</span>
      <span class="visually-hidden"
        >${t('{replies, plural, one {# reply} other {# replies}}', { replies })}</span
      >
    </p>
    <p class="thread-row-last">
      ${
        replies > 0 &&
        html`${icon('reply')} <a href="/forums/threads/${id}?to=last">${lastBy?.name ?? t('Last reply')}</a> ·
          ${relativeTime(lastAt)}`
      }
    </p>
  </div>`;
}

const badges = ({ isPinned, isLocked, isMoved, isHeld }: ThreadRow): Html =>
  html`${isPinned && badge(t('Pinned'), 'accent', 'pin')} ${isLocked && badge(t('Closed'), 'neutral', 'lock')}
  ${isMoved && badge(t('Moved'), 'neutral', 'folder')}
  ${isHeld && badge(t('Waiting for review'), 'warning', 'clock')}`;

function unreadBadge({ id, unread }: ThreadRow): Html {
  const shown = unread >= maxUnread ? `${maxUnread - 1}+` : String(unread);
  return html`<a class="unread-count" href="/forums/threads/${id}?to=unread"
    >${shown}<span class="visually-hidden"> unread: jump to the first unread post</span></a
  >`;
}
