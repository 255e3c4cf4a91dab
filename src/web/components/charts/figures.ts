import { formatPercent, t } from '../../translation/translate.ts';
import { type Fragment, html, type Html, shortNumber } from '../../html.ts';
import { icon } from '../controls.ts';
import { linePath, rounded } from './heat-map.ts';

export interface StatisticOptions {
  label: string;
  value: Fragment;
  /** The change, such as `{ text: '12 % more than last week', isUp: true }`. */
  change?: { text: string; isUp: boolean };
  /** Quiet text below the value. */
  detail?: Fragment;
  /** Previous values, oldest first. */
  trend?: readonly number[];
  href?: string;
}

/** A key figure. */
function statistic(options: StatisticOptions): Html {
  const { change, detail, trend, href } = options;
  return html`<div class="statistic">
    <dt>${href ? html`<a href="${href}">${options.label}</a>` : options.label}</dt>
    <dd>
      <span class="statistic-value">${options.value}</span>
      ${
        change &&
        html`<span class="statistic-change" data-up="${String(change.isUp)}"
          >${icon(change.isUp ? 'arrow-up' : 'arrow-down')}${change.text}</span
        >`
      }
      ${detail !== undefined && html`<span class="statistic-change">${detail}</span>`}
      ${trend && sparkline(trend)}
    </dd>
  </div>`;
}

/** Key figures side by side. */
export function statistics(entries: readonly StatisticOptions[]): Html {
  return html`<dl class="statistics">${entries.map(statistic)}</dl>`;
}

/** A small line chart with the height of text. Decorative, beside the number itself. */
export function sparkline(values: readonly number[]): Html {
  const top = Math.max(...values, 1);
  return html`<svg
    class="sparkline"
    width="96"
    height="28"
    viewBox="0 0 100 100"
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    <path class="chart-area" d="${linePath(values, top)}V100H0Z" />
    <path class="chart-line" d="${linePath(values, top)}" />
  </svg>`;
}

/** A progress bar. Without `value` it is indeterminate. */
export function progressBar(options: { label: string; value?: number; max?: number }): Html {
  const { label, value, max = 100 } = options;
  return html`<div class="progress">
    <div class="progress-text">
      <span>${label}</span>${value !== undefined && html`<span>${formatPercent(value / max)}</span>`}
    </div>
    ${
      value === undefined
        ? html`<progress max="${max}" aria-label="${label}"></progress>`
        : html`<progress max="${max}" value="${value}" aria-label="${label}"></progress>`
    }
  </div>`;
}

/** A placeholder for content that takes longer than 300 ms to load. */
export function skeleton(shape: 'text' | 'post' | 'rows' = 'text'): Html {
  return html`<div class="skeleton" data-shape="${shape}" role="status">
    <span class="visually-hidden">Loading</span><i></i><i></i><i></i><i></i>
  </div>`;
}

interface BarListEntry {
  label: Fragment;
  value: number;
  href?: string;
}

/**
 * A ranking, largest first, such as countries, browsers or referrers. A bar behind each entry shows its share
 * of the total.
 */
export function barList(options: {
  title: string;
  entries: readonly BarListEntry[];
  unit?: string;
  empty?: string;
}): Html {
  const { title, entries, unit = 'clicks', empty = t('Nothing yet') } = options;
  const max = Math.max(...entries.map(({ value }) => value), 1);
  return html`<section class="bar-list">
    <header>
      <h3>${title}</h3>
      <span>${unit}</span>
    </header>
    ${
      entries.length === 0
        ? html`<p class="bar-list-empty">${empty}</p>`
        : html`<ol>
            ${entries.map(
              ({ label, value, href }) =>
                html`<li>
                  <svg width="100%" height="100%" aria-hidden="true">
                    <rect width="${rounded((value / max) * 100)}%" height="100%" rx="4" />
                  </svg>
                  <span class="bar-list-label">${href ? html`<a href="${href}">${label}</a>` : label}</span>
                  <span class="bar-list-value">${shortNumber(value)}</span>
                </li>`,
            )}
          </ol>`
    }
  </section>`;
}
