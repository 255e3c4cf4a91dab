import { days, toLocal, toWallTime } from '../../kernel/time.ts';
import type { CursorPage } from '../../platform/database/queries.ts';
import type { Viewer } from '../../platform/app.ts';
import { badge, card, emptyState, pageHeader } from '../../web/components/surfaces.ts';
import { linkButton } from '../../web/components/controls.ts';
import { searchRow } from '../../web/components/fields/search-row.ts';
import { olderNewer } from '../../web/components/navigation/pagination.ts';
import { tabs } from '../../web/components/navigation/tabs.ts';
import { stack } from '../../web/components/people.ts';
import { attributes, classes, html, type Html, type View } from '../../web/html.ts';
import { dateFormat, t, tc } from '../../web/translation/translate.ts';
import { eventTimeText } from '../posts/components/event-link.ts';
import { bylineOf } from '../posts/texts.ts';
import { pathOfEvent, type ShownDate } from './event.ts';
import type { EventHost } from './hosts.ts';
import type { WantedEvents } from './reading.ts';

export const section = 'events';

interface ListContext {
  viewer: Viewer | undefined;
  base: string;
  host?: EventHost | undefined;
}

const pathTo = (query: Readonly<Record<string, string | undefined>>): string => {
  const given = Object.entries(query).filter((each): each is [string, string] => Boolean(each[1]));
  return given.length === 0 ? '/events' : `/events?${new URLSearchParams(given)}`;
};

/** Heading and tabs of the lists of events. */
function listTop({ viewer, host }: ListContext, current: string, month: string): Html {
  const of = host?.query ?? {};
  const add = pathTo({ page: of.page, group: of.group }).replace('/events', '/events/new');
  const tab = (key: string, label: string, query: Record<string, string>) => ({
    label,
    href: pathTo({ ...of, ...query }),
    current: key === current,
  });
  return html`${pageHeader({
    ...(host && { above: html`<p><a dir="auto" href="${host.href}">${host.name}</a></p>` }),
    title: host ? t('Events of {name}', { name: host.name }) : tc('event', 'Events'),
    actions:
      viewer &&
      html`${linkButton({ label: t('New event'), href: add, icon: 'plus', kind: 'primary' })}
      ${!host && linkButton({ label: t('Your calendar'), href: '/events/calendar', icon: 'calendar' })}`,
  })}
  ${tabs(tc('event', 'Events'), [
    tab('upcoming', t('Coming'), {}),
    tab('month', t('Month'), { month }),
    ...(viewer && !host
      ? [
          tab('mine', t('Your events'), { list: 'mine' }),
          tab('following', t('From people you follow'), { list: 'following' }),
        ]
      : []),
  ])}`;
}

/** Coming events, the next first. */
export function eventsView(
  { items, next }: CursorPage<ShownDate>,
  { list = 'upcoming', q = '', after }: Pick<WantedEvents, 'list' | 'q' | 'after'>,
  context: ListContext & { month: string },
): View {
  const of = context.host?.query ?? {};
  return {
    title: context.host ? t('Events of {name}', { name: context.host.name }) : tc('event', 'Events'),
    description: t('Coming events, by date.'),
    section,
    style: 'events',
    canonical: `${context.base}${pathTo(of)}`,
    body: html`${listTop(context, list, context.month)}
    ${searchRow({
      action: '/events',
      label: t('Search events'),
      q,
      maxlength: 200,
      hidden: { ...of, ...(list !== 'upcoming' && { list }) },
    })}
    ${
      items.length > 0
        ? card({
            flush: true,
            body: stack(
              items.map((shown) => eventRow(shown)),
              tc('event', 'Events'),
            ),
          })
        : card({
            body: emptyState({
              illustration: 'quiet',
              title: q === '' ? t('No events yet') : t('No events found'),
              text: q === '' ? t('Coming events appear here.') : t('Try other words.'),
            }),
          })
    }
    ${olderNewer({
      newer: after !== undefined && pathTo({ ...of, list, q }),
      older: next !== undefined && pathTo({ ...of, list, q, after: next }),
      labels: [t('First page'), t('Later events')],
    })}`,
  };
}

const answerNames = (): Readonly<Record<string, string>> => ({
  going: t('You are going'),
  interested: t('You are interested'),
  waiting: t('You are on the waiting list'),
});

function eventRow({ event, date, post }: ShownDate): Html {
  const [cover] = post.photos;
  const answer = date.mine === null ? undefined : answerNames()[date.mine];
  const { author, authorHref } = bylineOf(post);
  return html`<div class="event-row">
    ${dayTile(date.startsAt, event.timeZone)}
    <div class="event-row-text">
      <p class="event-row-title">
        <a dir="auto" href="${pathOfDate({ event, date })}">${event.title}</a>
        ${(event.canceledAt ?? date.canceledAt) && badge(tc('event', 'Canceled'), 'danger')}
        ${event.rule !== '' && badge(t('Series'))} ${answer !== undefined && badge(answer, 'accent')}
      </p>
      <p class="event-row-detail">${eventTimeText({ ...event, ...date })}</p>
      <p class="event-row-detail">
        ${event.place === '' ? event.isOnline && html`<span>${t('Online')}</span> ·` : html`<bdi>${event.place}</bdi> ·`}
        <a class="link" href="${authorHref}"><bdi>${author.name}</bdi></a>
        ${date.going > 0 && html`· <span>${goingCount(date.going)}</span>`}
      </p>
    </div>
    ${
      cover &&
      html`<img
        ${attributes({ class: 'event-row-cover', src: cover.small, alt: '', width: 96, height: 64, loading: 'lazy', decoding: 'async' })}
      />`
    }
  </div>`;
}

