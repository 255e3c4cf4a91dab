import type { CursorPage } from '../../platform/database/queries.ts';
import type { Viewer } from '../../platform/app.ts';
import { badge, card, pageHeader } from '../../web/components/surfaces.ts';
import { copyField } from '../../web/components/controls.ts';
import { olderNewer } from '../../web/components/navigation/pagination.ts';
import { tabs } from '../../web/components/navigation/tabs.ts';
import { personRow, stack } from '../../web/components/people.ts';
import { buttonForm } from '../../web/form.ts';
import { html, type View } from '../../web/html.ts';
import { t, tc } from '../../web/translation/translate.ts';
import { eventTimeText } from '../posts/components/event-link.ts';
import { mayHost, pathOfEvent, type ShownDate } from './event.ts';
import { pathOfDate, section } from './list-views.ts';
import { type Guest, type GuestList, guestLists } from './reading.ts';

const guestTabs = (): Readonly<Record<GuestList, string>> => ({
  going: t('Going'),
  interested: t('Interested'),
  waiting: t('Waiting list'),
});

/** Who comes to a date. */
export function guestsView(
  shown: ShownDate,
  { items, next }: CursorPage<Guest>,
  { viewer, answer, after }: { viewer: Viewer; answer: GuestList; after?: string | undefined },
): View {
  const { event, date, post } = shown;
  const to = (query: Record<string, string>) =>
    `${pathOfEvent(event)}/guests?${new URLSearchParams({ date: date.id, ...query })}`;
  const lists = guestLists.filter((each) => each !== 'waiting' || mayHost(post, viewer));
  return {
    title: t('Guests of {title}', { title: event.title }),
    section,
    style: 'events',
    head: html`<meta name="robots" content="noindex" />`,
    body: html`${pageHeader({
      above: html`<p><a dir="auto" href="${pathOfDate(shown)}">${event.title}</a></p>`,
      title: t('Guests'),
      lead: eventTimeText({ ...event, ...date }),
    })}
    ${tabs(
      t('Guests'),
      lists.map((each) => ({
        label: guestTabs()[each],
        href: to({ answer: each }),
        current: each === answer,
      })),
    )}
    ${
      items.length === 0
        ? card({ body: html`<p>${t('Nobody yet.')}</p>` })
        : card({
            flush: true,
            body: stack(
              items.map(({ person, isCheckedIn }) =>
                personRow({
                  person,
                  href: `/@${person.username}`,
                  ...(isCheckedIn && { detail: badge(t('Checked in'), 'success') }),
                }),
              ),
              guestTabs()[answer],
            ),
          })
    }
    ${olderNewer({
      newer: after !== undefined && to({ answer }),
      older: next !== undefined && to({ answer, after: next }),
      labels: [t('First page'), t('Next')],
    })}`,
  };
}

/** The address of a person's own calendar. */
export const calendarView = (address: string | undefined): View => ({
  title: t('Your calendar'),
  section,
  style: 'events',
  head: html`<meta name="referrer" content="no-referrer" />`,
  body: html`${pageHeader({
    above: html`<p><a href="/events">${tc('event', 'Events')}</a></p>`,
    title: t('Your calendar'),
    lead: t('See the events that you host or answered in your calendar app.'),
  })}
  ${
    address === undefined
      ? card({
          title: t('Secret address'),
          lead: t('Whoever knows the address sees your events.'),
          body: buttonForm({
            to: '/events/calendar',
            label: t('Create address'),
            kind: 'primary',
            icon: 'plus',
          }),
        })
      : card({
          title: t('Secret address'),
          lead: t('Subscribe to it in your calendar app. Whoever knows the address sees your events.'),
          body: html`${copyField({ label: t('Address'), text: address })}
            <div class="event-answers">
              ${buttonForm({
                to: '/events/calendar',
                label: t('Replace address'),
                icon: 'refresh-cw',
                confirm: t('Replace the address? Apps that use it stop getting your events.'),
              })}
              ${buttonForm({
                to: '/events/calendar/delete',
                label: t('Delete address'),
                kind: 'danger',
                icon: 'trash-2',
                confirm: t('Delete the address? Apps that use it stop getting your events.'),
              })}
            </div>`,
        })
  }`,
});
