import { html, type Html } from '../../web/html.ts';
import { colorSpot } from '../owned/lists.ts';
import type { Tag } from './tags.ts';

/** The badge of a tag, which links to its links. */
export const tagBadge = ({ name, color }: Pick<Tag, 'name' | 'color'>): Html =>
  html`<a class="badge tag" href="/dashboard?tag=${encodeURIComponent(name)}">${colorSpot(color)}${name}</a>`;
