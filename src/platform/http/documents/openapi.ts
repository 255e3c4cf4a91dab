import { setImmediate } from 'node:timers/promises';
import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifySchema } from 'fastify';
import type { TSchema } from 'typebox';
import type { App, Limit } from '../../app.ts';
import { runSandboxed } from '../../sandbox/sandbox.ts';
import type { Config } from '../../settings/config.ts';
import { exampleAnswer } from './example-answer.ts';
import { toPostman } from './postman.ts';
import { componentsTask, type Document } from './openapi-components.ts';

interface ApiDescription {
  title: string;
  version: string;
  description: string;
  base: string;
  app: Pick<App, 'config' | 'log'>;
  /** Address of the page where operators are reached. */
  contact: string;
  /** The introduction of `/llms-full.txt`. Omitted if the service has none. */
  guide?: () => Promise<string>;
  /** What the service sends to others, by event: `webhooks` of the document. */
  webhooks?: () => Record<string, object>;
  /** The default security requirement. */
  security: Record<string, string[]>[];
}

const apiKey = (place: 'header' | 'cookie', name: string, description: string) =>
  ({ type: 'apiKey', in: place, name, description }) as const;

const securitySchemes = {
  ApiKey: apiKey('header', 'X-API-Key', 'Identifies the app. Public apps do not need a signature'),
  ApiSignature: apiKey(
    'header',
    'X-Signature',
    'HMAC-SHA256 of the X-Timestamp header with the app’s secret, in hex',
  ),
  ApiTimestamp: apiKey('header', 'X-Timestamp', 'Unix time in seconds, within 300 s of now'),
  AppId: apiKey('header', 'X-App-Id', 'The bundle id of a phone app, as registered for a public app’s key'),
  Origin: apiKey('header', 'Origin', 'Sent by the browser: an origin registered for a public app’s key'),
  AuthToken: apiKey('header', 'x-auth-token', 'The token returned by sign-in'),
  SessionCookie: apiKey(
    'cookie',
    'c_user',
    'The signed-in session, with the header X-Requested-With: XMLHttpRequest',
  ),
  AgentToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The access token of an agent that a person approved. See /auth.md for how to get one',
  },
  BearerKey: { type: 'http', scheme: 'bearer', description: 'The API key of the account' },
} as const;

/** Operations whose examples are made before others are served. */
const atOnce = 10;

/**
 * Serves `/openapi.json` for the routes registered afterwards. Returns a function that returns the description. It is made
 * when it is first asked for, in small steps and a sandbox, because it takes a third of a second.
 */
export async function describeApi(
  server: FastifyInstance,
  { title, version, description, base, app, contact, guide, webhooks, security }: ApiDescription,
): Promise<() => Promise<Document>> {
  const schemas = new Set<FastifySchema>();
  const known = new WeakMap<FastifySchema, FastifySchema>();
  const toExample = (schema: FastifySchema | undefined) => {
    if (!schema) return {};
    const made = known.get(schema) ?? withExamples(schema, base);
    known.set(schema, made);
    return made;
  };
  server.addHook('onRoute', ({ schema }) => {
    if (schema) schemas.add(schema);
  });
  await server.register(swagger, {
    // Images, scripts and other assets are not operations.
    hideUntagged: true,
    transform: ({ schema, url, route }) => ({
      schema: withLimit(toExample(schema), route.config?.rules?.limit, app.config),
      url,
    }),
    openapi: {
      openapi: '3.1.0',
      info: { title, version, description, contact: { name: title, url: contact } },
      servers: [{ url: base }],
      components: { securitySchemes: usedBy(title) },
      security,
    },
  });
  const getPlain = async () => {
    for (const [place, schema] of [...schemas].entries()) {
      if (place % atOnce === atOnce - 1) await setImmediate();
      toExample(schema);
    }
    return server.swagger();
  };
  const make = async () => {
    const plain = JSON.stringify({ ...(await getPlain()), ...(webhooks && { webhooks: webhooks() }) });
    const text = await runSandboxed(app, componentsTask, plain, { class: 'members', owner: 'documents' });
    return { text, document: JSON.parse(text) as Document };
  };
  let made: ReturnType<typeof make> | undefined;
  const describe = () =>
    (made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    }));
  server.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    const { text } = await describe();
    return reply
      .header('cache-control', 'public, max-age=600')
      .type('application/json; charset=utf-8')
      .send(text);
  });
  server.get('/postman.json', { schema: { hide: true } }, async (_request, reply) => {
    void reply.header('cache-control', 'public, max-age=600');
    return toPostman((await describe()).document);
  });
  const getDocument = async () => (await describe()).document;
  if (!guide) return getDocument;
  const schema = {
    operationId: 'getLlmsFullTxt',
    summary: 'Get all documentation as one text',
    description: 'Markdown: the guide, and every operation with its parameters.',
    tags: ['Documents'],
    security: [],
    response: {
      200: {
        description: 'Markdown',
        content: { 'text/plain': { schema: { type: 'string' }, example: '# Plaza' } },
      },
      '4xx': { description: 'Too many requests', content: { 'text/plain': { schema: { type: 'string' } } } },
    },
  };
  server.get('/llms-full.txt', { schema }, async (_request, reply) => {
    void reply.header('cache-control', 'public, max-age=600').type('text/plain; charset=utf-8');
    return `${await guide()}\n${operationsText(await getPlain(), base)}\n`;
  });
  return getDocument;
}

