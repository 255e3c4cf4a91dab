import { type Static, Type } from 'typebox';
import { initialsUrl } from '../../identity/account/people.ts';
import { minutes, sqlDate } from '../../kernel/time.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { SqlTime } from '../../platform/http/families/social.ts';
import type { List, ListRequest } from '../lists/list.ts';
import type { PersonCount } from '../tallies/tally.ts';
import type { PageOfPeople } from './lists.ts';
import type { Person } from './person.ts';
import { getProfile, type Profile } from './profile.ts';
import type { Relation } from './relation.ts';

const author = {
  user_id: Type.String(),
  user_name: Type.String(),
  user_firstname: Type.String(),
  user_lastname: Type.String(),
  user_fullname: Type.String(),
  user_picture: Type.String({
    description: 'Absolute URL; generated initials for people without a picture',
  }),
  user_verified: Type.Boolean(),
  url: Type.String({ description: 'URL of the person’s page' }),
};

/** Counters of a person. Friends are 0 for viewers who may not know. */
export const counted = {
  friends_count: Type.Integer(),
  followers_count: Type.Integer(),
  followings_count: Type.Integer(),
};

/** The author of a post, comment or message. */
export const AuthorRecord = Type.Object(author, { title: 'Author' });
export type AuthorRecord = Static<typeof AuthorRecord>;

/** A person in a list of people. */
export const UserRecord = Type.Object(
  {
    ...author,
    user_gender: Type.String(),
    user_cover: Type.String(),
    user_biography: Type.String(),
    user_registered: SqlTime('Time of registration'),
    user_subscribed: Type.Boolean({ description: 'Always false: there are no paid plans' }),
    user_is_online: Type.Boolean(),
    user_last_seen: SqlTime('Empty if never, or not shared'),
    connection: Type.String({
      description:
        'me, remove (friends), cancel (you sent a request), request (they sent a request), declined, add (no request)',
    }),
    i_follow: Type.Boolean(),
    follows_me: Type.Boolean(),
    is_private: Type.Boolean({ description: 'Whether posts are for followers and friends only' }),
    i_requested: Type.Boolean({ description: 'Whether you asked to follow' }),
    requests_me: Type.Boolean({ description: 'Whether the person asked to follow you' }),
    i_mute: Type.Boolean(),
    mutual_friends_count: Type.Integer({ description: 'Also 0 if hidden from you' }),
    ...counted,
  },
  { title: 'User' },
);
export type UserRecord = Static<typeof UserRecord>;

export const toAuthorRecord = ({ config }: App, person: Person): AuthorRecord => ({
  user_id: person.id,
  user_name: person.username,
  user_firstname: person.firstName,
  user_lastname: person.lastName,
  user_fullname: person.name,
  user_picture: person.portrait ?? `${config.plazaUrl}${initialsUrl(person)}`,
  user_verified: person.isVerified,
  url: `${config.plazaUrl}/@${person.username}`,
});

export const toUserRecord = (app: App, profile: Profile): UserRecord => ({
  ...toAuthorRecord(app, profile),
  user_gender: profile.gender,
  user_cover: profile.cover ?? '',
  user_biography: profile.biography,
  user_registered: sqlDate(profile.registeredAt),
  user_subscribed: false,
  user_is_online: isOnline(app, profile),
  user_last_seen: profile.lastSeenAt ? sqlDate(profile.lastSeenAt) : '',
  connection: toConnection(profile.relation),
  i_follow: profile.relation.follows,
  follows_me: profile.relation.followsMe,
  is_private: profile.isPrivate,
  i_requested: profile.relation.asksToFollow,
  requests_me: profile.relation.asksToFollowMe,
  i_mute: profile.relation.mutes,
  mutual_friends_count: profile.mutualFriends ?? 0,
  ...toCounted(profile.counts),
});

export const toCounted = ({ friends, followers, followings }: Record<PersonCount, number>) => ({
  friends_count: friends,
  followers_count: followers,
  followings_count: followings,
});

const isOnline = ({ clock }: App, { lastSeenAt }: Profile) =>
  lastSeenAt !== null && clock.now().getTime() - lastSeenAt.getTime() < minutes(5);

/** The name that API clients use for a relationship, mostly after the action of its button. */
export function toConnection({ isMe, blocks, friendship }: Relation): string {
  if (isMe) return 'me';
  if (blocks) return 'block';
  const names = {
    none: 'add',
    refused: 'add',
    friends: 'remove',
    asked: 'cancel',
    asks: 'request',
    declined: 'declined',
  };
  return names[friendship];
}

/** A list of people that can be requested by name. */
export const listOfPeople = (
  read: (app: App, viewer: Viewer, wanted: ListRequest) => Promise<PageOfPeople>,
): List => ({
  record: UserRecord,
  load: async (app, viewer, wanted) => {
    const page = await read(app, viewer, wanted);
    return { data: page.items.map((person) => toUserRecord(app, person)), has_more: page.hasMore };
  },
});

/** Returns the owner of the requested list. Defaults to the viewer. */
export async function ownerOf(app: App, viewer: Viewer, { id, username }: ListRequest): Promise<string> {
  if (id === undefined && username === undefined) return viewer.id;
  const profile = await getProfile(app, viewer, username === undefined ? { id: id ?? '' } : { username });
  return profile.id;
}

/** Location, work and education fields of people records. */
export const lifeFields = {
  user_current_city: Type.String(),
  user_hometown: Type.String(),
  user_work_title: Type.String(),
  user_work_place: Type.String(),
  user_work_url: Type.String(),
  user_edu_major: Type.String(),
  user_edu_school: Type.String(),
  user_edu_class: Type.String(),
};
