import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** Whose clicks are read: those of one link, or of all that an account has. */
export interface RollUps {
  hours: RawBuilder<unknown>;
  days: RawBuilder<unknown>;
  months: RawBuilder<unknown>;
  /** What names the owner in all. */
  owner: RawBuilder<unknown>;
  id: string;
}

export const ofLink = (id: string): RollUps => ({
  hours: sql`links.click_hour`,
  days: sql`links.click_day`,
  months: sql`links.click_month`,
  owner: sql`link_id`,
  id,
});

export const ofAccount = (id: string): RollUps => ({
  hours: sql`links.account_hour`,
  days: sql`links.account_day`,
  months: sql`links.account_month`,
  owner: sql`account_id`,
  id,
});

/** By what clicks are told apart. A link has variants; an account has links, and what they are for. */
export const dimensions = [
  'country',
  'region',
  'city',
  'referrer',
  'browser',
  'system',
  'device',
  'language',
  'variant',
  'link',
  'purpose',
] as const;
export type Dimension = (typeof dimensions)[number];
