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
