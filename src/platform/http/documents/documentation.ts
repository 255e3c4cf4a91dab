import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import swagger from '@fastify/swagger';
import { fastify } from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { missing } from '../../../kernel/problem.ts';
import { projectFolder } from '../../../kernel/project-folder.ts';
import type { Document } from './openapi-components.ts';

const prefix = '/api-docs/try';

/** Hop-by-hop headers and headers that are set again. */
const dropped = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'];

/** Serves Swagger UI, loaded on first use: with its file server it takes a tenth of the startup time. */
export function serveDocumentation(server: FastifyInstance, title: string, describe: () => Document): void {
  let opened: Promise<FastifyInstance> | undefined;
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    opened ??= open(title, describe());
    const known = request.headers['if-none-match'];
    const documentation = await opened;
    const { statusCode, headers, rawPayload } = await documentation.inject({
      url: request.url,
      headers: known === undefined ? {} : { 'if-none-match': known },
    });
    if (statusCode === 404) throw missing('Page');
    for (const [name, value] of Object.entries(headers))
      if (!dropped.includes(name) && value !== undefined) reply.header(name, value);
    return reply.status(statusCode).send(rawPayload);
  };
  for (const url of [prefix, `${prefix}/*`]) server.get(url, { schema: { hide: true } }, answer);
}

async function open(title: string, described: Document): Promise<FastifyInstance> {
  const { fastifySwaggerUi } = await import('@fastify/swagger-ui');
  const documentation = fastify({ routerOptions: { ignoreTrailingSlash: true } });
  await documentation.register(swagger, { mode: 'static', specification: { document: described as never } });
  await documentation.register(fastifySwaggerUi, {
    routePrefix: prefix,
    // Operations render when their tag is expanded. Rendering all takes seconds.
    uiConfig: { docExpansion: 'none', deepLinking: true, filter: true },
    staticCSP: true,
    theme: {
      title: `${title} API`,
      css: [
        {
          filename: 'own.css',
          content: readFileSync(join(projectFolder, 'browser/styles/api-docs.css'), 'utf8'),
        },
      ],
    },
    // Uses the document of /openapi.json itself, without a copy.
    transformSpecification: (document) => document,
    transformSpecificationClone: false,
  });
  return documentation;
}
