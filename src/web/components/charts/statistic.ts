import { html, type Fragment, type Html } from '../../html.ts';
import { icon } from '../icon.ts';
import { sparkline } from './sparkline.ts';

export interface StatisticOptions {
  label: string;
  value: Fragment;
  /** The change, such as `{ text: '12 % more than last week', isUp: true }`. */
  change?: { text: string; isUp: boolean };
  /** Previous values, oldest first. */
  trend?: readonly number[];
  href?: string;
}

/** A key figure. */
function statistic(options: StatisticOptions): Html {
  const { change, trend, href } = options;
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
      ${trend && sparkline(trend)}
    </dd>
  </div>`;
}

/** Key figures side by side. */
export function statistics(entries: readonly StatisticOptions[]): Html {
  return html`<dl class="statistics">${entries.map(statistic)}</dl>`;
}
