import { buttonForm } from '../form.ts';
import { t } from '../translation/translate.ts';
import { html, type Fragment, type Html } from '../html.ts';
import type { Tone } from './badge.ts';
import { icon } from './icon.ts';

const icons = {
  neutral: 'info',
  accent: 'info',
  success: 'circle-check',
  warning: 'triangle-alert',
  danger: 'circle-alert',
} as const;

/** An important message within the page. */
export function notice(options: { title?: string; body: Fragment; tone?: Tone }): Html {
  const tone = options.tone ?? 'neutral';
  return html`<div class="notice" data-tone="${tone}">
    ${icon(icons[tone])}
    <div>${options.title && html`<p class="notice-title">${options.title}</p>`}${options.body}</div>
  </div>`;
}

/** Says that something was deleted, such as “List deleted”, and offers to restore it by a POST to `path`. */
export const undoNotice = (title: string, path: string, text?: string): Html =>
  notice({
    title,
    body: html`${text !== undefined && html`<p>${text}</p>`}
    ${buttonForm({ to: path, label: t('Undo'), icon: 'undo-2', small: true })}`,
  });
