import type { Schemas } from 'scimmy';
import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Provider } from '../providers/providers.ts';
import { getProvisionedGroup, listProvisionedGroups, maxMembers, removeGroup, saveGroup } from './groups.ts';
import type { GroupFilter, ProvisionedGroup } from './groups.ts';
import { addProvisionedUser, changeUser, getUser, listUsers, removeUser } from './users.ts';
import type { GivenUser, ProvisionedUser, UserFilter } from './users.ts';

/** What differs between people and groups: how records are written, read and stored. */
export interface ResourceKind<Row, Filter extends object> {
  name: 'User' | 'Group';
  /** Attributes that can be compared, and the field of the filter. */
  filters: Readonly<Record<string, keyof Filter & string>>;
  list: (
    app: App,
    provider: Provider,
    page: { filter: Filter; offset: number; limit: number },
  ) => Promise<{ found: Row[]; total: number }>;
  get: (app: App, provider: Provider, id: string) => Promise<Row>;
  /** Stores a new one, or the one with this id. */
  save: (app: App, provider: Provider, id: string | undefined, given: Given) => Promise<Row>;
  remove: (app: App, provider: Provider, id: string) => Promise<void>;
  toResource: (record: Row) => Shown;
}

/** A resource before the library has written it. */
export interface Shown {
  id: string;
  members?: readonly { value: string }[];
}

/** A resource that the library has checked against its schema. */
export type Given = Partial<Schemas.User & Schemas.Group>;

export const users: ResourceKind<ProvisionedUser, UserFilter> = {
  name: 'User',
  filters: {
    username: 'userName',
    externalid: 'externalId',
    id: 'id',
    emails: 'email',
    'emails.value': 'email',
  },
  list: listUsers,
  get: getUser,
  save: (app, provider, id, given) => {
    const user = toGivenUser(given);
    return id === undefined ? addProvisionedUser(app, provider, user) : changeUser(app, provider, id, user);
  },
  remove: removeUser,
  toResource: (user) => ({
    id: user.account_id,
    ...(user.external_id !== null && { externalId: user.external_id }),
    userName: user.user_name,
    name: {
      formatted: `${user.given_name} ${user.family_name}`.trim() || user.display_name || user.user_name,
      ...(user.given_name && { givenName: user.given_name }),
      ...(user.family_name && { familyName: user.family_name }),
    },
    ...(user.display_name && { displayName: user.display_name }),
    emails: [{ value: user.email, type: 'work', primary: true }],
    active: user.active,
    meta: { created: user.created_at, lastModified: user.updated_at },
  }),
};

export const groups: ResourceKind<ProvisionedGroup, GroupFilter> = {
  name: 'Group',
  filters: { displayname: 'displayName', externalid: 'externalId', id: 'id' },
  list: listProvisionedGroups,
  get: getProvisionedGroup,
  save: (app, provider, id, { displayName = '', externalId = null, members = [] }) => {
    if (members.length > maxMembers)
      throw new Problem('invalid', `At most ${maxMembers} members`, { field: 'members' });
    return saveGroup(app, provider, id, {
      displayName: bounded(displayName, 'displayName'),
      externalId: externalId === null ? null : bounded(externalId, 'externalId'),
      members: members.map(({ value }) => value),
    });
  },
  remove: removeGroup,
  toResource: (group) => ({
    id: group.id,
    ...(group.external_id !== null && { externalId: group.external_id }),
    displayName: group.display_name,
    members: group.members.map((value) => ({ value, type: 'User' })),
    meta: { created: group.created_at, lastModified: group.updated_at },
  }),
};

function toGivenUser({
  userName = '',
  externalId,
  name,
  displayName = '',
  emails,
  active,
}: Given): GivenUser {
  const address = emails?.find(({ primary }) => primary)?.value ?? emails?.[0]?.value ?? '';
  // Many organizations send the address as the name only.
  const email = address === '' && userName.includes('@') ? userName : address;
  return {
    userName: bounded(userName, 'userName'),
    externalId: externalId === undefined ? null : bounded(externalId, 'externalId'),
    email: email === '' ? '' : bounded(email, 'emails'),
    givenName: (name?.givenName ?? '').slice(0, longestText),
    familyName: (name?.familyName ?? '').slice(0, longestText),
    displayName: (displayName || (name?.formatted ?? '')).slice(0, longestText),
    isActive: active,
  };
}

const longestText = 320;

function bounded(text: string, field: string): string {
  if (text.trim() === '') throw new Problem('invalid', `${field} is required`, { field });
  if (text.length > longestText)
    throw new Problem('invalid', `${field} has more than ${longestText} characters`, { field });
  return text.trim();
}
