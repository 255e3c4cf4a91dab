import type { Viewer } from '../../platform/app.ts';
import { badge, card, notice, pageHeader } from '../../web/components/surfaces.ts';
import { button, linkButton, icon } from '../../web/components/controls.ts';
import { checkbox } from '../../web/components/fields/choice-field.ts';
import type { IconName } from '../../web/components/icon-names.ts';
import { jsonLd, openGraph } from '../../web/components/open-graph.ts';
import { form, type FormState } from '../../web/form.ts';
import { attributes, type Fragment, html, type Html, type View } from '../../web/html.ts';
import { t, tc } from '../../web/translation/translate.ts';
import { pathOfGroup } from '../access/group.ts';
import { eventTimeText } from '../posts/components/event-link.ts';
import { isPublic } from '../posts/post.ts';
import { bylineOf } from '../posts/texts.ts';
import { short } from '../text/plain.ts';
import { formatMoney, plainMoney } from '../wallet/money.ts';
import type { Config } from '../../platform/settings/config.ts';
import { renderText } from '../text/render-text.ts';
import { type Event, type EventDate, mayHost, pathOfEvent, type ShownDate } from './event.ts';
import { goingCount, pathOfDate, section } from './list-views.ts';
import type { Ticket } from './tickets/tickets.ts';
import { ticketCard } from './tickets/views.ts';

interface EventContext {
  viewer: Viewer | undefined;
  base: string;
  now: Date;
  /** All dates of a series. */
  dates: readonly EventDate[];
  ticket?: Ticket | undefined;
  config: Pick<Config, 'CURRENCY'>;
}

/** An event at one of its dates. */
export function eventView(shown: ShownDate, context: EventContext, state?: FormState): View {
  const { event, date, post } = shown;
  const { viewer, base, now, ticket } = context;
  const isCanceled = (event.canceledAt ?? date.canceledAt) !== null;
  const [cover] = post.photos;
  return {
    title: event.title,
    description: short(`${eventTimeText({ ...event, ...date })} ${event.place} ${event.about}`, 200),
    section,
    style: 'events',
    canonical: `${base}${pathOfEvent(event)}`,
    head: isPublic(post)
      ? sharing(shown, base, context.config.CURRENCY)
      : html`<meta name="robots" content="noindex" />`,
    body: html`${pageHeader({
      above: html`<p><a href="/events">${tc('event', 'Events')}</a></p>`,
      title: event.title,
      lead: html`${isCanceled && badge(tc('event', 'Canceled'), 'danger')}
      ${event.rule !== '' && badge(t('Series'))} ${hostOf(shown)}`,
      actions:
        mayHost(post, viewer) &&
        linkButton({ label: t('Manage event'), href: `${pathOfEvent(event)}/manage`, icon: 'settings' }),
    })}
    ${post.heldAt && notice({ tone: 'warning', body: html`<p>${t('Waiting for review. Only visible to you and moderators.')}</p>` })}
    ${
      cover &&
      html`<img
        ${attributes({
          class: 'event-cover',
          src: cover.address,
          alt: cover.alt,
          width: cover.width,
          height: cover.height,
          decoding: 'async',
        })}
      />`
    }
    ${card({
      body: html`<ul class="event-facts">
          ${fact('clock', html`<time datetime="${date.startsAt.toISOString()}">${eventTimeText({ ...event, ...date })}</time>`)}
          ${whereText(event) !== '' && fact('map-pin', html`<span dir="auto">${whereText(event)}</span>`)}
          ${event.isOnline && fact('link', linkOf(event))}
          ${event.price !== null && fact('wallet', t('{price} a ticket', { price: formatMoney(context.config, event.price) }))}
          ${fact('users', counts(shown))}
        </ul>
        <p class="event-links">
          ${linkButton({ label: t('Add to calendar'), href: `${pathOfEvent(event)}/event.ics`, icon: 'calendar', small: true })}
          ${viewer && linkButton({ label: t('Guests'), href: `${pathOfEvent(event)}/guests?date=${date.id}`, icon: 'users', small: true })}
          ${linkButton({ label: t('Comments'), href: `/posts/${event.id}`, icon: 'message-circle', small: true })}
          ${
            viewer &&
            !mayHost(post, viewer) &&
            linkButton({
              label: t('Report'),
              href: `/report?handle=post&id=${event.id}`,
              icon: 'flag',
              small: true,
            })
          }
        </p>`,
    })}
    ${!isCanceled && date.endsAt > now && html`${ticket && ticketCard(ticket)} ${answerCard(shown, context, state)}`}
    ${event.about !== '' && card({ title: t('About'), body: renderText(event.about, post.mentions) })}
    ${event.rule !== '' && datesCard(shown, context)}`,
  };
}

