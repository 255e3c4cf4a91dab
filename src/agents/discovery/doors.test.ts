import { decodeProtectedHeader } from 'jose';
import assert from 'node:assert/strict';
import { test } from '../../../test/app.ts';
import { mountBoth } from '../../../test/routes.ts';
import { doors } from '../../kernel/doors.ts';
import { issueAssertion } from '../identity/assertion.ts';

test('every document names every interface that the others name', async (app) => {
  const { plaza, hop } = await mountBoth(app);
  const services = { plaza, hop };
  const read = async (service: 'plaza' | 'hop', url: string) => {
    const answer = await services[service].server.inject({ url, headers: { host: `${service}.test` } });
    assert.equal(answer.statusCode, 200, `${service} ${url}`);
    return answer.body;
  };
  for (const service of ['plaza', 'hop'] as const) {
    const catalog = await read(service, '/.well-known/api-catalog');
    const guide = await read(service, '/llms.txt');
    for (const { path, description, guide: doc, takes } of doors.filter((door) => door.service === service)) {
      const base = `http://${service}.test`;
      assert.ok(catalog.includes(`"anchor":"${base}${path}"`), path);
      for (const each of [description, doc]) await read(service, each.path);
      assert.ok(
        guide.includes(`${base}${description.path}`),
        `llms.txt of ${service} names ${description.path}`,
      );
      if (service === 'plaza' && takes !== 'nothing' && path !== '/apis/php')
        assert.ok((await read('plaza', '/auth.md')).includes(description.path), description.path);
    }
  }
  await Promise.all([plaza.server.close(), hop.server.close()]);
});

test('lists a key before anything was signed, and signs with it', async (app) => {
  const { plaza, hop } = await mountBoth(app);
  const { keys } = (
    await plaza.server.inject({ url: '/.well-known/jwks.json', headers: { host: 'plaza.test' } })
  ).json<{ keys: { kid: string; d?: string }[] }>();
  const { identity_assertion: assertion } = await issueAssertion(app, { publicId: 'reg_1' });
  assert.deepEqual(
    keys.map(({ kid, d }) => [kid, d]),
    [[decodeProtectedHeader(assertion).kid, undefined]],
  );
  await Promise.all([plaza.server.close(), hop.server.close()]);
});

interface Metadata {
  [name: string]: unknown;
  issuer: string;
  resource: string;
  paths: Record<string, unknown>;
  supportedInterfaces: { url: string }[];
  remotes: { url: string }[];
  authentication: { resourceMetadata: string };
  protected_resources: string[];
  scopes_supported: string[];
}

test('cards and metadata name the same addresses', async (app) => {
  const { plaza, hop } = await mountBoth(app);
  const read = async ({ server }: typeof plaza, url: string, host: string) => {
    const answer = await server.inject({ url, headers: { host } });
    return JSON.parse(answer.body) as Metadata;
  };
  const server = await read(plaza, '/.well-known/oauth-authorization-server', 'plaza.test');
  const openid = await read(plaza, '/.well-known/openid-configuration', 'plaza.test');
  for (const [name, value] of Object.entries(server)) assert.deepEqual(openid[name], value, name);
  const operations = (await read(plaza, '/openapi.json', 'plaza.test')).paths;
  for (const [name, address] of Object.entries(openid))
    if (name.endsWith('_endpoint')) {
      const { origin, pathname } = new URL(String(address));
      assert.equal(origin, server.issuer, name);
      assert.ok(operations[pathname], `${name} is an operation: ${pathname}`);
    }
  const card = await read(plaza, '/.well-known/agent-card.json', 'plaza.test');
  const mcpCard = await read(plaza, '/.well-known/mcp/server-card.json', 'plaza.test');
  const addresses = doors.map(({ service, path }) => `http://${service}.test${path}`);
  for (const { url } of [...card.supportedInterfaces, ...mcpCard.remotes])
    assert.ok(addresses.includes(url), url);
  const { resourceMetadata } = mcpCard.authentication;
  const resources = [
    [plaza, 'plaza.test', new URL(resourceMetadata).pathname],
    [plaza, 'plaza.test', '/.well-known/oauth-protected-resource'],
    [hop, 'hop.test', '/.well-known/oauth-protected-resource/mcp'],
    [hop, 'hop.test', '/.well-known/oauth-protected-resource'],
  ] as const;
  for (const [service, host, path] of resources) {
    const resource = await read(service, path, host);
    assert.deepEqual(resource.authorization_servers, [server.issuer], path);
    assert.equal(
      `http://${host}${path.slice('/.well-known/oauth-protected-resource'.length)}`,
      resource.resource,
    );
    assert.ok(server.protected_resources.includes(resource.resource), path);
    for (const scope of resource.scopes_supported) assert.ok(server.scopes_supported.includes(scope), scope);
  }
  await Promise.all([plaza.server.close(), hop.server.close()]);
});
