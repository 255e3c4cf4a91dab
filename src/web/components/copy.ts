import { inSentence, t } from '../translation/translate.ts';
import { html, type Html } from '../html.ts';
import { icon } from './icon.ts';

/**
 * Copies a text and confirms it. The text must also be visible for browsers without scripts; `copyField`
 * shows it. An empty text stands for that of the element before the button, so that a long one is sent once.
 */
export function copyButton(text: string, label = t('Copy')): Html {
  return html`<button
    class="copy needs-script"
    type="button"
    data-copy="${text}"
    aria-label="${label}"
    title="${label}"
  >
    ${icon('copy')}${icon('check')}
  </button>`;
}

/** A text to copy, such as a key or a short link. */
export function copyField(options: { label: string; text: string }): Html {
  return html`<div class="copy-field">
    <code tabindex="0" role="group" aria-label="${options.label}">${options.text}</code>
    ${copyButton(options.text, t('Copy {label}', { label: inSentence(options.label) }))}
  </div>`;
}
