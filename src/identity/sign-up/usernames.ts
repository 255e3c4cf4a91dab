import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { Problem, msg } from '../../kernel/problem.ts';
import { normalize } from '../../kernel/text.ts';
import type { App } from '../../platform/app.ts';
import { refuseBadUsername, refuseLookalike } from '../account/names.ts';

/** Throws a `Problem` if the username is not available. Usernames are public, so this reveals nothing new. */
export async function checkUsername(app: App, typed: string): Promise<void> {
  const username = typed.trim();
  refuseBadUsername(username);
  await refuseLookalike(app, { text: username, field: 'username' });
  const { rows } = await sql`
    select from identity.taken_name where name = lower(${username})
    union all
    select from identity.reserved_username where username_hash = identity.username_hash(${username}) limit 1`.execute(
    app.db,
  );
  if (rows.length > 0) throw new Problem('conflict', msg('This username is taken'), { field: 'username' });
}

/** Returns a free username made from a name, for a person who has not chosen one. */
export async function proposeUsername(app: App, name: string): Promise<string> {
  const letters = normalize(name.slice(0, 200), 'NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const words = letters.match(/[a-z0-9]+/g) ?? [];
  const [first = 'member', ...rest] = words;
  const last = rest.at(-1) ?? '';
  const whole = [first, last].filter(Boolean).join('.').slice(0, 24);
  const numbered = Array.from({ length: 4 }, () => `${first.slice(0, 24)}${randomInt(100, 100_000)}`);
  for (const each of [first, whole, `${first}${last.slice(0, 1)}`, ...numbered])
    if (await isFree(app, each)) return each;
  return `member${randomInt(1e9, 1e10)}`;
}

async function isFree(app: App, username: string): Promise<boolean> {
  try {
    await checkUsername(app, username);
    return true;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}
