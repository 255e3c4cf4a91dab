import { html, type Html } from '../../web/html.ts';
import { feedFormats, feedTypes } from './feed-formats.ts';

const names = { rss: 'RSS', atom: 'Atom', json: 'JSON Feed' } as const;

/** Feed links for the head of a page. `of`: the feed, such as `articles` or `people/ada`. */
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
