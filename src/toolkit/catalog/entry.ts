import { entries } from './catalog.gen.ts';

/** What is known of a tool before it is loaded. */
export interface Entry {
  slug: string;
  category: string;
  title: string;
  summary: string;
  keywords: string;
  /** The file that declares it. */
  module: string;
}

/** All tools by slug, in the order of their slugs. */
export const entryOf: ReadonlyMap<string, Entry> = new Map(
  entries.map(([slug, category, title, summary, keywords, module]) => [
    slug,
    { slug, category, title, summary, keywords, module },
  ]),
);
