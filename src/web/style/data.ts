import { formatNumber } from '../translation/translate.ts';
import { badge, card, table, relativeTime } from '../components/surfaces.ts';
import { barList, statistics } from '../components/charts/figures.ts';
import { chart } from '../components/charts/chart.ts';
import { heatMap } from '../components/charts/heat-map.ts';
import { copyButton } from '../components/controls.ts';
import { menu, menuButton, menuLink } from '../components/navigation/menu.ts';
import { html } from '../html.ts';
import type { SpecimenGroup } from './foundations.ts';

const days = Array.from({ length: 30 }, (_, index) => `${index + 1} Oct`);
const clicks = days.map((_, index) =>
  Math.round(120 + 70 * Math.sin(index / 3.1) + 5 * index + (index % 7 > 4 ? -60 : 0)),
);
const visitors = clicks.map((count, index) => Math.round(count * (0.62 + (index % 5) / 40)));
const hours = Array.from({ length: 24 }, (_, index) => `${String(index).padStart(2, '0')}:00`);
const byHour = hours.map((_, index) =>
  Math.round(40 * Math.max(0, Math.sin((index - 5) / 6)) ** 2 + (index % 3)),
);

const links = [
  {
    alias: 'spring',
    to: 'https://example.org/catalogue/spring-collection?utm_source=poster',
    clicks: 18_204,
    state: 'live',
    days: 2,
  },
  { alias: 'menu', to: 'https://example.org/trattoria/menu.pdf', clicks: 3_310, state: 'password', days: 19 },
  { alias: 'jobs', to: 'https://example.org/about/work-with-us', clicks: 87, state: 'expired', days: 210 },
] as const;

const states = {
  live: badge('Live', 'success'),
  password: badge('Password', 'neutral', 'lock'),
  expired: badge('Expired', 'warning', 'clock'),
} as const;

export function data(): SpecimenGroup {
  const now = Date.now();
  return {
    id: 'data',
    title: 'Numbers and tables',
    specimens: [
      {
        name: 'statistics()',
        what: 'key figures',
        shown: statistics([
          {
            label: 'Clicks',
            value: '21,601',
            change: { text: '12 % more than in September', isUp: true },
            trend: clicks,
          },
          {
            label: 'Visitors',
            value: '13,940',
            change: { text: '3 % fewer', isUp: false },
            trend: visitors,
          },
          { label: 'From phones', value: '64 %' },
        ]),
      },
      {
        name: "chart({ shape: 'line' })",
        what: 'rendered on the server; hover for values; the numbers as a table below',
        shown: card({
          body: chart({
            title: 'Clicks a day',
            summary: 'They rise from about 120 to 330 a day, with fewer at weekends.',
            labels: days,
            series: [
              { name: 'Clicks', values: clicks },
              { name: 'Visitors', values: visitors },
            ],
          }),
        }),
      },
      {
        name: "chart({ shape: 'bar' })",
        what: 'for hours or weekdays',
        shown: card({
          body: chart({
            title: 'Clicks by hour',
            summary: 'Most come between 11 and 17.',
            labels: hours,
            series: [{ name: 'Clicks', values: byHour }],
            shape: 'bar',
            height: 180,
          }),
        }),
      },
      {
        name: 'barList()',
        what: 'a ranking',
        shown: html`<div class="grid">
          ${card({
            body: barList({
              title: 'Countries',
              entries: [
                { label: 'Portugal', value: 6120 },
                { label: 'Italy', value: 4388 },
                { label: 'Germany', value: 2104 },
                { label: 'Unknown', value: 96 },
              ],
            }),
          })}
          ${card({
            body: barList({
              title: 'Referrers',
              entries: [
                { label: 'plaza.example', value: 9240, href: '#data' },
                { label: 'Direct', value: 5012 },
                { label: 'newsletter.example.org', value: 720 },
              ],
            }),
          })}
        </div>`,
      },
      {
        name: 'heatMap()',
        what: 'activity by weekday and hour',
        shown: card({
          body: heatMap({
            title: 'By weekday and hour (UTC)',
            unit: 'clicks',
            counts: Array.from({ length: 7 }, (_, day) =>
              byHour.map((count) => (day > 4 ? Math.floor(count / 3) : count)),
            ),
          }),
        }),
      },
      {
        name: 'table()',
        what: 'sorted by links in its header; cards on narrow screens',
        shown: card({
          flush: true,
          body: table({
            caption: 'Links',
            rows: links,
            sort: {
              by: 'clicks',
              descending: true,
              href: (by, descending) => `#${by}-${descending ? 'down' : 'up'}`,
            },
            columns: [
              {
                label: 'Link',
                main: true,
                cell: (link) =>
                  html`<span class="cell-lines"
                    ><a href="#data">hop.example/${link.alias}</a><small>${link.to}</small></span
                  >`,
              },
              { label: 'State', cell: (link) => states[link.state] },
              {
                label: 'Clicks',
                sort: 'clicks',
                align: 'end',
                cell: (link) => formatNumber(link.clicks),
              },
              {
                label: 'Created',
                sort: 'date',
                align: 'end',
                cell: (link) => relativeTime(new Date(now - link.days * 86_400_000)),
              },
              {
                label: 'Acts',
                hideLabel: true,
                align: 'end',
                cell: (link) =>
                  html`<div class="row-actions">
                    ${copyButton(`https://hop.example/${link.alias}`, `Copy hop.example/${link.alias}`)}${menu(
                      {
                        label: `More about ${link.alias}`,
                        items: html`${menuLink({ label: 'Edit', href: '#data', icon: 'pencil' })}${menuButton(
                          {
                            label: 'Delete',
                            to: '#data',
                            icon: 'trash-2',
                            danger: true,
                            confirm: 'Its statistics are deleted too.',
                          },
                        )}`,
                      },
                    )}
                  </div>`,
              },
            ],
          }),
        }),
      },
    ],
  };
}
