import { html, type Html } from '../../web/html.ts';
import { feedFormats, feedTypes } from './feed-formats.ts';

const names = { rss: 'RSS', atom: 'Atom', json: 'JSON Feed' } as const;

/** For the head of a page: where what it shows is read as a feed. `of`: `articles`, `people/ada`. */
export const feedLinks = (of: string, title: string): Html =>
  html`${feedFormats.map(
    (format) =>
      html`<link
        rel="alternate"
        type="${feedTypes[format]}"
        title="${title} (${names[format]})"
        href="/feeds/${of}/${format}"
      />`,
  )}`;
