import { header, testFaults, without, type Fault } from '../../../../../test/audit/audit-site.ts';
import { json } from '../../../../../test/audit/site.ts';

const faults: readonly Fault[] = [
  ['no sitemap', (site) => void (site.files['/sitemap.xml'] = undefined), { 'agents-sitemap': 'fail' }],
  ['no publisher in the structured data', without('ld+json'), { identity: 'fail' }],
  [
    'no robots.txt',
    (site) => void (site.files['/robots.txt'] = undefined),
    { 'agents-robots': 'fail', 'ai-rules': 'fail', 'content-signal': 'fail' },
  ],
  ['no Link header', header('link'), { 'link-header': 'fail' }],
  [
    'no Markdown',
    (site) => void (site.asked.markdown.headers = { 'content-type': 'text/html' }),
    { markdown: 'fail', 'markdown-vary': 'na' },
  ],
  [
    'Markdown without Vary',
    (site) => void (site.asked.markdown.headers = { 'content-type': 'text/markdown' }),
    { 'markdown-vary': 'fail' },
  ],
  ['no llms.txt', (site) => void (site.files['/llms.txt'] = undefined), { 'llms-txt': 'fail' }],
  [
    'a page rendered by scripts',
    (site) => void (site.body = '<h1>Bread</h1><script>write()</script>'),
    { 'without-scripts': 'fail' },
  ],
  ['a firewall that blocks crawlers', (site) => void (site.asked.crawler = 403), { 'ai-access': 'fail' }],
  [
    'a soft 404',
    (site) => {
      site.unknown = 200;
      site.files['/openapi.json'] = undefined;
    },
    { 'not-found': 'fail', openapi: 'fail' },
  ],
  [
    'an empty API catalog',
    (site) => void (site.files['/.well-known/api-catalog'] = json({ linkset: [] })),
    { 'api-catalog': 'fail' },
  ],
  ['Swagger 2', (site) => void (site.files['/openapi.json'] = json({ swagger: '2.0' })), { openapi: 'fail' }],
  [
    'a resource without servers',
    (site, base) =>
      void (site.files['/.well-known/oauth-protected-resource'] = json({ resource: `${base}/v1` })),
    { 'protected-resource': 'fail' },
  ],
  [
    'a different issuer',
    (site) =>
      void (site.files['/.well-known/oauth-authorization-server'] = json({
        issuer: 'https://other.example',
        token_endpoint: 'a',
      })),
    { 'authorization-server': 'fail', 'auth-md': 'fail' },
  ],
  [
    'a 401 without headers',
    (site) => void (site.files['/v1']!.headers = {}),
    { 'resource-metadata': 'fail' },
  ],
  [
    'an agent card without skills',
    (site) => void (site.files['/.well-known/agent-card.json'] = json({ name: 'a' })),
    { 'agent-card': 'fail' },
  ],
  [
    'an MCP server card without a name',
    (site) => void (site.files['/.well-known/mcp/server-card.json'] = json({})),
    { 'mcp-card': 'fail' },
  ],
  [
    'skills without digests',
    (site) =>
      void (site.files['/.well-known/agent-skills/index.json'] = json({ skills: [{ name: 'bake' }] })),
    { 'agent-skills': 'fail' },
  ],
  ['an empty x402 manifest', (site) => void (site.files['/.well-known/x402'] = json({})), { x402: 'fail' }],
];

// A key directory is informational and cannot fail.
testFaults('agents', faults, ['web-bot-auth']);
