import { missing, Problem, msg } from '../../kernel/problem.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { mayManageGroup, pathOfGroup } from '../access/group.ts';
import { mayManage, mayWrite, pathOfPage } from '../access/page.ts';
import { getGroup } from '../groups/groups.ts';
import { getPage } from '../pages/reading.ts';
import { getProfile } from '../people/profile.ts';

/** Whose newsletter it is: a person's, a page's or a group's. */
export const hostKinds = ['user', 'page', 'group'] as const;
export type HostKind = (typeof hostKinds)[number];

export interface HostId {
  kind: HostKind;
  id: string;
}

/** The host of a newsletter, as one viewer sees it. */
export interface Host extends HostId {
  name: string;
  href: string;
  /** Whether everybody sees it, so that an address without an account can subscribe. */
  isPublic: boolean;
  /** Whether the viewer changes the newsletter and sees its subscribers. */
  mayManage: boolean;
  /** Whether the viewer sends it. */
  maySend: boolean;
}

export interface Newsletter {
  id: string;
  title: string;
  about: string;
  /** Whether it takes new subscribers. */
  isOpen: boolean;
  createdAt: Date;
  host: Host;
  /** Whether the viewer's account is subscribed. */
  isSubscribed: boolean;
  /** Whether the viewer's opens and clicks may be counted. */
  allowsTracking: boolean;
}

export const pathOfNewsletter = ({ id }: Pick<Newsletter, 'id'>) => `/newsletters/${id}`;

const columns = { user: 'account_id', page: 'page_id', group: 'group_id' } as const;
export const hostColumn = (kind: HostKind) => columns[kind];

/** A host that the viewer may read. Others are missing, with their newsletter. */
export async function getNewsletterHost(
  app: App,
  viewer: Viewer | undefined,
  { kind, id }: HostId,
): Promise<Host> {
  if (kind === 'group') {
    if (!viewer) throw missing(msg('Group'));
    const group = await getGroup(app, viewer, id);
    if (group.role === null && group.kind !== 'public') throw missing(msg('Newsletter'));
    const mayRun = mayManageGroup(group);
    return {
      ...{ kind, id, name: group.title, href: pathOfGroup(group), isPublic: false },
      ...{ mayManage: mayRun, maySend: mayRun },
    };
  }
  if (kind === 'page') {
    const page = await getPage(app, viewer, { id });
    return {
      ...{ kind, id, name: page.title, href: pathOfPage(page), isPublic: page.isOpen },
      ...{ mayManage: mayManage(page), maySend: mayWrite(page) },
    };
  }
  const { name, username, isPrivate, relation } = await getProfile(app, viewer, { id });
  const isClose = relation.isMe || relation.follows || relation.friendship === 'friends';
  if (isPrivate && !isClose) throw missing(msg('Newsletter'));
  return {
    ...{ kind, id, name, href: `/@${username}`, isPublic: !isPrivate },
    ...{ mayManage: relation.isMe, maySend: relation.isMe },
  };
}

interface Row {
  id: string;
  account_id: string | null;
  page_id: string | null;
  group_id: string | null;
}

export const hostOf = ({ account_id, page_id, group_id }: Omit<Row, 'id'>): HostId =>
  account_id !== null
    ? { kind: 'user', id: account_id }
    : page_id !== null
      ? { kind: 'page', id: page_id }
      : { kind: 'group', id: group_id ?? '' };

const selectNewsletters = ({ db }: Pick<App, 'db'>, viewer: Pick<Viewer, 'id'> | undefined) =>
  db
    .selectFrom('social.newsletter as newsletter')
    .select(['id', 'account_id', 'page_id', 'group_id', 'title', 'about', 'is_open', 'created_at'])
    .select((eb) =>
      eb
        .selectFrom('social.newsletter_subscriber as subscriber')
        .whereRef('subscriber.newsletter_id', '=', 'newsletter.id')
        .where('subscriber.account_id', '=', viewer?.id ?? null)
        .select('subscriber.allows_tracking')
        .as('allows'),
    );

/** A newsletter whose host the viewer may read. Others are missing. */
export async function getNewsletter(
  app: App,
  viewer: Viewer | undefined,
  by: { id: string } | HostId,
): Promise<Newsletter> {
  const row = await selectNewsletters(app, viewer)
    .where('kind' in by ? columns[by.kind] : 'id', '=', by.id)
    .executeTakeFirst();
  if (!row) throw missing(msg('Newsletter'));
  const { id, title, about, is_open: isOpen, created_at: createdAt, allows } = row;
  const host = await getNewsletterHost(app, viewer, hostOf(row));
  return {
    ...{ id, title, about, isOpen, createdAt, host },
    ...{ isSubscribed: allows !== null, allowsTracking: allows ?? false },
  };
}

export function refuseManagingNewsletter({ mayManage }: Host): void {
  if (!mayManage) throw new Problem('forbidden', msg('Only those who manage the newsletter can do that'));
}

export function refuseSending({ maySend }: Host): void {
  if (!maySend) throw new Problem('forbidden', msg('Only those who manage the newsletter can do that'));
}
