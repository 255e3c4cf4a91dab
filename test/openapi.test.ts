// Checks `/openapi.json` and `/api-docs` of both services.
import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { Ajv } from 'ajv';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { FastifyInstance } from 'fastify';
import type { App } from '../src/platform/app.ts';
import { test } from './app.ts';
import { mountBoth } from './routes.ts';

interface Operation {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  security?: Record<string, string[]>[];
  requestBody?: { content: Record<string, { schema: object; example?: unknown }> };
  responses?: Record<
    string,
    { description?: string; content?: Record<string, { schema?: object; example?: unknown }> }
  >;
}

interface Description {
  openapi: string;
  info: { title: string; version: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  security: Record<string, string[]>[];
  components: Record<string, Record<string, unknown>> & { securitySchemes: Record<string, unknown> };
}

type Both = Awaited<ReturnType<typeof mountBoth>>;

const checks: { title: string; work: (both: Both, app: App) => Promise<void> }[] = [];
const check = (title: string, work: (both: Both, app: App) => Promise<void>) =>
  void checks.push({ title, work });

/** Runs `work` for each service with its name and server. */
async function forBoth(
  { plaza, hop }: Both,
  work: (name: string, server: FastifyInstance) => Promise<void>,
): Promise<void> {
  await work('plaza', plaza.server);
  await work('hop', hop.server);
}

async function describe(server: FastifyInstance): Promise<Description> {
  const answer = await server.inject('/openapi.json');
  assert.equal(answer.statusCode, 200);
  assert.match(String(answer.headers['content-type']), /^application\/json/);
  assert.equal(answer.headers['access-control-allow-origin'], '*');
  return answer.json<Description>();
}

const operationsOf = (description: Description) =>
  Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation: { ...operation, responses: resolved(description, operation.responses) },
    })),
  );

/** Returns the responses with references resolved. */
const resolved = ({ components }: Description, responses: Operation['responses'] = {}) =>
  Object.fromEntries(
    Object.entries(responses).map(([status, response]) => {
      const { $ref = '' } = response as { $ref?: string };
      const [, name] = /^#\/components\/responses\/(\w+)$/.exec($ref) ?? [];
      return [status, name === undefined ? response : (components.responses?.[name] as typeof response)];
    }),
  );

check('operations state the limit of their verb', async ({ plaza }) => {
  const { paths } = await describe(plaza.server);
  const { description } = paths['/apis/php/posts/comment']?.post as { description?: string };
  assert.match(description ?? '', /At most 100 calls in 5 minutes for each account\.$/);
});

check('the documents are valid OpenAPI 3.1 and name the public URLs', async (both, app) => {
  await forBoth(both, async (name, server) => {
    const description = await describe(server);
    const result = await new Validator().validate({ ...description });
    assert.ok(result.valid, `${name}: ${JSON.stringify(result.errors)}`);
    assert.match(description.openapi, /^3\.1\./);
    assert.equal(description.servers[0]?.url, name === 'plaza' ? app.config.plazaUrl : app.config.hopUrl);
    if (name === 'plaza') assert.equal(description.info.version, '4.2.1');
  });
});

check('every operation has an example response that matches its schema', async (both) => {
  const ajv = new Ajv({ strict: false, allowUnionTypes: true, validateFormats: false });
  await forBoth(both, async (_, server) => {
    const description = await describe(server);
    for (const { name, operation } of operationsOf(description))
      for (const [status, { content = {} }] of Object.entries(operation.responses)) {
        const json = content['application/json'];
        if (!status.startsWith('2') || !json?.schema) continue;
        assert.ok(json.example !== undefined, `${name} has no example response`);
        // Compiling hundreds of schemas synchronously would let database queries time out.
        await setImmediate();
        const fits = ajv.compile({ ...json.schema, components: description.components });
        assert.ok(
          fits(json.example),
          `${name}: ${ajv.errorsText(fits.errors)} in ${JSON.stringify(json.example)}`,
        );
      }
  });
});

check('every operation has a summary, a tag, credentials and error responses', async (both) => {
  await forBoth(both, async (name, server) => {
    const description = await describe(server);
    const operations = operationsOf(description);
    assert.ok(
      operations.length >= (name === 'plaza' ? 4 : 7),
      `${name} describes ${operations.length} operations`,
    );
    const schemes = Object.keys(description.components.securitySchemes);
    for (const {
      name: operation,
      operation: { summary, tags = [], security = [], responses = {} },
    } of operations) {
      assert.ok(summary && tags.length === 1, `${operation} has a summary and a tag`);
      assert.ok('4XX' in responses || '400' in responses, `${operation} has error responses`);
      assert.ok(
        Object.keys(responses).some((status) => /^2\d\d$/.test(status)),
        `${operation} has a success response`,
      );
      const named = security.flatMap((choice) => Object.keys(choice));
      assert.deepEqual(
        named.filter((scheme) => !schemes.includes(scheme)),
        [],
        `${operation} names unknown credentials`,
      );
    }
  });
});