const whereText = ({ place, address }: Event): string => [place, address].filter(Boolean).join(', ');

const fact = (image: IconName, body: Fragment): Html => html`<li>${icon(image)}<span>${body}</span></li>`;

function hostOf({ post }: ShownDate): Html {
  const { author, authorHref } = bylineOf(post);
  return html`<a class="link" dir="auto" href="${authorHref}">${author.name}</a>
    ${post.group && html`· <a class="link" dir="auto" href="${pathOfGroup(post.group)}">${post.group.title}</a>`}`;
}

function counts({ event, date }: ShownDate): string {
  const free = event.capacity === null ? undefined : Math.max(0, event.capacity - date.going);
  return [
    goingCount(date.going),
    date.interested > 0 &&
      t('{count, plural, one {# is interested} other {# are interested}}', { count: date.interested }),
    free !== undefined &&
      (free === 0
        ? t('No place is free')
        : t('{count, plural, one {# place is free} other {# places are free}}', { count: free })),
    date.waiting > 0 &&
      t('{count, plural, one {# is on the waiting list} other {# are on the waiting list}}', {
        count: date.waiting,
      }),
  ]
    .filter(Boolean)
    .join(' · ');
}

function answerCard(
  { event, date, post }: ShownDate,
  { viewer, config }: EventContext,
  state?: FormState,
): Html {
  if (!viewer)
    return card({
      title: t('Are you coming?'),
      body: linkButton({
        label: t('Sign in to answer'),
        href: `/signin?next=${encodeURIComponent(pathOfDate({ event, date }))}`,
        kind: 'primary',
      }),
    });
  const isFull =
    event.capacity !== null && date.mine !== 'going' && (date.going >= event.capacity || date.waiting > 0);
  const isWaiting = date.mine === 'waiting';
  const removeLabel = isWaiting ? t('Leave waiting list') : t('Remove answer');
  /** Whether buying is what most people came for. */
  const isOffer = event.price !== null && date.mine === null && !mayHost(post, viewer);
  const choice = (answer: string, label: string, image: IconName) =>
    button({
      label,
      name: 'answer',
      value: answer,
      icon: image,
      kind: date.mine === answer || (answer === 'going' && isOffer) ? 'primary' : 'quiet',
      data: { 'aria-pressed': date.mine === answer ? 'true' : 'false' },
    });
  const price = mayHost(post, viewer) || date.mine === 'going' ? null : event.price;
  const amount = price === null ? '' : formatMoney(config, price);
  const lead = [
    isFull && !isWaiting && t('No place is free. You get the first that becomes free.'),
    price !== null &&
      (isFull
        ? t('You then pay {amount} from your wallet.', { amount })
        : t('You pay {amount} from your wallet, and get it back if you answer otherwise before the start.', {
            amount,
          })),
  ].filter((each): each is string => typeof each === 'string');
  return card({
    title: isWaiting ? t('You are on the waiting list') : t('Are you coming?'),
    ...(lead.length > 0 && { lead: lead.join(' ') }),
    body: form({
      action: `${pathOfEvent(event)}/answer`,
      ...(state && { state }),
      body: html`<input type="hidden" name="date" value="${date.id}" />
        ${price !== null && html`<input type="hidden" name="price" value="${plainMoney(price)}" />`}
        ${event.rule !== '' && event.price === null && checkbox({ name: 'all', label: t('For all coming dates') })}
        <div class="event-answers">
          ${!isWaiting && choice('going', goingLabel(isFull, amount), 'check')}
          ${choice('interested', t('Interested'), 'star')} ${choice('declined', t('Not going'), 'x')}
          ${date.mine !== null && button({ label: removeLabel, name: 'answer', value: 'none', kind: 'plain' })}
        </div>`,
    }),
  });
}

