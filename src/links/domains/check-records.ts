import { t } from '../../kernel/translation/translate.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { neededRecords, proofRecord, targetAddresses } from './records.ts';

/**
 * Checks that a domain points here: all of its addresses are ours (CNAMEs included), or its TXT record proves
 * ownership. Otherwise throws a `Problem` at `domain` that names the missing record. Throws one of kind
 * unavailable if DNS does not respond.
 */
export async function checkRecords(
  app: Pick<App, 'config' | 'outbound'>,
  viewer: Pick<Viewer, 'id'>,
  host: string,
): Promise<void> {
  const [ours, found, proven] = await Promise.all([
    targetAddresses(app),
    lookupRecords(app, host),
    isProven(app, viewer, host),
  ]);
  if (proven) return;
  const { addresses, problem } = found;
  if (addresses.length > 0 && addresses.every((address) => ours.includes(address))) return;
  if (problem?.kind === 'unavailable') throw problem;
  const { byName, byAddress, byProof } = await neededRecords(app, viewer, host);
  const state =
    addresses.length > 0
      ? t('it points to {addresses}', { addresses: addresses.join(', ') })
      : t('it has no public IP address');
  const missing = [...byName, ...byAddress, ...byProof].map(
    ({ type, name, value }) => `${type} ${name} ${value}`,
  );
  throw invalid(
    'domain',
    t('{host} does not point here yet: {state}. Add one of these DNS records: {missing}', {
      host,
      state,
      missing: missing.join('; '),
    }),
  );
}

async function lookupRecords({ outbound }: Pick<App, 'outbound'>, host: string) {
  try {
    return { addresses: (await outbound.lookup(host)).map(({ address }) => address) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { addresses: [], problem: error };
  }
}

/** Whether a TXT record proves that the domain belongs to the viewer. */
export async function isProven(
  { config, outbound }: Pick<App, 'config' | 'outbound'>,
  viewer: Pick<Viewer, 'id'>,
  host: string,
): Promise<boolean> {
  const { name, value } = proofRecord(config, viewer, host);
  const texts = await outbound.texts(name).catch((error: unknown) => {
    if (error instanceof Problem) return [];
    throw error;
  });
  return texts.some((text) => text.trim() === value);
}
