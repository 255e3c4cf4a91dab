import { html, type Html } from '../html.ts';
import { icon } from './icon.ts';
import type { IconName } from './icon-names.ts';

export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger';

/** A word about a state. The word says it; the colour only repeats it. */
export function badge(label: string, tone: Tone = 'neutral', image?: IconName): Html {
  return html`<span class="badge" data-tone="${tone}">${image && icon(image)}${label}</span>`;
}
