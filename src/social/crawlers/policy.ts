import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Value } from 'typebox/value';
import type { App } from '../../platform/app.ts';
import { getSetting, writeSetting } from '../../platform/settings/site-settings.ts';

/** Access rule for a crawler: the default, full access, everything except model training, or none. */
export const crawlerRules = ['same', 'open', 'reading', 'refused'] as const;
export type CrawlerRule = (typeof crawlerRules)[number];

/** The operator's crawler policy, published in robots.txt. */
export const CrawlerPolicy = Type.Object({
  /** Default permissions for use of content, as in content signals. */
  search: Type.Boolean({ default: true }),
  aiInput: Type.Boolean({ default: true }),
  aiTrain: Type.Boolean({ default: false }),
  /** Rules by crawler name. Unlisted crawlers follow the default. */
  rules: Type.Record(Type.String(), Type.Enum([...crawlerRules]), { default: {} }),
  /** Lines appended unchanged. */
  extra: Type.String({ maxLength: 10_000, default: '' }),
});
export type CrawlerPolicy = Static<typeof CrawlerPolicy>;

export async function getCrawlerPolicy(app: Pick<App, 'db'>): Promise<CrawlerPolicy> {
  const stored = { ...Value.Create(CrawlerPolicy), ...(await getSetting(app, 'crawlers')) };
  return Value.Check(CrawlerPolicy, stored) ? stored : Value.Create(CrawlerPolicy);
}

export const writeCrawlerPolicy = (app: Pick<App, 'db' | 'clock'>, policy: CrawlerPolicy): Promise<void> =>
  writeSetting(app, 'crawlers', policy);
