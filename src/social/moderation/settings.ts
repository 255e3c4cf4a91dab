import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Value } from 'typebox/value';
import type { App } from '../../platform/app.ts';
import { readSetting, writeSetting } from '../../platform/settings/site-settings.ts';

/** The operator's moderation settings, with defaults. */
export const ModerationSettings = Type.Object({
  /** How many of the first things that somebody says are looked at before others see them. */
  firstPosts: Type.Integer({ minimum: 0, maximum: 20, default: 0 }),
  /** From which score of 100 on a text is held, and refused; 0: never. */
  spamHold: Type.Integer({ minimum: 0, maximum: 100, default: 90 }),
  spamRefuse: Type.Integer({ minimum: 0, maximum: 100, default: 0 }),
  /** How many decisions of either kind the model learns from before it has a say. */
  spamAfter: Type.Integer({ minimum: 1, maximum: 10_000, default: 20 }),
});
export type ModerationSettings = Static<typeof ModerationSettings>;

export async function readModerationSettings(app: Pick<App, 'db'>): Promise<ModerationSettings> {
  const stored = { ...Value.Create(ModerationSettings), ...(await readSetting(app, 'moderation')) };
  return Value.Check(ModerationSettings, stored) ? stored : Value.Create(ModerationSettings);
}

export const writeModerationSettings = (
  app: Pick<App, 'db' | 'clock'>,
  settings: ModerationSettings,
): Promise<void> => writeSetting(app, 'moderation', settings);
