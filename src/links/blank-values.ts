/**
 * Rewrites what clients send in place of missing values, before a body is validated: an empty variable as the
 * text `null`, ids of 0, the zero date of MySQL, rows of a form that were left blank, and lists that PHP encodes
 * as objects because entries were removed.
 */
export function blankOut(body: unknown): void {
  if (!isObject(body)) return;
  for (const [name, value] of Object.entries(body)) {
    if (isBlank(name, value)) body[name] = '';
    else if (lists.has(name)) body[name] = toList(name, value);
    else if (name === 'deeplink' && isObject(value)) blankOut(value);
  }
}

type Fields = Record<string, unknown>;

/** Fields where `null` as text cannot be meant. Names, aliases and passwords can be any text. */
const optional = new Set([
  ...[
    'type',
    'status',
    'domain',
    'expiry',
    'channel',
    'campaign',
    'metatitle',
    'metadescription',
    'metaimage',
  ],
  ...['description', 'clicklimit', 'expiredurl', 'redirectstatus', 'disabled', 'passquery', 'tags', 'state'],
  ...['geotarget', 'devicetarget', 'languagetarget', 'deeplink', 'parameters', 'pixels', 'variants'],
  ...['auto', 'apple', 'google', 'background', 'foreground', 'logo', 'size', 'format', 'color', 'starred'],
  ...[
    'slug',
    'public',
    'redirectroot',
    'redirect404',
    'shape',
    'corners',
    'margin',
    'errorcorrection',
    'dynamic',
  ],
]);
const ids = new Set(['channel', 'campaign']);
const lists = new Set(['geotarget', 'devicetarget', 'languagetarget', 'parameters', 'pixels', 'variants']);

function isBlank(name: string, value: unknown): boolean {
  if (!optional.has(name)) return false;
  if (value === 'null' || value === 'undefined') return true;
  if (ids.has(name)) return value === 0 || value === '0';
  return name === 'expiry' && (value === 0 || /^(0|0000-00-00.*)$/.test(String(value)));
}

function toList(name: string, value: unknown): unknown {
  const list =
    isObject(value) && Object.keys(value).every((key) => /^\d+$/.test(key)) ? Object.values(value) : value;
  return Array.isArray(list) ? list.filter((each: unknown) => !isBlankEntry(name, each)) : list;
}

const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === false ||
  value === '' ||
  value === 'null' ||
  value === 'undefined';

/** A pixel that was not chosen, or a row of a form without its destination or name. */
function isBlankEntry(list: string, entry: unknown): boolean {
  if (!isObject(entry)) return isEmpty(entry);
  const key = list === 'parameters' ? ('name' in entry ? 'name' : 'device') : 'link';
  return key in entry && isEmpty(entry[key]);
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
