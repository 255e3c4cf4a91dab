import { formatPercent } from '../../../kernel/translation/formats.ts';
import { html, type Html } from '../../html.ts';

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
