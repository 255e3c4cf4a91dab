import { Type } from 'typebox';
import type { App } from '../../platform/app.ts';
import { job } from '../../platform/jobs/jobs.ts';
import { removeChatsOfClosed } from './chat.ts';

/** Ends the bans that are over. */
export async function endBans({ db, clock }: App): Promise<void> {
  await db.deleteFrom('social.people_group_ban').where('expires_at', '<=', clock.now()).execute();
}

export const groupJobs = [
  job('social.end-group-bans', Type.Object({}), endBans, { cron: '* * * * *' }),
  job('social.delete-group-chats', Type.Object({}), removeChatsOfClosed, { cron: '*/5 * * * *' }),
];
