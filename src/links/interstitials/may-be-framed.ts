/** Whether a page with these headers allows framing by the origin `by`. Header names are lower case. */
export function mayBeFramed(
  headers: Readonly<Record<string, string | string[]>>,
  { at, by }: { at: string; by: string },
): boolean {
  const policies = listOf(headers['content-security-policy']).flatMap((text) => text.split(','));
  const ancestors = policies.flatMap(ancestorsIn);
  // Every policy must allow it. If one has `frame-ancestors`, browsers ignore X-Frame-Options.
  if (ancestors.length > 0)
    return ancestors.every((sources) => sources.some((each) => matches(each, at, by)));
  const options = listOf(headers['x-frame-options']).flatMap((text) => text.toLowerCase().split(','));
  return !options.some((option) => ['deny', 'sameorigin'].includes(option.trim()));
}

const listOf = (value: string | string[] | undefined): readonly string[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];

/** Returns the sources of the first `frame-ancestors` directive in a policy. */
function ancestorsIn(policy: string): string[][] {
  for (const directive of policy.split(';')) {
    const [name = '', ...sources] = directive.trim().split(/\s+/);
    if (name.toLowerCase() === 'frame-ancestors') return [sources.map((source) => source.toLowerCase())];
  }
  return [];
}

function matches(source: string, at: string, by: string): boolean {
  const us = new URL(by);
  if (source === '*') return true;
  if (source === "'self'") return new URL(at).origin === us.origin;
  if (/^https?:$/.test(source)) return source === us.protocol;
  const [, scheme, host = '', port] =
    /^(?:(https?):\/\/)?([^/:']+)(?::(\d+|\*))?(?:\/.*)?$/.exec(source) ?? [];
  if (scheme !== undefined && `${scheme}:` !== us.protocol) return false;
  if (port !== undefined && port !== '*' && port !== (us.port || (us.protocol === 'https:' ? '443' : '80')))
    return false;
  if (port === undefined && us.port !== '') return false;
  return host.startsWith('*.') ? us.hostname.endsWith(host.slice(1)) : host === us.hostname;
}
