import {
  type AuditCategory,
  type AuditCheck,
  fail,
  listShort,
  na,
  pass,
  unable,
  type AuditVerdict,
} from '../../audit.ts';
import { finalUrl, headerOf, isAnswer } from '../../visit.ts';
import { gatherAgents, parseObject, isServed, isPage } from './facts.ts';
import type { AgentFacts, Agents, DocumentName } from './facts.ts';
import { readingChecks } from './reading.ts';

/**
 * Checks a JSON document. Not applicable if the site offers nothing of this kind. Fails if the site responds
 * with an HTML page instead of the document.
 */
const withDocument =
  (
    name: DocumentName,
    siblings: readonly DocumentName[],
    fix: string,
    judge: (value: Record<string, unknown>, facts: Agents) => string | undefined,
  ) =>
  (facts: Agents): AuditVerdict => {
    const found = facts.documents[name];
    if (![name, ...siblings].some((each) => isServed(facts.documents[each])))
      return na('The site does not offer this');
    if (!isAnswer(found)) return unable(found.problem.message);
    if (found.status !== 200) return fail(`The response is ${found.status}`, fix);
    if (isPage(found)) return fail('The response is an HTML page', fix);
    const value = parseObject(found);
    if (!value) return fail('The response is not a JSON object', fix);
    const lacking = judge(value, facts);
    return lacking === undefined ? pass(new URL(found.url).pathname) : fail(lacking, fix);
  };

