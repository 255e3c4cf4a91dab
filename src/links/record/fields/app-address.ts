import { t } from '../../../kernel/translation/translate.ts';
import { invalid } from '../../../kernel/problem.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { parseTarget } from './target-address.ts';

/** Schemes that could run code in the page or access the visitor's machine. They cannot be enabled. */
const forbiddenSchemes = new Set(
  (
    'about blob chrome data file filesystem ftp http https javascript jar ms-msdt resource search search-ms shell ' +
    'vbscript view-source ws wss'
  ).split(' '),
);

/** Returns the app schemes that the operator allows for links. */
const appSchemes = ({ HOP_APP_SCHEMES }: Pick<Config, 'HOP_APP_SCHEMES'>): string[] =>
  HOP_APP_SCHEMES.split(',')
    .map((scheme) => scheme.trim().toLowerCase().split(':', 1)[0] ?? '')
    .filter((scheme) => /^[a-z][a-z0-9+.-]*$/.test(scheme) && !forbiddenSchemes.has(scheme));

/** Validates a destination: a web URL, or the URL of an app with an allowed scheme. */
export function parseAppAddress(
  text: string,
  config: Pick<Config, 'hopUrl' | 'plazaUrl' | 'HOP_APP_SCHEMES'>,
  field: string,
): string {
  const given = text.trim();
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(given)?.[1]?.toLowerCase();
  if (scheme === undefined || scheme === 'http' || scheme === 'https')
    return parseTarget(given, config, field);
  if (!appSchemes(config).includes(scheme))
    throw invalid(
      field,
      t('The URL must start with http:// or https://; “{scheme}:” is not allowed here', {
        scheme: scheme.slice(0, 40),
      }),
    );
  if (given.length > 2048) throw invalid(field, t('The URL can have at most 2048 characters'));
  if (!/^[\x21-\x7e]+$/.test(given))
    throw invalid(field, t('The URL has spaces or letters that must be encoded'));
  return given;
}
