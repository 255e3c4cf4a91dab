import { changeProfile } from '../../src/identity/profile/profile.ts';
import { setPicture } from '../../src/identity/profile/pictures.ts';
import { register } from '../../src/identity/sign-up/sign-up.ts';
import { listTitled } from '../../src/identity/account/people.ts';
import { findViewer } from '../../src/identity/account/viewer.ts';
import { Problem } from '../../src/kernel/problem.ts';
import { days, hours } from '../../src/kernel/time.ts';
import type { App, Viewer } from '../../src/platform/app.ts';
import { paint } from './paint/paint.ts';
import { people } from './people.ts';
import type { Figure } from './people.ts';
import { at } from './at.ts';

/** All demo accounts by username. */
export type Cast = ReadonlyMap<string, Viewer>;

const emailOf = ({ username }: Figure) => `${username}@example.org`;

/** Whether the demo accounts exist. */
export async function castExists(app: App): Promise<boolean> {
  const [first] = people;
  const found = await app.db
    .selectFrom('identity.account')
    .select('id')
    .where('email', '=', first ? emailOf(first) : '')
    .executeTakeFirst();
  return found !== undefined;
}

/** Registers all demo accounts one after the other, between two months and one month ago. */
export async function addCast(app: App, password: string): Promise<Cast> {
  const cast = new Map<string, Viewer>();
  const now = app.clock.now().getTime();
  for (const [i, figure] of people.entries())
    cast.set(
      figure.username,
      await addFigure(at(app, now - days(60) + i * days(1) + i * hours(1.7)), figure, password),
    );
  return cast;
}

async function addFigure(app: App, figure: Figure, password: string): Promise<Viewer> {
  const { username, firstName, lastName, gender, biography, emblem } = figure;
  // An operator may have renamed or removed the default entries.
  const listed = (await listTitled(app, 'gender')).find(({ title }) => title.toLowerCase() === gender);
  const account = {
    username,
    email: emailOf(figure),
    password,
    firstName,
    lastName,
    gender: listed?.id,
    isSample: true,
  };
  const id = await register(app, account).catch((error: unknown) => {
    if (error instanceof Problem) throw new Problem(error.kind, `${username}: ${error.message}`);
    throw error;
  });
  await changeProfile(app, id, { firstName, lastName, biography });
  await setPicture(app, id, 'picture', await paint(emblem, username, 'portrait'));
  await setPicture(app, id, 'cover', await paint(emblem, `${username} cover`));
  const viewer = await findViewer(app, id);
  if (!viewer) throw new Error(`${username} was registered but cannot be found`);
  return viewer;
}

/**
 * The first person as an operator, who arranges forums and moderates. The role is not stored, because the
 * password of the demo is published and an installation may have an operator already.
 */
export async function actingOperator({ db }: App, cast: Cast): Promise<Viewer> {
  const role = await db
    .selectFrom('identity.role')
    .select(['name', 'permissions'])
    .where('name', '=', 'operator')
    .executeTakeFirstOrThrow();
  return { ...viewerOf(cast, 'ada'), role: role.name, permissions: role.permissions };
}

export function viewerOf(cast: Cast, username: string): Viewer {
  const viewer = cast.get(username);
  if (!viewer) throw new Error(`The demo has no person ${username}`);
  return viewer;
}
