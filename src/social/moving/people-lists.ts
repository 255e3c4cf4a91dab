import { livePeople } from '../../identity/account/people.ts';
import type { App, Viewer } from '../../platform/app.ts';

/** The lists that members take elsewhere, by the names that Mastodon gives their files. */
export const exportedLists = ['blocked_accounts', 'muted_accounts'] as const;
export type ExportedList = (typeof exportedLists)[number];

/** Mastodon reads as many rows. */
const maxRows = 20_000;

/** Whom a member blocks or mutes, the newest first, as Mastodon and this service import it. */
export async function formatPeopleList(
  app: Pick<App, 'db' | 'config'>,
  viewer: Pick<Viewer, 'id'>,
  list: ExportedList,
): Promise<string> {
  const isMuted = list === 'muted_accounts';
  const lines = (await listNames(app, viewer, list)).map((name) => `${name}${isMuted ? ',true' : ''}\n`);
  return `${isMuted ? 'Account address,Hide notifications\n' : ''}${lines.join('')}`;
}

/** Both lists as JSON, as this service imports it. */
export async function formatPeopleLists(
  app: Pick<App, 'db' | 'config'>,
  viewer: Pick<Viewer, 'id' | 'username'>,
): Promise<PeopleLists> {
  const { host } = new URL(app.config.plazaUrl);
  return {
    from: `${viewer.username}@${host}`,
    blocked: await listNames(app, viewer, 'blocked_accounts'),
    muted: await listNames(app, viewer, 'muted_accounts'),
  };
}

interface PeopleLists {
  from: string;
  blocked: string[];
  muted: string[];
}

async function listNames(
  { db, config }: Pick<App, 'db' | 'config'>,
  viewer: Pick<Viewer, 'id'>,
  list: ExportedList,
): Promise<string[]> {
  const people = livePeople('person');
  const rows =
    list === 'blocked_accounts'
      ? await db
          .selectFrom('social.block as chosen')
          .innerJoin(people, (join) => join.onRef('person.id', '=', 'chosen.blocked_id'))
          .where('chosen.blocker_id', '=', viewer.id)
          .orderBy('chosen.created_at', 'desc')
          .limit(maxRows)
          .select('person.username')
          .execute()
      : await db
          .selectFrom('social.mute as chosen')
          .innerJoin(people, (join) => join.onRef('person.id', '=', 'chosen.muted_id'))
          .where('chosen.muter_id', '=', viewer.id)
          .orderBy('chosen.created_at', 'desc')
          .limit(maxRows)
          .select('person.username')
          .execute();
  const { host } = new URL(config.plazaUrl);
  return rows.map(({ username }) => `${username}@${host}`);
}
