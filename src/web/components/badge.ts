import { html, type Html } from '../html.ts';
import { icon } from './icon.ts';
import type { IconName } from './icon-names.ts';

export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger';

/** A label for a state. The color only emphasizes the text. */
export function badge(label: string, tone: Tone = 'neutral', image?: IconName): Html {
  return html`<span class="badge" data-tone="${tone}">${image && icon(image)}${label}</span>`;
}