/**
 * Adds an example response and path ids to an operation. Done when the description is requested, not at
 * startup.
 */
function withExamples(schema: FastifySchema, base: string): FastifySchema {
  if (!schema.response) return schema;
  const response = Object.fromEntries(
    Object.entries(schema.response as Record<string, TSchema>).map(([status, answer]) => [
      status,
      status.startsWith('2') && !('content' in answer)
        ? { ...answer, examples: [exampleAnswer(answer, base)] }
        : answer,
    ]),
  );
  return { ...schema, response };
}

/** Adds the limit of an operation's verb to its description. */
function withLimit(schema: FastifySchema, limit: Limit | undefined, config: Config): FastifySchema {
  if (!limit) return schema;
  const { description = '' } = schema;
  return { ...schema, description: `${description} ${limitText(limit, config)}`.trim() };
}

function limitText({ by, calls, within }: Limit, config: Config): string {
  const count = typeof calls === 'number' ? calls : calls(config);
  const minutes = within / 60_000;
  const [time, unit] = minutes % 60 === 0 ? [minutes / 60, 'hour'] : [minutes, 'minute'];
  const period = time === 1 ? `${unit === 'hour' ? 'an' : 'a'} ${unit}` : `${time} ${unit}s`;
  return `At most ${count} calls in ${period} for each ${by.join(' and ')}.`;
}

/** The security schemes that the service accepts. */
function usedBy(title: string) {
  const { BearerKey, ...social } = securitySchemes;
  return title.startsWith('Hop') ? { BearerKey, AgentToken: social.AgentToken } : social;
}

/** The parts of an OpenAPI description needed to list its operations. */
interface Described {
  info: { title: string; version: string; description?: string };
  paths?: Readonly<Record<string, unknown>>;
}

interface Operation {
  summary?: string;
  description?: string;
  tags?: string[];
  security?: Readonly<Record<string, unknown>>[];
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema?: Shape }[];
  requestBody?: { content?: Readonly<Record<string, { schema?: Shape }>> };
}
interface Shape {
  type?: string | string[];
  enum?: unknown[];
  required?: string[];
  description?: string;
  properties?: Readonly<Record<string, Shape>>;
  examples?: unknown[];
}

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/**
 * Lists every operation of a description in a few lines of Markdown, by tag. For clients that read one text.
 */
function operationsText(document: Described, base: string): string {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item as Readonly<Record<string, Operation>>)
      .filter(([method]) => methods.includes(method))
      .map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
  );
  const byTag = Map.groupBy(operations, ({ operation }) => operation.tags?.[0] ?? 'Other');
  return Array.from(byTag, ([tag, listed]) =>
    [`## ${tag}`, ...listed.map(({ name, operation }) => toText(name, operation, base))].join('\n\n'),
  ).join('\n\n');
}

function toText(name: string, operation: Operation, base: string): string {
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
  const example = body?.examples?.[0];
  const lines = [
    `### ${operation.summary ?? name}`,
    `\`${name.replace(' ', ` ${base}`)}\``,
    operation.description,
    credentialsOf(operation),
    list(
      'Parameters',
      (operation.parameters ?? []).map((each) =>
        line(each.name, each.schema, each.required === true, each.description),
      ),
    ),
    list(
      'Body',
      Object.entries(body?.properties ?? {}).map(([field, shape]) =>
        line(field, shape, body?.required?.includes(field) === true),
      ),
    ),
    example === undefined ? '' : `Example: \`${JSON.stringify(example)}\``,
  ];
  return lines.filter(Boolean).join('\n\n');
}

function credentialsOf({ security = [] }: Operation): string {
  const ways = security.map((way) => Object.keys(way).join(' + ')).filter((way) => way !== '');
  return ways.length === 0 ? 'Needs no credentials.' : `Credentials: ${ways.join(', or ')}.`;
}

const list = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? '' : `${title}:\n\n${lines.join('\n')}`;

function line(name: string, shape: Shape | undefined, isRequired: boolean, description?: string): string {
  const kind = shape?.enum?.join(' | ') ?? [shape?.type ?? 'value'].flat().join(' or ');
  const about = description ?? shape?.description;
  return `- \`${name}\` (${kind}${isRequired ? ', required' : ''})${about === undefined ? '' : `: ${about}`}`;
}
