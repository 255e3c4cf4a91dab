import { t } from '../../kernel/translation/translate.ts';
import { avatar } from '../../web/components/avatar.ts';
import { landingSection } from '../../web/components/landing.ts';
import { relativeTime } from '../../web/components/time.ts';
import { html, nothing, type Html } from '../../web/html.ts';
import type { Front } from './front.ts';

/** Current public activity. Empty on a new installation. */
export function frontChapter({ threads, questions, people }: Front, now: Date): Html {
  if (threads.length + questions.length === 0) return nothing;
  return landingSection({
    id: 'now',
    title: t('Latest activity'),
    lead: html`The newest public threads, questions and members.
      <a class="link" href="/discover">Explore</a>`,
    body: html`<div class="front">
      ${threads.length > 0 && list(t('Threads'), '/forums', threads, now)}
      ${questions.length > 0 && list(t('Questions'), '/questions', questions, now)}
      ${people.length > 0 && members(people)}
    </div>`,
  });
}

const list = (title: string, href: string, entries: Front['threads'], now: Date): Html =>
  html`<section>
    <h3><a href="${href}">${title}</a></h3>
    <ul class="front-list">
      ${entries.map(
        (entry) =>
          html`<li>
            <a href="${entry.href}" dir="auto">${entry.title}</a>
            <small
              >${entry.author} · ${relativeTime(entry.at, now)} ·
              ${
                href === '/forums'
                  ? t('{count, plural, one {# reply} other {# replies}}', { count: entry.replies })
                  : t('{count, plural, one {# answer} other {# answers}}', { count: entry.replies })
              }</small
            >
          </li>`,
      )}
    </ul>
  </section>`;

const members = (people: Front['people']): Html =>
  html`<section class="front-people">
    <h3>New members</h3>
    <ul>
      ${people.map(
        (person) =>
          html`<li>
            <a href="/@${person.username}"
              >${avatar(person, 'small')}<span dir="auto">${person.name}</span></a
            >
          </li>`,
      )}
    </ul>
  </section>`;
