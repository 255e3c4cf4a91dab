import { t } from '../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import { Problem } from '../../kernel/problem.ts';
import { minutes } from '../../kernel/time.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { Envelope } from '../../platform/http/families/social.ts';
import { nextPage, pageAfter, PageEnvelope } from '../../platform/http/families/social-paging.ts';
import { likePage, unlikePage } from '../pages/liking/like-page.ts';
import { getRelation } from '../people/relation.ts';
import { toConnection, toUserRecord, UserRecord } from '../people/records/user-record.ts';
import { connect } from '../relationships/connect.ts';
import { connectWords, pageWords } from '../people/connect-words.ts';
import { listMuted } from '../relationships/blocks/list-blocked.ts';
import { getAboutOf } from '../people/profiles/about-of.ts';
import { getProfileDetails } from '../people/profiles/profile-details.ts';
import { getProfile } from '../people/profiles/get-profile.ts';
import { Connect, Connected, MutedQuery, ProfileQuery, ProfileRecord, toProfileRecord } from './wire.ts';

const member = operations('User and data', 'member');
const app = operations('User and data', 'app');

export const peopleRoutes = [
  member.post({
    path: '/apis/php/user/connect',
    summary: 'Follow, befriend, mute or block someone',
    description: `\`do\` is one of ${[...connectWords, ...pageWords].join(', ')}. For the last two, \`id\` is the ID of a page. Repeating an action changes nothing.`,
    limit: { by: ['account'], calls: 200, within: minutes(5) },
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
          t('Sign in first, or specify the person by user_name or user_id'),
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
