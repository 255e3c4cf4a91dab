import type { Client } from '../../platform/http/caller.ts';

/** Favorite and recent tools, stored in a cookie: no sign-in and no server state needed. */
type ToolList = 'favorites' | 'recent';

const max: Readonly<Record<ToolList, number>> = { favorites: 24, recent: 9 };
/** A year, in seconds. */
const year = 31_536_000;
const slug = /^[a-z0-9-]{1,80}$/;

const cookieOf = (shelf: ToolList) => `tools_${shelf}`;

/** Returns slugs, latest first. */
export const getShelf = ({ cookies }: Pick<Client, 'cookies'>, shelf: ToolList): string[] =>
  (cookies[cookieOf(shelf)] ?? '').split('.', max[shelf]).filter((each) => slug.test(each));

/** Moves a tool to the front of a list, or removes it. */
export function updateToolList(client: Client, shelf: ToolList, name: string, isOn = true): void {
  const others = getShelf(client, shelf).filter((each) => each !== name);
  const next = (isOn ? [name, ...others] : others).slice(0, max[shelf]);
  if (next.length > 0) client.setCookie(cookieOf(shelf), next.join('.'), { maxAge: year });
  else client.clearCookie(cookieOf(shelf));
}
