import { minutes } from '../../kernel/time.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { Envelope } from '../../platform/http/families/social.ts';
import { PostRecord, toPostRecord } from '../posts/post-record.ts';
import { readPost } from '../posts/read-posts.ts';
import { react } from './react.ts';
import { unreact } from './unreact.ts';
import { ReactionChange } from './wire.ts';

export const reactionRoutes = [
  endpoint({
    method: 'POST',
    path: '/apis/php/posts/react',
    summary: 'React to a post, or take it back',
    description: 'An addition to the documented interface. Another kind replaces the first.',
    tag: 'Posts',
    access: 'member',
    limit: { by: ['account'], calls: 300, within: minutes(5) },
    body: ReactionChange,
    returns: Envelope(PostRecord),
    example: { do: 'react', post_id: '12', reaction: 'love' },
    handle: async ({ app, viewer, body }) => {
      if (body.do === 'react') await react(app, viewer, body.post_id, body.reaction ?? 'like');
      else await unreact(app, viewer, body.post_id);
      return { data: toPostRecord(app, await readPost(app, viewer, body.post_id)) };
    },
  }),
];
