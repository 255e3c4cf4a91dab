import { createHmac } from 'node:crypto';
import { livePerson } from '../../../identity/account/people.ts';
import { msg, invalid, missing, Problem } from '../../../kernel/problem.ts';
import { sameSecret } from '../../../kernel/secrets.ts';
import { days, minutes } from '../../../kernel/time.ts';
import { type App, perAccount, verb, inTransaction, type Viewer } from '../../../platform/app.ts';
import { lockRow } from '../../../platform/database/queries.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { type Person, toPerson } from '../../people/person.ts';
import { type EventDate, getDate, mayHost, pathOfEvent, type ShownDate } from '../event.ts';

/** What a guest shows at the entrance. */
export interface Ticket {
  code: string;
  /** Where the host checks the code, in its QR code. */
  address: string;
  checkedInAt: Date | null;
}

/** Hosts let guests in from a day before the start until a day after the end. */
const around = days(1);

/** The ticket of the viewer for a date. Undefined unless they are going. */
export function ticketOf(
  { config }: Pick<App, 'config'>,
  { date }: Pick<ShownDate, 'date'>,
): Ticket | undefined {
  if (date.mine !== 'going' || date.answerId === null) return undefined;
  const code = codeOf(config, date.answerId);
  const address = `${config.plazaUrl}${pathOfEvent({ id: date.eventId })}/check-in?code=${code}`;
  return { code, address, checkedInAt: date.checkedInAt };
}

/** An answer's number and 40 bits of an HMAC, in digits and letters that people read without mistakes. */
function codeOf({ secretKey }: Pick<Config, 'secretKey'>, answerId: string): string {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  const mac = createHmac('sha256', secretKey).update(`event ticket ${answerId}`).digest().subarray(0, 8);
  return `${answerId}-${[...mac].map((byte) => letters[byte % letters.length]).join('')}`;
}

/** A guest of an event, for the host. */
export interface Admission {
  answerId: string;
  code: string;
  person: Person;
  isGoing: boolean;
  checkedInAt: Date | null;
  date: EventDate;
}

/** An event that the viewer hosts. To others it is missing, as it would be without check-in. */
export async function getHosted(app: App, viewer: Viewer, id: string, dateId?: string): Promise<ShownDate> {
  const shown = await getDate(app, viewer, id, dateId);
  if (!mayHost(shown.post, viewer)) throw missing(msg('Event'));
  return shown;
}

/** Whose ticket a code is. For the host. */
export async function getAdmission(app: App, viewer: Viewer, id: string, typed: string): Promise<Admission> {
  await getHosted(app, viewer, id);
  const code = typed.trim().toUpperCase();
  const [, answerId] = /^(\d{1,18})-[A-Z2-9]{8}$/.exec(code) ?? [];
  const row =
    answerId !== undefined && sameSecret(codeOf(app.config, answerId), code)
      ? await app.db
          .selectFrom('social.event_answer as answer')
          .innerJoin('social.event_date as date', 'date.id', 'answer.date_id')
          .innerJoinLateral(livePerson('person', 'answer.account_id'), (join) => join.onTrue())
          .where('answer.id', '=', answerId)
          .where('date.event_id', '=', id)
          .select(['answer.answer', 'answer.checked_in_at', 'answer.date_id'])
          .select(['person.id', 'person.username', 'person.first_name', 'person.last_name'])
          .select(['person.picture', 'person.picture_small', 'person.verified_at'])
          .executeTakeFirst()
      : undefined;
  if (answerId === undefined || !row) throw invalid('code', msg('No ticket of this event has the code'));
  const { date } = await getDate(app, viewer, id, row.date_id);
  return {
    ...{ answerId, code, date },
    person: toPerson(app, row),
    isGoing: row.answer === 'going',
    checkedInAt: row.checked_in_at,
  };
}

const limit = perAccount(600, minutes(5));

/** Lets a guest in, once. Returns who it is. */
export const checkIn = verb(
  { name: 'events.check-in', who: 'member', limit },
  async (app, viewer: Viewer, id: string, code: string): Promise<Admission> => {
    const found = await getAdmission(app, viewer, id, code);
    refuseTime(found.date, app.clock.now());
    const checkedInAt = app.clock.now();
    if (await setCheckedIn(app, found, checkedInAt))
      return { ...found, checkedInAt, date: (await getDate(app, viewer, id, found.date.id)).date };
    if ((await getAdmission(app, viewer, id, code)).isGoing)
      throw new Problem('conflict', msg('This ticket was used already'), { field: 'code' });
    throw new Problem('conflict', msg('This person is no longer going'), { field: 'code' });
  },
);

function refuseTime({ canceledAt, startsAt, endsAt }: EventDate, now: Date): void {
  const at = now.getTime();
  if (canceledAt) throw new Problem('conflict', msg('The event was canceled'), { field: 'code' });
  if (at < startsAt.getTime() - around)
    throw new Problem('conflict', msg('The ticket is for a later date'), { field: 'code' });
  if (at > endsAt.getTime() + around)
    throw new Problem('conflict', msg('The ticket is for a date that is over'), { field: 'code' });
}

/** Takes a check-in back, made by mistake. */
export const undoCheckIn = verb(
  { name: 'events.undo-check-in', who: 'member', limit },
  async (app, viewer: Viewer, id: string, code: string): Promise<Admission> => {
    const found = await getAdmission(app, viewer, id, code);
    if (!(await setCheckedIn(app, found, null)))
      throw new Problem('conflict', msg('This person is not checked in'), { field: 'code' });
    return { ...found, checkedInAt: null };
  },
);

/** Returns whether it changed. The date is locked before the answer, as by who answers: otherwise both would wait. */
const setCheckedIn = (app: App, { answerId, date }: Admission, at: Date | null): Promise<boolean> =>
  inTransaction(app, async (app) => {
    await lockRow(app, 'social.event_date', date.id);
    const changed = await app.db
      .updateTable('social.event_answer')
      .set({ checked_in_at: at })
      .where('id', '=', answerId)
      .$if(at !== null, (query) => query.where('answer', '=', 'going'))
      .where('checked_in_at', at === null ? 'is not' : 'is', null)
      .returning('id')
      .executeTakeFirst();
    return changed !== undefined;
  });
