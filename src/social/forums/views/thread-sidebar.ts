import { t } from '../../../web/translation/translate.ts';
import { avatar } from '../../../web/components/people.ts';
import { card, relativeTime } from '../../../web/components/surfaces.ts';
import { lineList } from '../../components/line-list.ts';
import { html, type Html } from '../../../web/html.ts';
import type { Person } from '../../people/person.ts';
import { pathOfForum, pathOfThread } from '../forum.ts';
import type { RelatedThread } from '../threads/list-threads.ts';
import type { ThreadPage } from '../threads/get-thread.ts';

const maxAvatars = 16;

/** Sidebar of a thread: authors on this page and related threads of the forum. */
export const threadSidebar = (shown: ThreadPage, related: readonly RelatedThread[]): Html =>
  html`${participants(shown)}
  ${
    related.length > 0 &&
    card({
      title: t('More in {forum}', { forum: shown.forum.title }),
      body: lineList(
        related.map((thread) => ({
          label: thread.title,
          href: pathOfThread(thread),
          detail: relativeTime(thread.lastAt),
        })),
      ),
      footer: html`<a class="link" href="${pathOfForum(shown.forum)}">All threads</a>`,
    })
  }`;

function participants({ post, replies }: ThreadPage): Html {
  const people = new Map<string, Person>();
  for (const { author } of [post, ...replies.map((reply) => reply.post)]) people.set(author.id, author);
  return card({
    title: t('Participants'),
    body: html`<ul class="faces">
      ${[...people.values()].slice(0, maxAvatars).map(
        (person) =>
          html`<li>
            <a href="/@${person.username}" title="${person.name}"
              >${avatar(person)}<span class="visually-hidden">${person.name}</span></a
            >
          </li>`,
      )}
    </ul>`,
  });
}
