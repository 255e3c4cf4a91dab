import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Value } from 'typebox/value';
import type { App } from '../../platform/app.ts';
import { readSetting, writeSetting } from '../../platform/settings/site-settings.ts';

/** What a crawler may do: as all others, everything, everything but train models with it, or nothing. */
export const crawlerRules = ['same', 'open', 'reading', 'refused'] as const;
export type CrawlerRule = (typeof crawlerRules)[number];

/** What the operator asks of crawlers; robots.txt says it. */
export const CrawlerPolicy = Type.Object({
  /** What all may do with what they read, in the words of content signals. */
  search: Type.Boolean({ default: true }),
  aiInput: Type.Boolean({ default: true }),
  aiTrain: Type.Boolean({ default: false }),
  /** By the crawler's name; who is not named is as all others. */
  rules: Type.Record(Type.String(), Type.Enum([...crawlerRules]), { default: {} }),
  /** Lines that are at the end as they are. */
  extra: Type.String({ maxLength: 10_000, default: '' }),
});
export type CrawlerPolicy = Static<typeof CrawlerPolicy>;

export async function readCrawlerPolicy(app: Pick<App, 'db'>): Promise<CrawlerPolicy> {
  const stored = { ...Value.Create(CrawlerPolicy), ...(await readSetting(app, 'crawlers')) };
  return Value.Check(CrawlerPolicy, stored) ? stored : Value.Create(CrawlerPolicy);
}

export const writeCrawlerPolicy = (app: Pick<App, 'db' | 'clock'>, policy: CrawlerPolicy): Promise<void> =>
  writeSetting(app, 'crawlers', policy);
