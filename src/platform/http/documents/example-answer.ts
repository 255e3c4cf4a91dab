import type { TSchema } from 'typebox';

/** The subset of JSON Schema used by responses. */
interface Schema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: Schema | boolean;
  patternProperties?: Record<string, Schema>;
  minimum?: number;
  format?: string;
  examples?: unknown[];
}

/** Sample values of fields by name. Skipped if they do not match a field's type. */
const values: Readonly<Record<string, unknown>> = {
  error: 0, message: 'Done', id: 12, result: 1, perpage: 15, currentpage: 1, nextpage: 0, maxpage: 1, email: 'ada@example.org',
  username: 'ada', status: 'pro', expires: '2027-11-15 15:00:00', registered: '2026-01-10 18:01:43', date: '2026-11-10 18:01:43',
  from: '2026-11-01 00:00:00', step: 'day', alias: 'grasshopper', title: 'Grasshopper',
  longurl: 'https://en.wikipedia.org/wiki/Grasshopper', url: 'https://en.wikipedia.org/wiki/Grasshopper',
  preview: 'https://en.wikipedia.org/wiki/Grasshopper', description: 'For the lecture', name: 'Spring sale', campaign: 'Spring sale',
  domain: 'https://links.example.com', redirectroot: 'https://example.com', redirect404: 'https://example.com/not-found',
  color: '#1a7f5a', tag: 'GTM-ABCDE', type: 'direct', clicks: 7, uniqueClicks: 5, scans: 7, redirectstatus: 302, weight: 50,
  variants: [], parameters: [{ name: 'utm_source', value: 'poster' }], pixels: [3], deeplink: null, clicklimit: null, expiry: null,
  outcome: 'forward', rule: 'country', events: ['link.created'], answer: 'ok', milliseconds: 40,
  countries: [{ value: 'CA', name: 'Canada', clicks: 7, uniqueClicks: 5 }], regions: [], cities: [], referrers: [], devices: [],
  browsers: [], systems: [], languages: [],
  topCountries: { Canada: 7 }, topReferrers: { 'Direct, email and other': 7 }, topBrowsers: { Firefox: 7 }, topOs: { Linux: 7 },
  socialCount: { facebook: 0, twitter: 0 }, location: { canada: 'https://example.ca' }, device: { iphone: 'https://example.com/app' },
  language: { fr: 'https://example.com/fr' },
  user_id: '7', user_name: 'ada', user_firstname: 'Ada', user_lastname: 'Lovelace', user_fullname: 'Ada Lovelace', user_verified: true,
  time: '2026-11-22T09:30:00.000Z', edited: '',
  created: '2026-11-22T09:30:00.000Z', updated: '2026-11-22T09:30:00.000Z', ends: '2026-11-29T09:30:00.000Z',
  post_id: '12', comment_id: '31', page_id: '4', page_name: 'analytical-society', page_title: 'Analytical Society', forum_id: '3',
  thread_id: '12', question_id: '12', answer_id: '15', article_id: '12', text: 'Invariants!', text_html: '<p>Invariants!</p>',
  slug: 'invariants', reaction: 'like', privacy: 'public',
}; // prettier-ignore

/** Sample values by format. */
const formats: Readonly<Record<string, string>> = {
  'date-time': '2026-11-22T09:30:00.000Z', date: '2026-11-22', uri: 'https://example.org/', email: 'ada@example.org',
}; // prettier-ignore

/** Fields whose URLs begin with the service's base URL. */
const paths: Readonly<Record<string, string>> = {
  shorturl: '/grasshopper', short: '/grasshopper', link: '/grasshopper', avatar: '/avatars/ada.svg', rotator: '/r/spring-sale',
  list: '/u/ada/spring-sale-12', image: '/qr/a58f79.png', user_picture: '/avatars/ada.svg',
}; // prettier-ignore

/** Generates an example response from its schema, with every field and matching types. */
export function exampleAnswer(schema: TSchema, base: string): unknown {
  return exampleOf(schema, '', base, 0);
}

/** Deeper optional records are omitted, so that an example focuses on its own record. */
const deepest = 2;

function exampleOf(schema: Schema, name: string, base: string, depth: number): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.examples) return schema.examples[0];
  const path = paths[name];
  const known = path === undefined ? values[name] : base + path;
  const fitting = [known, digitsOf(known)].find((value) => fits(schema, value));
  if (fitting !== undefined) return fitting;
  if (schema.anyOf && depth > deepest && schema.anyOf.some(({ type }) => type === 'null')) return null;
  if (schema.anyOf) return exampleOf(mostDetailed(schema.anyOf), name, base, depth);
  switch (typesOf(schema)[0]) {
    case 'object':
      return exampleObject(schema, base, depth);
    case 'array':
      return schema.items && depth <= deepest ? [exampleOf(schema.items, name, base, depth)] : [];
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return false;
    case 'string':
      return formats[schema.format ?? ''] ?? '';
    default:
      return null;
  }
}

/** Follows the specification of the API: lists have `error` as text, and campaigns their name as `domain`. */
function exampleObject({ properties = {} }: Schema, base: string, depth: number): Record<string, unknown> {
  const fields = Object.entries(properties).map(([name, field]) => [
    name,
    exampleOf(field, name, base, depth + 1),
  ]);
  const example = Object.fromEntries(fields) as Record<string, unknown>;
  if ('rotator' in example && 'domain' in example) example.domain = example.name;
  const isList = properties.data?.properties?.perpage !== undefined;
  return isList && 'error' in example ? { ...example, error: '0' } : example;
}

/** Of several shapes, the first that is not null or a constant. */
const mostDetailed = (shapes: readonly Schema[]): Schema =>
  shapes.find(({ type, enum: said, const: only }) => type !== 'null' && !said && only === undefined) ??
  shapes[0] ??
  {};

const typesOf = ({ type }: Schema): string[] =>
  Array.isArray(type) ? type : type === undefined ? [] : [type];

/** QR codes have their counts as digit strings. */
const digitsOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).map(([name, count]) => [name, String(count)]))
    : undefined;

function fits(schema: Schema, value: unknown): boolean {
  if (value === undefined) return false;
  if (schema.anyOf) return schema.anyOf.some((shape) => fits(shape, value));
  if (schema.const !== undefined) return schema.const === value;
  if (schema.enum) return schema.enum.includes(value);
  if (Array.isArray(value)) {
    const { items } = schema;
    return (
      typesOf(schema).includes('array') && items !== undefined && value.every((each) => fits(items, each))
    );
  }
  if (typeof value === 'object' && value !== null) return fitsObject(schema, value);
  if (typeof value === 'number')
    return typesOf(schema).some((type) => type === 'integer' || type === 'number');
  return typesOf(schema).includes(value === null ? 'null' : typeof value);
}

function fitsObject(schema: Schema, value: object): boolean {
  const { properties, patternProperties = {}, additionalProperties } = schema;
  if (!typesOf(schema).includes('object')) return false;
  const any = Object.values(patternProperties)[0] ?? additionalProperties;
  return Object.entries(value).every(([name, each]) => {
    const field = properties?.[name] ?? any;
    return typeof field === 'object' && fits(field, each);
  });
}
