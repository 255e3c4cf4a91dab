import { html, type Html } from '../../html.ts';

/** How far something has come, of `most`. Without `value` it is indeterminate. */
export function progressBar(options: { label: string; value?: number; most?: number }): Html {
  const { label, value, most = 100 } = options;
  return html`<div class="progress">
    <div class="progress-text">
      <span>${label}</span>${value !== undefined && html`<span>${Math.round((value / most) * 100)} %</span>`}
    </div>
    ${
      value === undefined
        ? html`<progress max="${most}" aria-label="${label}"></progress>`
        : html`<progress max="${most}" value="${value}" aria-label="${label}"></progress>`
    }
  </div>`;
}

/** The shape of what is coming, for what takes longer than 300 ms. */
export function skeleton(shape: 'text' | 'post' | 'rows' = 'text'): Html {
  return html`<div class="skeleton" data-shape="${shape}" role="status">
    <span class="visually-hidden">Loading</span><i></i><i></i><i></i><i></i>
  </div>`;
}
