import { t } from '../../../kernel/translation/translate.ts';
import { card } from '../../../web/components/card.ts';
import { personRow, stack } from '../../../web/components/person-row.ts';
import { html, type Html } from '../../../web/html.ts';
import type { Person } from '../person.ts';
import type { Profile } from '../profiles/profile.ts';
import { peopleRows } from './people-list.ts';

/** A sidebar card with names of people. False if there are none. */
export const peopleCard = (title: string, people: readonly Person[], all?: string): Html | false =>
  people.length > 0 &&
  card({
    title,
    flush: true,
    body: stack(
      people.map((person) => personRow({ person, href: `/@${person.username}` })),
      title,
    ),
    ...(all !== undefined && { footer: html`<a class="link" href="${all}">Show all</a>` }),
  });

/** Sidebar card with people to follow. */
export const suggestedPeopleCard = (people: readonly Profile[]): Html =>
  card({
    title: t('Who to follow'),
    flush: true,
    body:
      people.length > 0
        ? peopleRows(people, t('Who to follow'))
        : html`<p class="card-empty">No suggestions at the moment.</p>`,
    footer: html`<a class="link" href="/people">All people</a>`,
  });
