import { html, type Html } from '../../html.ts';
import { linePath } from './chart-scale.ts';

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
