import { html, type Html } from '../html.ts';
import type { PageContext } from '../view.ts';
import { icon } from './icon.ts';

const icons = { success: 'circle-check', info: 'info', error: 'circle-alert' } as const;

/** Where short messages appear. The place is always there, so that a later message is read out. */
export function toasts(flash: PageContext['flash']): Html {
  return html`<div class="toasts" id="toasts" role="status" aria-live="polite">
    ${flash && toast(flash)}
  </div>`;
}

/** A short message about what was just done. Also for a Turbo Stream that appends to `toasts`. */
export function toast(flash: NonNullable<PageContext['flash']>): Html {
  return html`<div class="toast" data-kind="${flash.kind}">
    ${icon(icons[flash.kind])}
    <p>${flash.text}</p>
    <button class="icon-button small needs-script" type="button" aria-label="Dismiss">${icon('x')}</button>
  </div>`;
}