/** What is text, so that it can be shown. */
const isText = (type: string) => !/zip|octet-stream|image/.test(type);

check('operations without a description, example or error list: 0', async (both) => {
  const lacking: string[] = [];
  await forBoth(both, async (service, server) => {
    for (const { name, operation } of operationsOf(await describe(server))) {
      const { summary, description = '', requestBody, responses } = operation;
      const answers = Object.entries(responses).filter(([status]) => status.startsWith('2'));
      const contents = [requestBody, ...answers.map(([, answer]) => answer)].map(
        (each) => each?.content ?? {},
      );
      const shown = contents.flatMap((content) => Object.entries(content)).filter(([type]) => isText(type));
      for (const [what, isThere] of [
        ['description', description !== '' && description !== summary],
        ['example', shown.every(([, { example }]) => example !== undefined)],
        ['error list', Object.keys(responses).some((status) => status.startsWith("4"))],
      ] as const)
        if (!isThere) lacking.push(`${service} ${name}: ${what}`);
    }
  });
  assert.deepEqual(lacking, []);
});

check('every operation has a unique id, and every response a description', async (both) => {
  await forBoth(both, async (name, server) => {
    const operations = operationsOf(await describe(server)).map(({ operation }) => operation);
    const names = operations.map(({ operationId }) => operationId);
    assert.equal(new Set(names).size, operations.length, `${name}: ${names.join(' ')}`);
    for (const id of names) assert.match(id ?? '', /^[a-z][A-Za-z0-9]+$/);
    const words = operations.flatMap(({ responses = {} }) =>
      Object.values(responses).map(({ description }) => description),
    );
    assert.ok(words.every((word) => word && word !== 'Default Response'));
    if (name === 'hop') assert.ok(names.includes('putUrlByIdUpdate'));
  });
});

check('a list declares its data and has_more as required', async ({ plaza }) => {
  const { paths } = await describe(plaza.server);
  const answer = paths['/apis/php/data/load']?.get?.responses?.['200']?.content?.['application/json']?.schema;
  const { required } = answer as { required: string[] };
  assert.deepEqual(required.toSorted(), ['data', 'has_more', 'message', 'status', 'timestamp']);
});

check('an operation that accepts files declares a multipart form', async ({ plaza, hop }) => {
  for (const { server, routes } of [plaza, hop]) {
    const { paths } = await describe(server);
    for (const { method, path, files } of routes.flatMap(({ config }) => config?.endpoint ?? []))
      if (files)
        assert.ok(
          paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]?.requestBody?.content[
            'multipart/form-data'
          ],
          path,
        );
  }
});

check('an operation that is not open to anyone names its credentials', async ({ plaza, hop }) => {
  for (const { server, routes } of [plaza, hop]) {
    const { paths } = await describe(server);
    const endpoints = routes.flatMap(({ config }) => config?.endpoint ?? []);
    assert.ok(endpoints.length > 0);
    for (const { method, path, access } of endpoints) {
      const operation = paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
      assert.ok(operation, `${method} ${path} is not described`);
      assert.equal((operation.security ?? []).length > 0, access !== 'anyone', `${method} ${path}`);
    }
  }
});

check('shared components are declared once, and the document stays small', async (both) => {
  await forBoth(both, async (name, server) => {
    const text = (await server.inject('/openapi.json')).body;
    const { components, security } = JSON.parse(text) as Description;
    const credentials = security.flatMap((choice) => Object.keys(choice));
    assert.deepEqual(
      credentials,
      name === 'plaza' ? ['ApiKey', 'ApiSignature', 'ApiTimestamp'] : ['BearerKey'],
    );
    for (const record of name === 'plaza'
      ? ['Post', 'Author', 'Question', 'Profile']
      : ['Link', 'Pixel', 'Channel'])
      assert.ok(components.schemas?.[record], `${name} has no schema ${record}`);
    const known = Object.entries(components).flatMap(([part, named]) =>
      Object.keys(named).map((each) => `#/components/${part}/${each}`),
    );
    const named = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference = '']) => reference);
    assert.deepEqual(
      named.filter((reference) => !known.includes(reference)),
      [],
    );
    assert.ok(text.length < 750_000, `${name}: ${text.length} bytes`);
  });
});

// Both are mounted once, because their descriptions do not change.
test('the descriptions of both services', async (app, context) => {
  const both = await mountBoth(app);
  try {
    for (const { title, work } of checks) await context.test(title, () => work(both, app));
  } finally {
    await Promise.all([both.plaza.server.close(), both.hop.server.close()]);
  }
});
