import { toXmlText } from '../../kernel/text.ts';
import { html, trusted, type Html } from '../../web/html.ts';
import type { Download } from '../../platform/http/endpoint.ts';

/** An entry of a sitemap. */
export interface SitemapEntry {
  /** Path from the site root. */
  path: string;
  /** Last change, if known. */
  at?: Date | undefined;
}

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const declaration = trusted('<?xml version="1.0" encoding="UTF-8"?>');

/** A list of pages in the format of sitemaps.org. */
export const urlSet = (base: string, places: readonly SitemapEntry[]): Download =>
  toXml(
    html`${declaration}
      <urlset xmlns="${namespace}">
        ${places.map(({ path, at }) => html`<url><loc>${absolute(base, path)}</loc>${modified(at)}</url>`)}
      </urlset>`,
  );

/** A sitemap index. */
export const sitemapIndex = (base: string, places: readonly SitemapEntry[]): Download =>
  toXml(
    html`${declaration}
      <sitemapindex xmlns="${namespace}">
        ${places.map(({ path, at }) => html`<sitemap><loc>${absolute(base, path)}</loc>${modified(at)}</sitemap>`)}
      </sitemapindex>`,
  );

const absolute = (base: string, path: string) => new URL(path, base).href;

const modified = (at: Date | undefined): Html | undefined =>
  at && html`<lastmod>${at.toISOString()}</lastmod>`;

const toXml = ({ text }: Html): Download => ({
  type: 'application/xml; charset=utf-8',
  body: toXmlText(text),
  headers: { 'cache-control': 'public, max-age=600' },
});
