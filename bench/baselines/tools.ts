import Fastify from 'fastify';
import { hash } from 'node:crypto';
import type { App } from '../../src/platform/app.ts';
import { shapeCheck } from '../../src/platform/http/input/validation.ts';
import { runTool } from '../../src/toolkit/run-tool.ts';
import { findTool } from '../../src/toolkit/catalog/find-tool.ts';
import { convert } from '../../src/toolkit/conversions/convert.ts';

/**
 * Fastify with toolkit tools run as in a call, each next to its bare function. `bench/toolkit.ts` requests
 * both.
 */

const app = {
  config: { TOOL_SECONDS: 3, SANDBOX_MEMORY_MB: 144 },
  clock: { now: () => new Date() },
} as unknown as App;

type Body = Record<string, string>;

const bare: Record<string, (body: Body) => object> = {
  'sha256-generator': ({ text = '' }) => ({
    hex: hash('sha256', text),
    base64: hash('sha256', text, 'base64'),
  }),
  'base64-encoder': ({ text = '' }) => ({ base64: Buffer.from(text).toString('base64') }),
  'json-formatter': ({ json = '' }) => ({ json: JSON.stringify(JSON.parse(json), null, 2) }),
  convert: ({ from = '', to = '', value = '' }) => convert({ from, to, value }),
};

const server = Fastify();
const checks = new Map<string, (value: unknown) => void>();
for (const [slug, run] of Object.entries(bare)) {
  server.post(`/bare/${slug}`, (request) => run(request.body as Body));
  server.post(`/tool/${slug}`, async (request) => {
    const found = await findTool(slug);
    if (!found) throw new Error(slug);
    const check = checks.get(slug) ?? shapeCheck(found.tool.input);
    checks.set(slug, check);
    check(request.body);
    return runTool(app, found, request.body as Body, { class: 'free', owner: 'bench' });
  });
}
await server.listen({ port: Number(process.argv[2]) });
