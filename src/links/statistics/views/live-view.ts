import { t } from '../../../kernel/translation/translate.ts';
import { breadcrumbs } from '../../../web/components/navigation/breadcrumbs.ts';
import { linkButton } from '../../../web/components/button.ts';
import { card } from '../../../web/components/card.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { relativeTime } from '../../../web/components/time.ts';
import { attributes, html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { latestStored } from '../../clicks/spool/insert-statement.ts';
import type { LatestClick } from '../../clicks/statistics/list-latest-clicks.ts';
import { addressesOf } from '../addresses.ts';
import { dimensionNames } from '../dimensions.ts';
import type { Subject } from '../subject.ts';
import { nameOfSubject } from './subject-entry.ts';

export interface LiveClicks {
  hopUrl: string;
  now: Date;
  /** Newest first. */
  clicks: readonly LatestClick[];
  /** The clicked subjects by id. */
  subjects: ReadonlyMap<string, Subject>;
}

/** The latest clicks, updated live. Without scripts, the page is reloaded. */
export function liveView(live: LiveClicks): View {
  const newest = live.clicks[0]?.number ?? '0';
  return {
    title: t('Live'),
    section: 'statistics',
    body: html`${pageHeader({
        title: t('Live'),
        lead: t('The latest clicks on your links, bio pages and QR codes, newest first.'),
        above: breadcrumbs([{ label: t('Statistics'), href: '/dashboard/statistics' }, { label: t('Live') }]),
        actions: linkButton({ label: t('Refresh'), href: '/dashboard/live', icon: 'refresh-cw' }),
      })}
      <turbo-stream-source src="/dashboard/live/clicks?after=${newest}"></turbo-stream-source>
      ${card({
        flush: true,
        body: html`<ol
          id="live-clicks"
          class="live-clicks"
          ${attributes({ 'data-empty': t('Waiting for the first click') })}
        >
          ${rows(live)}
        </ol>`,
      })}`,
  };
}

/** Turbo stream actions that prepend new clicks to an open page and remove the oldest ones. */
export function newClicksStream(live: LiveClicks): Html {
  const gone = live.clicks.map(({ number }) => Number(number) - latestStored).filter((number) => number > 0);
  return html`<turbo-stream action="prepend" target="live-clicks"
      ><template>${rows(live)}</template></turbo-stream
    >
    ${gone.map((number) => html`<turbo-stream action="remove" target="click-${number}"></turbo-stream>`)}`;
}

const rows = (live: LiveClicks): Html[] => live.clicks.map((click) => row(live, click));

function row({ hopUrl, now, subjects }: LiveClicks, click: LatestClick): Html {
  const subject = subjects.get(click.linkId);
  const { country, device, browser, referrer } = dimensionNames();
  return html`<li id="click-${click.number}">
    <p class="live-click-link">
      ${subject ? html`<a href="${addressesOf(subject).page}">${nameOfSubject(hopUrl, subject)}</a>` : t('Deleted')}
      ${relativeTime(click.at, now)}
    </p>
    <p>
      ${country.name(click.country)} · ${device.name(click.device)} · ${browser.name(click.browser)} ·
      ${referrer.name(click.referrer)}
    </p>
  </li>`;
}
