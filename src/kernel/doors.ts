/** A document for programs, with its media type. */
interface DoorDocument {
  path: string;
  type: string;
}

/** An interface for programs. All documents that list interfaces are written from this table. */
export interface Door {
  service: 'plaza' | 'hop';
  /** Where it is called. */
  path: string;
  title: string;
  /** What it is for, after the title and a colon. */
  about: string;
  /** For machines. */
  description: DoorDocument;
  /** For readers, on Plaza where the path has no service of its own. */
  guide: DoorDocument;
  /** Whose credentials it takes. */
  takes: 'agents' | 'apps' | 'payments' | 'keys' | 'nothing';
}

const openapi = { path: '/openapi.json', type: 'application/vnd.oai.openapi+json;version=3.1' };
const reference = { path: '/api-docs', type: 'text/html' };
const authMd = { path: '/auth.md', type: 'text/markdown' };
const json = 'application/json';

/** In the order of documents. */
export const doors: readonly Door[] = [
  {
    service: 'plaza',
    path: '/apis/php',
    title: 'REST API',
    about: 'everything that people do, for apps and agents',
    description: openapi,
    guide: reference,
    takes: 'agents',
  },
  {
    service: 'plaza',
    path: '/a2a',
    title: 'Agent card',
    about: 'skills over A2A 0.3 and 1.0, at `POST /a2a`',
    description: { path: '/.well-known/agent-card.json', type: json },
    guide: authMd,
    takes: 'agents',
  },
  {
    service: 'plaza',
    path: '/mcp',
    title: 'MCP server card',
    about:
      'skills and more as tools of the Model Context Protocol, at `POST /mcp`; an assistant needs this address only',
    description: { path: '/.well-known/mcp/server-card.json', type: json },
    guide: authMd,
    takes: 'agents',
  },
  {
    service: 'plaza',
    path: '/mcp/paid',
    title: 'Paid tools',
    about: 'tools of the Model Context Protocol that are paid per call by x402, at `POST /mcp/paid`',
    description: { path: '/.well-known/x402', type: json },
    guide: { path: '/developers/paid', type: 'text/html' },
    takes: 'payments',
  },
  {
    service: 'plaza',
    path: '/api',
    title: 'Paid calls',
    about: 'every operation that is sold over x402, with prices and parameters; no account, no key',
    description: { path: '/.well-known/x402', type: json },
    guide: { path: '/developers/paid', type: 'text/html' },
    takes: 'payments',
  },
  {
    service: 'plaza',
    path: '/oauth2/authorize',
    title: 'OpenID provider',
    about: 'connect an app by OAuth 2.1, or sign people in by OpenID Connect',
    description: { path: '/.well-known/openid-configuration', type: json },
    guide: authMd,
    takes: 'apps',
  },
  {
    service: 'plaza',
    path: '/citations',
    title: 'Citations',
    about: 'index with counts and URLs, as JSON, with CORS for every origin',
    description: openapi,
    guide: reference,
    takes: 'nothing',
  },
  {
    service: 'plaza',
    path: '/api/oauth',
    title: 'Legacy sign-in',
    about: 'sign-in for apps of before OpenID Connect',
    description: openapi,
    guide: reference,
    takes: 'apps',
  },
  {
    service: 'hop',
    path: '/api',
    title: 'Hop API',
    about: 'links, QR codes, campaigns and statistics, with examples',
    description: openapi,
    guide: reference,
    takes: 'keys',
  },
  {
    service: 'hop',
    path: '/mcp',
    title: 'Hop for assistants',
    about: 'links, statistics, QR codes and campaigns as tools of the Model Context Protocol, at `POST /mcp`',
    description: { path: '/.well-known/oauth-protected-resource/mcp', type: json },
    guide: reference,
    takes: 'agents',
  },
];

/** The API catalog of a service (RFC 9727). */
export const apiCatalogOf = (service: Door['service'], base: string) => ({
  linkset: doors
    .filter((door) => door.service === service)
    .map(({ path, description, guide }) => ({
      anchor: `${base}${path}`,
      'service-desc': [{ href: `${base}${description.path}`, type: description.type }],
      'service-doc': [{ href: `${base}${guide.path}`, type: guide.type }],
    })),
});

/** The doors of a service as a Markdown list of their descriptions. */
export const listDoors = (service: Door['service'], base: string, takes: readonly Door['takes'][]): string =>
  doors
    .filter((door) => door.service === service && takes.includes(door.takes))
    .map(({ title, description, about }) => `- [${title}](${base}${description.path}): ${about}`)
    .join('\n');
