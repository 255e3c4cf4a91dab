import { Type } from 'typebox';
import { ById } from '../../../kernel/input.ts';
import { operations } from '../../../platform/http/endpoint.ts';
import { Envelope } from '../../../platform/http/families/social.ts';
import { reactionKinds } from '../../tallies/reaction-kinds.ts';
import { getPostStatistics, shownDays } from './statistics.ts';

const counts = {
  reactions: Type.Integer(),
  comments: Type.Integer(),
  shares: Type.Integer(),
  saves: Type.Integer(),
};

const StatisticsRecord = Type.Object(
  {
    post_id: Type.String(),
    ...counts,
    people: Type.Integer({ description: 'Number of people who did any of it' }),
    reactions_by_kind: Type.Object(Object.fromEntries(reactionKinds.map((kind) => [kind, Type.Integer()]))),
    days: Type.Array(Type.Object({ day: Type.String({ description: 'YYYY-MM-DD, UTC' }), ...counts })),
  },
  { title: 'PostStatistics' },
);

export const statisticsRoutes = [
  operations('Posts', 'member').get({
    path: '/apis/php/posts/statistics',
    verb: getPostStatistics,
    summary: 'Get the statistics of your post',
    description: `Extension. For the author, or the team of its page. What others did in all and on each of the last ${shownDays} days.`,
    query: ById,
    returns: Envelope(StatisticsRecord),
    handle: async ({ app, viewer, query }) => {
      const { post, totals, reactions, days } = await getPostStatistics(app, viewer, query.id);
      return {
        data: {
          post_id: post.id,
          ...totals,
          reactions_by_kind: Object.fromEntries(reactionKinds.map((kind) => [kind, reactions[kind] ?? 0])),
          days,
        },
      };
    },
  }),
];