const goingLabel = (isFull: boolean, amount: string): string =>
  isFull ? t('Join waiting list') : amount === '' ? t('Going') : t('Buy ticket for {amount}', { amount });

/** Dates of a series to choose from. */
const datesCard = ({ event, date }: ShownDate, { dates, now }: EventContext): Html =>
  card({
    title: t('Dates'),
    flush: true,
    body: html`<ul class="event-dates">
      ${dates
        .filter(({ endsAt, id }) => endsAt > now || id === date.id)
        .map(
          (each) =>
            html`<li>
              <a
                ${attributes({
                  class: 'link',
                  href: pathOfDate({ event, date: each }),
                  'aria-current': each.id === date.id ? 'page' : undefined,
                })}
                >${eventTimeText({ ...event, ...each })}</a
              >
              ${each.canceledAt && badge(tc('event', 'Canceled'), 'danger')}
              ${each.mine === 'going' && badge(t('Going'), 'accent')}
            </li>`,
        )}
    </ul>`,
  });

const linkOf = ({ link }: Pick<Event, 'link'>): Html | string =>
  link === ''
    ? t('Online. The link is for guests with a ticket.')
    : html`<a class="link" rel="nofollow noopener ugc" href="${link}">${link}</a>`;

/** Metadata of a public event. */
function sharing(shown: ShownDate, base: string, currency: string): Html {
  const { event, date, post } = shown;
  const url = `${base}${pathOfEvent(event)}`;
  const { author, authorHref } = bylineOf(post);
  const [cover] = post.photos;
  const isCanceled = (event.canceledAt ?? date.canceledAt) !== null;
  const mode = !event.isOnline ? 'Offline' : event.place === '' ? 'Online' : 'Mixed';
  const location = [
    ...(event.place !== '' || event.address !== ''
      ? [{ '@type': 'Place', name: event.place || event.address, address: event.address || event.place }]
      : []),
    ...(event.isOnline ? [{ '@type': 'VirtualLocation', url: event.link || url }] : []),
  ];
  return html`${openGraph({
    type: 'website',
    site: 'Plaza',
    title: event.title,
    description: short(`${eventTimeText({ ...event, ...date })} ${event.place}`, 200),
    url,
    image: cover && { address: cover.address, width: cover.width, height: cover.height, alt: cover.alt },
  })}
  ${jsonLd({
    '@type': 'Event',
    '@id': url,
    url,
    name: event.title,
    startDate: event.isAllDay ? date.startsAt.toISOString().slice(0, 10) : date.startsAt.toISOString(),
    endDate: date.endsAt.toISOString(),
    eventStatus: `https://schema.org/${isCanceled ? 'EventCancelled' : 'EventScheduled'}`,
    eventAttendanceMode: `https://schema.org/${mode}EventAttendanceMode`,
    ...(location.length > 0 && { location }),
    ...(event.about !== '' && { description: short(event.about, 500) }),
    ...(cover && { image: [cover.address] }),
    organizer: {
      '@type': post.page ? 'Organization' : 'Person',
      name: author.name,
      url: `${base}${authorHref}`,
    },
    ...(event.capacity !== null && { maximumAttendeeCapacity: event.capacity }),
    ...(event.price !== null && {
      offers: { '@type': 'Offer', url, price: plainMoney(event.price), priceCurrency: currency },
    }),
  })}`;
}
