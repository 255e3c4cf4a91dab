// Baseline of the public pages benchmark: Fastify returning the same data as JSON, queried each time
// (`/posts/1`) or from memory (`/kept/1`).
import { fastify } from 'fastify';
import { readConfig } from '../src/platform/settings/config.ts';
import { createLog } from '../src/platform/logging/log.ts';
import { openApp } from '../src/platform/open-app.ts';
import { readComments } from '../src/social/comments/read-comments.ts';
import { readPost } from '../src/social/posts/reading/read-posts.ts';

const config = readConfig(process.env);
const { app } = await openApp(config, { connectionString: config.DATABASE_URL }, createLog(config));
const stored = new Map<string, unknown>();

async function read(id: string) {
  const [post, { comments }] = await Promise.all([
    readPost(app, undefined, id),
    readComments(app, undefined, id),
  ]);
  return { ...post, comments };
}

const server = fastify();
server.get('/', () => ({}));
server.get<{ Params: { id: string } }>('/posts/:id', ({ params }) => read(params.id));
server.get<{ Params: { id: string } }>('/kept/:id', async ({ params: { id } }) => {
  if (!stored.has(id)) stored.set(id, await read(id));
  return stored.get(id);
});
await server.listen({ host: '127.0.0.1', port: Number(process.argv[2]) });
