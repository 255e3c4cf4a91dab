import { entries } from './catalog.gen.ts';

/** A tool's catalog entry, available without loading the tool. */
export interface ToolEntry {
  slug: string;
  category: string;
  title: string;
  summary: string;
  keywords: string;
  /** The module that declares it. */
  module: string;
}

/** All tools by slug, ordered by slug. */
export const entryOf: ReadonlyMap<string, ToolEntry> = new Map(
  entries.map(([slug, category, title, summary, keywords, module]) => [
    slug,
    { slug, category, title, summary, keywords, module },
  ]),
);
