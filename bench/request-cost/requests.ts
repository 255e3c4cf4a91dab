import { documentedInput } from '../../src/paid/calls/priced-call.ts';
import type { PaidOperation } from '../../src/paid/operation.ts';
import { skills } from '../../src/agents/skills/skills.ts';
import { toolGroups } from '../../src/servers/toolkit.ts';
import { findTool } from '../../src/toolkit/catalog/find-tool.ts';
import { isFile, parametersOf } from '../../src/toolkit/pages/form.ts';
import type { App } from '../../src/platform/app.ts';
import type { Target } from '../../test/garbage/requests.ts';
import { fullRequest, largeBodies, textFields } from '../../test/pathological/requests.ts';
import { worstTexts, type Shape } from '../../test/pathological/texts.ts';
import type { Sent } from '../../test/peers/exchange.ts';

/** A request with what is unusual about it. */
type Named = [what: string, sent: Sent];

/** Returns some of the worst texts, others for each operation. */
const textsOf = (at: number, count: number): readonly Shape[] =>
  Array.from({ length: count }, (_, n) => worstTexts[(at * count + n) % worstTexts.length] ?? []).flat();

/** Operations that create what others change, by the word for it in their paths. */
const creators = /\/(post|article|question|thread|page|term)$|\/([a-z]+)\/add$/;

/** Requests that create one of each, from the examples of the API. */
export const creations = (targets: readonly Target[]): [noun: string, target: Target, sent: Sent][] =>
  targets.flatMap((target) => {
    const [, noun, added] = creators.exec(target.path) ?? [];
    const name = noun ?? added;
    if (target.method !== 'POST' || !target.example || name === undefined || target.kind === 'page')
      return [];
    const headers = { 'content-type': 'application/json' };
    const sent = { method: 'POST', path: target.path, headers, body: JSON.stringify(target.example) };
    return [[name, target, sent]];
  });

/** What differs when a request is repeated. */
export interface Variation {
  /** Begins each text, because the same text is published only once, and its results are cached. */
  start?: string;
  /** Characters that the service accepts, where its schema allows more. */
  longest?: number;
  /** Of what is changed. Default: 1. */
  id?: string | undefined;
}

/** The largest requests to an operation or page: bodies, ids and queries. */
export function requestsTo(
  target: Target,
  at: number,
  texts: number,
  { id, ...variation }: Variation = {},
): Named[] {
  const all = requestsToFirst(target, at, texts, variation);
  if (id === undefined || id === '1') return all;
  const path = target.path.replace(/:\w+/, id).replaceAll(/:\w+/g, '1');
  return target.method === 'GET' ? all : all.map(([what, sent]) => [what, { ...sent, path }]);
}

function requestsToFirst(
  target: Target,
  at: number,
  texts: number,
  { start = '', longest: most = Infinity }: Variation,
): Named[] {
  if (target.method === 'GET') return [...reads(target), ...queries(target, at, texts)];
  const fields = textFields([target]).map((field) => ({ ...field, longest: Math.min(field.longest, most) }));
  const longest = fields.filter(({ place }) => place === 'body').sort((a, b) => b.longest - a.longest)[0];
  const filled = textsOf(at, texts).flatMap(({ name, make }) =>
    [['longest field', longest ? [longest] : []] as const, ['all fields', fields] as const].flatMap(
      ([which, chosen]): Named[] => {
        const varied = (length: number) =>
          length < start.length * 20 ? make(length) : start + make(length - start.length);
        const sent = fullRequest(target, chosen, varied);
        return sent ? [[`${name}, ${which}`, sent]] : [];
      },
    ),
  );
  return [
    ...filled,
    ...(target.method === 'DELETE'
      ? []
      : largeBodies(target).map(([what, create]): Named => [what, create()])),
  ];
}

const get = (path: string): Sent => ({ method: 'GET', path, headers: {} });

const reads = ({ path }: Target): Named[] =>
  ['1', '2', '3'].map((id) => [`of ${id}`, get(path.replaceAll(/:\w+/g, id))]);

/** Characters of a request line. Node refuses heads above 16 kB. */
const longestQuery = 14_000;

function queries(target: Target, at: number, texts: number): Named[] {
  const path = target.path.replaceAll(/:\w+/g, '1');
  const names = Object.keys(target.query?.properties ?? {});
  const filled = (part: (n: number) => string) => {
    let query = '';
    for (let n = 0; query.length < longestQuery - 40; n += 1) query += `&${part(n)}`;
    return get(`${path}?${query.slice(1)}`);
  };
  const [first] = textFields([target]).filter(({ place }) => place === 'query');
  const long = textsOf(at, first ? texts : 0).map(({ name, make }): Named => {
    const text = encodeURIComponent(make(longestQuery).toWellFormed()).slice(0, longestQuery - 100);
    return [`${first?.name} of ${name}`, get(`${path}?${first?.name}=${text.replace(/%.?$/, '')}`)];
  });
  return [
    ...long,
    ['unknown parameters', filled((n) => `p${n}=${n}`)],
    ...names.map((name): Named => [`many ${name}`, filled((n) => `${name}=${n}`)]),
    ...names.map((name): Named => [
      `list in ${name}`,
      get(`${path}?${name}=${'7,'.repeat(longestQuery / 2 - 50)}1`),
    ]),
  ];
}

