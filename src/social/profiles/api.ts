import { type Static, Type } from 'typebox';
import { Id } from '../../kernel/input.ts';
import { Problem, msg } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { After, Envelope, nextPage, pageAfter, PageEnvelope } from '../../platform/http/families/social.ts';
import { likePage, unlikePage } from '../pages/liking.ts';
import { type AboutLine, getAboutOf } from '../people/about.ts';
import { connectWords, pageWords } from '../people/components.ts';
import { getProfile, getProfileDetails, type Profile, type ProfileDetails } from '../people/profile.ts';
import { lifeFields, toConnection, toUserRecord, UserRecord } from '../people/records.ts';
import { getRelation } from '../people/relation.ts';
import { connect } from '../relationships/connect.ts';
import { listMuted } from '../relationships/lists.ts';

const Connect = Type.Object({
  do: Type.String({ description: connectWords.join(', '), maxLength: 40 }),
  id: Type.Union([Id, Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })], {
    description: 'The other person’s account id',
  }),
});

const Connected = Type.Object({
  connection: Type.String({ description: 'The resulting connection, as in people records' }),
  i_follow: Type.Boolean(),
});

const ProfileQuery = Type.Object({
  user_id: Type.Optional(Id),
  user_name: Type.Optional(Type.String({ maxLength: 64 })),
  username: Type.Optional(Type.String({ maxLength: 64, description: 'Alias of user_name' })),
});

const MutedQuery = Type.Object({
  ...After,
  query: Type.Optional(Type.String({ maxLength: 100, description: 'Words of their names' })),
});

/** Empty if hidden from the authenticated user. */
const details = {
  user_birthdate: Type.String({ description: 'YYYY-MM-DD, or empty' }),
  user_relationship: Type.String(),
  user_country: Type.String({ description: 'ID of a country' }),
  ...lifeFields,
  user_website: Type.String(),
};

/** A profile with the details visible to the authenticated user. */
const ProfileRecord = Type.Object(
  {
    ...UserRecord.properties,
    ...details,
    posts_count: Type.Integer(),
    about: Type.Array(
      Type.Object({
        label: Type.String(),
        text: Type.String(),
        href: Type.String({ description: 'May be empty' }),
      }),
    ),
  },
  { title: 'Profile' },
);

const toProfileRecord = (
  app: App,
  profile: Profile,
  known: ProfileDetails,
  about: readonly AboutLine[],
): Static<typeof ProfileRecord> => ({
  ...toUserRecord(app, profile),
  user_birthdate: known.birthdate,
  user_relationship: known.relationship,
  user_country: known.country,
  user_current_city: known.city,
  user_hometown: known.hometown,
  user_work_title: known.workTitle,
  user_work_place: known.workPlace,
  user_work_url: known.workUrl,
  user_edu_major: known.major,
  user_edu_school: known.school,
  user_edu_class: known.class,
  user_website: known.website,
  posts_count: profile.counts.posts,
  about: about.map(({ label, text, href = '' }) => ({ label, text, href })),
});

const member = operations('User and data', 'member');
const app = operations('User and data', 'app');

export const peopleRoutes = [
  member.post({
    path: '/apis/php/user/connect',
    verb: connect,
    summary: 'Follow, befriend, mute or block someone',
    description: `\`do\` is one of ${[...connectWords, ...pageWords].join(', ')}. For the last two, \`id\` is the ID of a page. Repeating an action changes nothing.`,
    body: Connect,
    returns: Envelope(Connected),
    example: { do: 'follow', id: '2' },
    handle: async ({ app, viewer, body }) => {
      const id = String(body.id);
      if (body.do === 'page-like' || body.do === 'page-unlike') {
        const isLiked = body.do === 'page-like';
        await (isLiked ? likePage : unlikePage)(app, viewer, id);
        return { data: { connection: isLiked ? 'liked' : 'none', i_follow: isLiked } };
      }
      await connect(app, viewer, body.do, id);
      const relation = await getRelation(app, viewer, id);
      return {
        data: { connection: toConnection(relation), i_follow: relation.follows },
      };
    },
  }),
  app.get({
    path: '/apis/php/user/profile',
    summary: 'Get a profile',
    description:
      'Extension. Returns a profile by ID or username; defaults to your own. Fields hidden from you are empty.',
    query: ProfileQuery,
    returns: Envelope(ProfileRecord),
    handle: async ({ app, viewer, query }) => {
      const { user_id: id = viewer?.id, user_name: username = query.username } = query;
      if (username === undefined && id === undefined)
        throw new Problem(
          'unauthenticated',
          msg('Sign in first, or specify the person by user_name or user_id'),
        );
      const by = username !== undefined ? { username } : { id: id ?? '' };
      const profile = await getProfile(app, viewer, by, { withMutualFriends: true });
      const known = await getProfileDetails(app, profile);
      return { data: toProfileRecord(app, profile, known, await getAboutOf(app, profile, known)) };
    },
  }),
  member.get({
    path: '/apis/php/user/muted',
    summary: 'List people you muted',
    description: 'Extension. Newest first, 20 per page.',
    query: MutedQuery,
    returns: PageEnvelope(Type.Array(UserRecord)),
    handle: async ({ app, viewer, query }) => {
      const page = pageAfter(query.after);
      const { items: people, hasMore } = await listMuted(app, viewer, page, query.query);
      return { data: people.map((person) => toUserRecord(app, person)), ...nextPage(page, hasMore) };
    },
  }),
];