export const goingCount = (count: number): string =>
  t('{count, plural, =0 {Nobody is going yet} one {# person is going} other {# people are going}}', {
    count,
  });

/** The page of an event at one of its dates. */
export const pathOfDate = ({ event, date }: Pick<ShownDate, 'event' | 'date'>): string =>
  event.rule === '' ? pathOfEvent(event) : `${pathOfEvent(event)}?date=${date.id}`;

const monthShort = dateFormat({ month: 'short' });
const dayNumber = dateFormat({ day: 'numeric' });

/** The day as a leaf of a calendar. The text beside it says the same. */
const dayTile = (at: Date, zone: string): Html => {
  const local = toLocal(at, zone);
  return html`<p class="event-day" aria-hidden="true">
    <span>${monthShort.format(local)}</span><strong>${dayNumber.format(local)}</strong>
  </p>`;
};

const monthName = dateFormat({ month: 'long', year: 'numeric' });
const weekdayName = dateFormat({ weekday: 'short' });
const dayName = dateFormat({ weekday: 'long', day: 'numeric', month: 'long' });
const clock = dateFormat({ hour: '2-digit', minute: '2-digit' });

/** The events of a month: a grid, or the days with events on narrow screens. `month` is `2027-03`. */
export function monthView(
  items: readonly ShownDate[],
  month: string,
  context: ListContext & { today: string },
): View {
  const first = new Date(`${month}-01T00:00:00Z`);
  const of = context.host?.query ?? {};
  const to = (step: number) =>
    pathTo({
      ...of,
      month: new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + step, 1))
        .toISOString()
        .slice(0, 7),
    });
  const start = new Date(first.getTime() - days((first.getUTCDay() + 6) % 7));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0));
  const weeks = Math.ceil((last.getTime() - start.getTime() + days(1)) / days(7));
  const grid = Array.from({ length: weeks * 7 }, (_, index) => new Date(start.getTime() + days(index)));
  const byDay = Map.groupBy(
    items.flatMap((shown) => daysOf(shown).map((day) => ({ day, shown }))),
    ({ day }) => day,
  );
  return {
    title: t('Events in {month}', { month: monthName.format(first) }),
    section,
    style: 'events',
    head: html`<meta name="robots" content="noindex" />`,
    body: html`${listTop(context, 'month', context.today.slice(0, 7))}
    ${card({
      title: monthName.format(first),
      flush: true,
      body: html`<ol class="month" aria-label="${monthName.format(first)}">
        ${grid.slice(0, 7).map((day) => html`<li class="month-weekday" aria-hidden="true">${weekdayName.format(day)}</li>`)}
        ${grid.map((day) => {
          const key = day.toISOString().slice(0, 10);
          return monthDay(
            day,
            (byDay.get(key) ?? []).map(({ shown }) => shown),
            { isInMonth: key.startsWith(month), isToday: key === context.today },
          );
        })}
      </ol>`,
    })}
    ${items.length === 0 && html`<p>${t('No events in this month.')}</p>`}
    ${olderNewer({ newer: to(-1), older: to(1), labels: [t('Previous month'), t('Next month')], label: t('Months') })}`,
  };
}

/** The local days on which a date takes place. */
function daysOf({ event, date }: ShownDate): string[] {
  const first = Date.parse(toWallTime(date.startsAt, event.timeZone).slice(0, 10));
  const last = Date.parse(toWallTime(new Date(date.endsAt.getTime() - 1), event.timeZone).slice(0, 10));
  const count = Math.round((last - first) / days(1)) + 1;
  return Array.from({ length: count }, (_, index) =>
    new Date(first + days(index)).toISOString().slice(0, 10),
  );
}

const monthDay = (
  day: Date,
  shown: readonly ShownDate[],
  { isInMonth, isToday }: { isInMonth: boolean; isToday: boolean },
): Html =>
  html`<li
    ${attributes({
      class: classes('month-day', !isInMonth && 'outside'),
      'aria-current': isToday && 'date',
      'data-empty': shown.length === 0,
    })}
  >
    <time datetime="${day.toISOString().slice(0, 10)}"
      ><span class="month-number" aria-hidden="true">${dayNumber.format(day)}</span
      ><span class="month-name">${dayName.format(day)}</span></time
    >
    ${
      shown.length > 0 &&
      html`<ul>
        ${shown.map(
          ({ event, date }) =>
            html`<li>
              ${!event.isAllDay && html`<span>${clock.format(toLocal(date.startsAt, event.timeZone))}</span>`}
              <a
                ${attributes({
                  dir: 'auto',
                  href: pathOfDate({ event, date }),
                  class: (event.canceledAt ?? date.canceledAt) ? 'canceled' : undefined,
                })}
                >${event.title}</a
              >
              ${(event.canceledAt ?? date.canceledAt) && html`<span>${tc('event', 'Canceled')}</span>`}
            </li>`,
        )}
      </ul>`
    }
  </li>`;
