import { fastify } from 'fastify';
import { createLog } from '../../src/platform/logging/log.ts';
import { openApp } from '../../src/platform/open-app.ts';
import { loadConfig } from '../../src/platform/settings/config.ts';
import { getComments } from '../../src/social/comments/reading.ts';
import { getPost } from '../../src/social/posts/reading/get-posts.ts';

// Baseline of the public pages benchmark: Fastify returning the same data as JSON, queried each time
// (`/posts/1`) or from memory (`/kept/1`).

const config = loadConfig(process.env);
const { app } = await openApp(config, { connectionString: config.DATABASE_URL }, createLog(config));
const cache = new Map<string, unknown>();

async function read(id: string) {
  const [post, { comments }] = await Promise.all([
    getPost(app, undefined, id),
    getComments(app, undefined, id),
  ]);
  return { ...post, comments };
}

const server = fastify();
server.get('/', () => ({}));
server.get<{ Params: { id: string } }>('/posts/:id', ({ params }) => read(params.id));
server.get<{ Params: { id: string } }>('/kept/:id', async ({ params: { id } }) => {
  if (!cache.has(id)) cache.set(id, await read(id));
  return cache.get(id);
});
await server.listen({ host: '127.0.0.1', port: Number(process.argv[2]) });
