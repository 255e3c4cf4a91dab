import { minutes } from '../../kernel/time.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { Envelope } from '../../platform/http/families/social.ts';
import { readRelation } from './relation.ts';
import { toConnection } from './user-record.ts';
import { connect } from './connect.ts';
import { connectWords } from './connect-words.ts';
import { Connect, Connected } from './wire.ts';

export const peopleRoutes = [
  endpoint({
    method: 'POST',
    path: '/apis/php/user/connect',
    summary: 'Follow somebody, be friends, or block',
    description: `\`do\` is one of ${connectWords.join(', ')}. Doing the same twice changes nothing.`,
    tag: 'User and data',
    access: 'member',
    limit: { by: ['account'], calls: 200, within: minutes(5) },
    body: Connect,
    returns: Envelope(Connected),
    example: { do: 'follow', id: '2' },
    handle: async ({ app, viewer, body }) => {
      const id = String(body.id);
      await connect(app, viewer, body.do, id);
      const relation = await readRelation(app, viewer, id);
      return { data: { connection: toConnection(relation), i_follow: relation.follows } };
    },
  }),
];
