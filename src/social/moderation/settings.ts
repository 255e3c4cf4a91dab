import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Value } from 'typebox/value';
import type { App } from '../../platform/app.ts';
import { getSetting, writeSetting } from '../../platform/settings/site-settings.ts';

/** The operator's moderation settings, with defaults. */
export const ModerationSettings = Type.Object({
  /** Number of an author's first posts that are held for review. */
  firstPosts: Type.Integer({ minimum: 0, maximum: 20, default: 0 }),
  /** Spam score from which a text is held or rejected, out of 100. 0 means never. */
  spamHold: Type.Integer({ minimum: 0, maximum: 100, default: 90 }),
  spamRefuse: Type.Integer({ minimum: 0, maximum: 100, default: 0 }),
  /** Number of spam and of ham decisions required before the model is used. */
  spamAfter: Type.Integer({ minimum: 1, maximum: 10_000, default: 20 }),
});
export type ModerationSettings = Static<typeof ModerationSettings>;

export async function getModerationSettings(app: Pick<App, 'db'>): Promise<ModerationSettings> {
  const stored = { ...Value.Create(ModerationSettings), ...(await getSetting(app, 'moderation')) };
  return Value.Check(ModerationSettings, stored) ? stored : Value.Create(ModerationSettings);
}

export const writeModerationSettings = (
  app: Pick<App, 'db' | 'clock'>,
  settings: ModerationSettings,
): Promise<void> => writeSetting(app, 'moderation', settings);
