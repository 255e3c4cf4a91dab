import { collect } from '../../src/platform/feature.ts';
import { agentFeatures } from '../../src/servers/agent-features.ts';
import { identityFeatures, operatorFeatures } from '../../src/servers/identity-features.ts';
import { socialFeatures } from '../../src/servers/social-features.ts';
import { listNames } from '../../src/social/lists/list.ts';
import type { ViewerName, World } from './open-world.ts';
import type { Read } from './read.ts';
import { addressesByPattern, extraReads } from './social/addresses.ts';
import { skippedReads } from './social/not-asked.ts';

const features = [...identityFeatures('plazaUrl'), ...operatorFeatures, ...socialFeatures, ...agentFeatures];

/**
 * Lists every mounted read of Plaza's pages and APIs, as each viewer with access, plus special cases: far
 * pages of lists, and searches.
 */
export async function socialReads(world: World): Promise<Read[]> {
  const known = await addressesByPattern(world);
  const mounted = [
    ...collect(features, 'pages'),
    ...collect(features, 'routes'),
    ...collect(features, 'bareRoutes'),
  ].filter(({ method, path }) => method === 'GET' && !skippedReads.includes(path));
  const reads = mounted.flatMap(({ path, access }) =>
    (known[path] ?? (hasNoPlaceholders(path) ? [{ path }] : [])).flatMap(({ path: address, note = '' }) =>
      viewersFor(access).map((as) => toRead(path + note, address, as)),
    ),
  );
  const lists = listNames.flatMap((name) =>
    (['reader', 'star'] as const).map((as) => toRead(`list ${name}`, `/apis/php/data/load?get=${name}`, as)),
  );
  return [...reads, ...lists, ...extraReads(world).map(({ label, path, as }) => toRead(label, path, as))];
}

const toRead = (what: string, path: string, as: ViewerName | undefined): Read => ({
  label: `${what}, ${as ?? 'stranger'}`,
  service: 'plaza',
  path,
  ...(as && { as }),
});

const viewersFor = (access: string): (ViewerName | undefined)[] =>
  access === 'anyone'
    ? ['reader', 'star', undefined]
    : access === 'member' || access === 'app'
      ? ['reader', 'star']
      : ['operator'];

/** Whether the path has no placeholders. Warns about paths that need an entry in addresses.ts. */
function hasNoPlaceholders(path: string): boolean {
  if (!/[:{]/.test(path)) return true;
  console.warn(
    `Not requested: ${path}. Add an address to bench/growth/social/addresses.ts, or skip it in not-asked.ts`,
  );
  return false;
}
