import { minutes } from '../../kernel/time.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { Envelope } from '../../platform/http/families/social.ts';
import { PostRecord, toPostRecord } from '../posts/records/post-record.ts';
import { getPost } from '../posts/reading/get-posts.ts';
import { vote } from './vote.ts';
import { Vote } from './wire.ts';

const member = operations('Posts', 'member');

export const pollRoutes = [
  member.post({
    path: '/apis/php/posts/vote',
    summary: 'Vote in the poll of a post',
    description: 'Extension. Replaces an earlier vote if the poll allows it and has not ended.',
    limit: { by: ['account'], calls: 300, within: minutes(5) },
    body: Vote,
    returns: Envelope(PostRecord),
    example: { id: '12', options: [1] },
    handle: async ({ app, viewer, body }) => {
      await vote(app, viewer, body.id, body.options);
      return { message: 'Voted', data: toPostRecord(app, await getPost(app, viewer, body.id)) };
    },
  }),
];
