import { startSession } from '../../../src/identity/sessions/sessions.ts';
import type { App, Viewer } from '../../../src/platform/app.ts';
import { addPerson } from '../../world.ts';
import type { Enter, Person } from '../person.ts';

/** An established member in front of Plaza. */
export interface Member extends Person {
  name: string;
  viewer: Viewer;
}

export async function enterAs(app: App, enter: Enter, username: string): Promise<Member> {
  return enterWith(app, enter, await addPerson(app, username));
}

export async function enterWith(app: App, enter: Enter, viewer: Viewer): Promise<Member> {
  const xs = await startSession(app, viewer.id, { createdVia: 'page', userAgent: '', address: '' });
  const person = await enter(app.config.plazaUrl, { c_user: viewer.id, xs });
  return { ...person, name: viewer.name, viewer };
}

/** Waits for a notification, and follows its link. */
export async function openNotification(person: Person, sentence: string): Promise<void> {
  await person.open('/notifications');
  await person.sees(sentence);
  await person.follow(sentence);
}

export const leaveAll = (people: readonly Person[]) => Promise.all(people.map((person) => person.leave()));
