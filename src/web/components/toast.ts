import { html, type Html, type PageContext } from '../html.ts';
import { icon } from './controls.ts';

const icons = { success: 'circle-check', info: 'info', error: 'circle-alert' } as const;

/** The container of toasts. Always present, so screen readers announce later messages. */
export function toasts(flash: PageContext['flash']): Html {
  return html`<div class="toasts" id="toasts" role="status" aria-live="polite">
    ${flash && toast(flash)}
  </div>`;
}

/** A short message about the last action. Also for a Turbo Stream that appends to `toasts`. */
export function toast(flash: NonNullable<PageContext['flash']>): Html {
  return html`<div class="toast" data-kind="${flash.kind}">
    ${icon(icons[flash.kind])}
    <p>${flash.text}</p>
    <button class="icon-button small needs-script" type="button" aria-label="Dismiss">${icon('x')}</button>
  </div>`;
}
