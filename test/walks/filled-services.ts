import { seedDemo } from '../../scripts/demo/fill.ts';
import { findViewer } from '../../src/identity/account/viewer.ts';
import type { App, Viewer } from '../../src/platform/app.ts';
import { isThorough } from '../peers/thorough.ts';
import { exchange, type Answer } from '../peers/exchange.ts';
import { startServices } from '../services.ts';
import type { Services } from '../services.ts';
import { cookiesOf, password } from '../world.ts';
import { listPages } from '../journeys/page-list.ts';
import type { PageAddress } from '../journeys/page-list.ts';

export type Reader = 'owner' | 'member' | 'stranger';

/** Both services with the content of the demo, and every page of them. */
export interface FilledServices extends Services {
  /** The first person, who operates the services and owns what the pages show. */
  owner: Viewer;
  pages: readonly PageAddress[];
  cookies: Readonly<Record<Reader, string>>;
}

const seen = new WeakMap<FilledServices['pages'], Map<string, Promise<Answer>>>();

/** A page as a reader sees it. */
export const askPage = (
  services: FilledServices,
  reader: Reader,
  { service, path }: PageAddress,
): Promise<Answer> =>
  exchange(services[service], {
    method: 'GET',
    path,
    headers: { cookie: services.cookies[reader], accept: 'text/html' },
  });

/** As `askPage`, as the first walk of the reader has seen it: the keys of its forms may have been used since. */
export function seenPage(services: FilledServices, reader: Reader, page: PageAddress): Promise<Answer> {
  const pages = seen.get(services.pages) ?? new Map<string, Promise<Answer>>();
  seen.set(services.pages, pages);
  const name = `${reader} ${page.service} ${page.path}`;
  const answer = pages.get(name) ?? askPage(services, reader, page);
  pages.set(name, answer);
  return answer;
}

export async function startFilled(): Promise<FilledServices> {
  const services = await startServices({ RATE_LIMITS: 'false' });
  const { app } = services;
  await seedDemo(app, password, () => undefined, { oneOf: isThorough ? 1 : 4 });
  await app.db
    .updateTable('identity.account')
    .set({ role: 'operator' })
    .where('username', '=', 'ada')
    .execute();
  const owner = await getAccount(app, 'ada');
  const member = await getAccount(app, 'austen');
  const own = [owner, member].map(({ username }) => ({ service: 'plaza' as const, path: `/@${username}` }));
  const pages = [...(await listPages(services, owner)), ...own];
  const cookies = {
    owner: await cookiesOf(app, owner),
    member: await cookiesOf(app, member),
    stranger: '',
  };
  return { ...services, owner, pages, cookies };
}

async function getAccount(app: App, username: string): Promise<Viewer> {
  const { id } = await app.db
    .selectFrom('identity.account')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
  const viewer = await findViewer(app, id);
  if (!viewer) throw new Error(`There is no ${username}`);
  return viewer;
}