const without = (value: Record<string, unknown>, names: readonly string[]): string | undefined => {
  const lacking = names.filter((name) => value[name] === undefined);
  return lacking.length > 0 ? `Missing ${lacking.join(', ')}` : undefined;
};

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const actingChecks: readonly AuditCheck<Agents>[] = [
  {
    id: 'api-catalog',
    title: 'API catalog',
    weight: 2,
    ref: 'https://www.rfc-editor.org/rfc/rfc9727',
    run: withDocument(
      'catalog',
      ['openapi'],
      'Publish a linkset with anchor and service-desc or service-doc.',
      ({ linkset }) => {
        const links = Array.isArray(linkset) ? (linkset as Record<string, unknown>[]) : [];
        const isFull = links.some(
          (link) => isText(link.anchor) && (link['service-desc'] ?? link['service-doc']),
        );
        return isFull ? undefined : 'No link with anchor and service-desc or service-doc';
      },
    ),
  },
  {
    id: 'openapi',
    title: 'OpenAPI description',
    weight: 2,
    ref: 'https://spec.openapis.org/oas/latest.html',
    run: withDocument(
      'openapi',
      ['catalog'],
      'Publish OpenAPI 3 at /openapi.json.',
      ({ openapi, info, paths }) =>
        isText(openapi) && openapi.startsWith('3.') && info && paths
          ? undefined
          : 'Not OpenAPI 3 with info and paths',
    ),
  },
  {
    id: 'protected-resource',
    title: 'Protected resource metadata',
    weight: 2,
    ref: 'https://www.rfc-editor.org/rfc/rfc9728',
    run: withDocument(
      'resource',
      ['server', 'openid'],
      'Include resource and authorization_servers.',
      (value) => without(value, ['resource', 'authorization_servers']),
    ),
  },
  {
    id: 'authorization-server',
    title: 'Authorization server metadata',
    weight: 2,
    ref: 'https://www.rfc-editor.org/rfc/rfc8414',
    run: (facts) => {
      const name = isServed(facts.documents.server)
        ? 'server'
        : isServed(facts.documents.openid)
          ? 'openid'
          : 'server';
      // A resource may leave authorization to another site.
      const servers = parseObject(facts.documents.resource)?.authorization_servers;
      const here = finalUrl(facts.visit).origin;
      if (
        !isServed(facts.documents[name]) &&
        Array.isArray(servers) &&
        servers.length > 0 &&
        servers.every((server) => URL.parse(String(server))?.origin !== here)
      )
        return na('The site does not offer this');
      return withDocument(
        name,
        ['resource', 'openid'],
        'Publish metadata whose issuer is this site.',
        ({ issuer, token_endpoint: token }, { visit }) => {
          if (!isText(issuer) || !isText(token)) return 'Missing issuer or token_endpoint';
          return URL.parse(issuer)?.origin === finalUrl(visit).origin ? undefined : `The issuer is ${issuer}`;
        },
      )(facts);
    },
  },
  {
    id: 'resource-metadata',
    title: 'Resource metadata in 401 responses',
    weight: 1,
    ref: 'https://www.rfc-editor.org/rfc/rfc9728#section-5.1',
    run: ({ unauthorized }) => {
      if (!unauthorized) return na('The site declares no protected resource');
      if (!isAnswer(unauthorized)) return unable(unauthorized.problem.message);
      if (unauthorized.status !== 401) return na(`The response without a token is ${unauthorized.status}`);
      const value = headerOf(unauthorized, 'www-authenticate');
      if (value.includes('resource_metadata=')) return pass(value);
      return fail(
        value ? `WWW-Authenticate: ${value}` : 'No WWW-Authenticate',
        'Send WWW-Authenticate: Bearer resource_metadata="…".',
      );
    },
  },
  {
    id: 'auth-md',
    title: 'auth.md',
    weight: 2,
    ref: 'https://workos.com/auth-md/docs/auth-md',
    run: ({ documents }) => {
      if (!isServed(documents.guide) || !isAnswer(documents.guide)) return na('Not published');
      const fix =
        'Begin with a heading, and include register_uri and claim_uri in agent_auth of the metadata.';
      if (!/^#\s+\S/m.test(documents.guide.text)) return fail('No heading', fix);
      const blocks = [documents.server, documents.openid, documents.resource].map(
        (found) => parseObject(found)?.agent_auth,
      );
      const block = blocks.find((each) => typeof each === 'object' && each !== null) as
        Record<string, unknown> | undefined;
      if (!block) return fail('The metadata has no agent_auth', fix);
      const lacking = without(block, ['skill', 'register_uri', 'claim_uri']);
      return lacking === undefined ? pass('/auth.md') : fail(lacking, fix);
    },
  },
  {
    id: 'agent-card',
    title: 'Agent card',
    weight: 2,
    ref: 'https://a2a-protocol.org/latest/specification/',
    run: withDocument(
      'card',
      [],
      'Publish a card with the members that A2A 0.3 or 1.0 requires.',
      (value) => {
        const lacking = without(value, [
          'name',
          'description',
          'version',
          'capabilities',
          'defaultInputModes',
          'defaultOutputModes',
          'skills',
        ]);
        return (
          lacking ??
          ((value.url ?? value.supportedInterfaces) ? undefined : 'Missing url or supportedInterfaces')
        );
      },
    ),
  },
  {
    id: 'mcp-card',
    title: 'MCP server card',
    weight: 1,
    ref: 'https://modelcontextprotocol.io/',
    run: withDocument('mcp', [], 'Name the server.', ({ name, serverInfo }) =>
      isText(name) || isText((serverInfo as { name?: unknown } | undefined)?.name)
        ? undefined
        : 'Missing name',
    ),
  },
  {
    id: 'agent-skills',
    title: 'Agent skills',
    weight: 1,
    ref: 'https://agentskills.io/',
    run: withDocument('skills', [], 'List skills with a sha256 digest each.', ({ skills }) => {
      if (!Array.isArray(skills) || skills.length === 0) return 'No skills';
      const wrong = (skills as Record<string, unknown>[]).filter(
        ({ digest }) => !/^sha256:[0-9a-f]{64}$/.test(String(digest)),
      );
      return wrong.length > 0
        ? `No sha256 digest: ${listShort(wrong.map(({ name }) => String(name)))}`
        : undefined;
    }),
  },
  {
    id: 'x402',
    title: 'Payments by agents (x402)',
    weight: 1,
    ref: 'https://www.x402.org/',
    run: ({ documents: { payments } }) => {
      if (!isAnswer(payments) || isPage(payments) || ![200, 402].includes(payments.status))
        return na('Not published');
      const value = parseObject({ ...payments, status: 200 });
      if (value && ['accepts', 'resources', 'items', 'endpoints'].some((name) => value[name] !== undefined))
        return pass(new URL(payments.url).pathname);
      return fail('The manifest lists no paid resources', 'List resources, or respond with 402 and accepts.');
    },
  },
  {
    id: 'web-bot-auth',
    title: 'Web Bot Auth directory',
    weight: 0,
    ref: 'https://datatracker.ietf.org/doc/draft-meunier-web-bot-auth-architecture/',
    run: ({ documents }) => {
      const keys = parseObject(documents.keys)?.keys;
      return Array.isArray(keys) && keys.length > 0 ? pass(`${keys.length} keys`) : na('Not published');
    },
  },
];

/** How well agents can read and use the site. */
export const agentCategory: AuditCategory<AgentFacts> = {
  id: 'agents',
  title: 'AI agents',
  weight: 25,
  gather: gatherAgents,
  checks: [...readingChecks, ...actingChecks],
};