/** Pages and paid calls of every tool. */
export async function toolRequests(
  app: App,
  isMeant: (path: string) => boolean,
): Promise<[target: string, Named][]> {
  const [toolkit] = toolGroups(app);
  const slugs = ((await toolkit?.names()) ?? []).filter((slug) =>
    isMeant(`/tools/${slug} /api/toolkit/${slug}`),
  );
  const all = await Promise.all(
    slugs.map(async (slug, at): Promise<[string, Named][]> => {
      const [found, operation] = [await findTool(slug), await toolkit?.find(slug)];
      if (!found || !operation) return [];
      const parameters = parametersOf(found.tool);
      const files = parameters.filter(([, parameter]) => isFile(parameter));
      const page = toTarget('page', `/tools/${slug}`, operation);
      const paid = toTarget('social', `/api/toolkit/${slug}`, operation);
      return [
        ...requestsTo(page, at, 2).map((named): [string, Named] => [page.path, named]),
        ...files.map(([name]): [string, Named] => [page.path, ['a file of 3 MB', upload(page.path, name)]]),
        ...requestsTo(paid, at, 2).map((named): [string, Named] => [paid.path, named]),
      ];
    }),
  );
  return all.flat();
}

const toTarget = (kind: Target['kind'], path: string, operation: PaidOperation): Target => ({
  service: 'plaza',
  kind,
  method: 'POST',
  path,
  params: undefined,
  query: undefined,
  body: documentedInput(operation),
  example: operation.fallback,
});

function upload(path: string, field: string): Sent {
  const head = `--x\r\nContent-Disposition: form-data; name="${field}"; filename="a"\r\n\r\n`;
  const content = Buffer.alloc(2_990_000, '<a>[{"%PDF-1.7');
  const body = Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--x--\r\n')]);
  return { method: 'POST', path, headers: { 'content-type': 'multipart/form-data; boundary=x' }, body };
}

/** Calls of skills over A2A and MCP, with the largest texts, data and batches. */
export function agentRequests(): [target: string, Named][] {
  const call = (path: string, method: string, params: object): Sent => ({
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`f${n}`, 1]));
  const send = (parts: unknown, metadata: object = {}) =>
    call('/a2a', 'message/send', {
      message: { role: 'user', messageId: crypto.randomUUID(), parts },
      metadata,
    });
  const list = (length: number, value: unknown) => Array.from({ length }, () => value);
  const batch = (length: number) =>
    JSON.stringify(list(length, { jsonrpc: '2.0', id: 1, method: 'tools/list' }));
  const bySkill = skills.flatMap(({ id }) =>
    worstTexts.flatMap(({ name, make }): [string, Named][] => {
      const text = make(100_000).toWellFormed();
      return [
        [`a2a ${id}`, [name, send([{ text }], { skillId: id })]],
        [
          `a2a ${id}`,
          [`${name} in data`, send([{ data: { text, query: text, ids: text } }], { skillId: id })],
        ],
        [`mcp ${id}`, [name, call('/mcp', 'tools/call', { name: id, arguments: { text, query: text } })]],
      ];
    }),
  );
  const large: Named[] = [
    ['20,000 parts', send(list(20_000, { text: '' }))],
    ['20,000 keys of data', send([{ data: wide }])],
    ['20,000 keys of metadata', send([{ text: 'a' }], wide)],
    ['100,000 numbers', call('/a2a', 'tasks/list', { ids: list(100_000, 1) })],
    ['200 kB of method', call('/a2a', 'x'.repeat(200_000), {})],
    ['batch', { ...call('/a2a', '', {}), body: batch(4000) }],
    ['deep', { ...call('/a2a', '', {}), body: `${'['.repeat(100_000)}${']'.repeat(100_000)}` }],
    ['batch of MCP', { ...call('/mcp', '', {}), body: batch(4000) }],
    ['20,000 arguments', call('/mcp', 'tools/call', { name: 'run_tool', arguments: wide })],
    ['100,000 numbers of MCP', call('/mcp', 'tools/call', { name: list(100_000, 1), arguments: {} })],
    ['unknown method of MCP', call('/mcp', 'x'.repeat(200_000), {})],
    [
      'wide MCP',
      call('/mcp', 'initialize', { protocolVersion: '2025-06-18', capabilities: wide, clientInfo: wide }),
    ],
  ];
  return [...bySkill, ...large.map((named): [string, Named] => [named[1].path, named])];
}

const readHeaders = [
  'accept',
  'accept-language',
  'authorization',
  'cookie',
  'if-none-match',
  'range',
  'referer',
  'turbo-frame',
  'user-agent',
  'x-api-key',
  'x-auth-token',
  'x-forwarded-for',
  'x-request-id',
  'x-signature',
  'origin',
  'if-modified-since',
  'idempotency-key',
  'payment-signature',
  'x-payment',
  'traceparent',
  'host',
];

/** Heads of the greatest length: one header, many, and paths. */
export function headRequests(): [target: string, Named][] {
  const texts = [
    ...worstTexts.map(({ make }) => make(longestQuery)),
    'a=1; '.repeat(2800),
    'en;q=0.1,'.repeat(1500),
    'a,'.repeat(7000),
    '"a",'.repeat(3500),
    'bytes=0-1,'.repeat(1400),
    'YWFh'.repeat(3500),
    '('.repeat(longestQuery),
    '1.'.repeat(7000),
    'Mozilla/5.0 '.repeat(1100),
  ];
  return ['/', '/r1', '/signin', '/tools'].flatMap((path) =>
    texts.flatMap((text, n): [string, Named][] => {
      const value = text
        .replaceAll(/[^ -~]/g, 'x')
        .slice(0, longestQuery)
        .trim();
      const inPath = encodeURI(value).slice(0, longestQuery).replace(/%.?$/, '');
      return [
        ...readHeaders.map((name): [string, Named] => [
          `${path} with ${name}`,
          [`text ${n}`, { ...get(path), headers: { [name]: value } }],
        ]),
        [`${path} below`, [`text ${n}`, get(`${path === '/' ? '' : path}/${inPath}`)]],
        [`${path} with a query`, [`text ${n}`, get(`${path}?${inPath}`)]],
      ];
    }),
  );
}
