import { t } from '../../kernel/translation/translate.ts';
import { invalid } from '../../kernel/problem.ts';

/** Where an app's key may be used, and whether the app is trusted. */
export interface ClientAccess {
  /** Origins whose scripts may use the key and send cookies. */
  origins: string[];
  /** Bundle ids of mobile apps that may use the key of a public app. */
  appIds: string[];
  /** Whether client addresses forwarded by the app are trusted. */
  forwardsAddresses: boolean;
}

/** Form values: lists with one entry per line. */
export interface GivenClientAccess {
  origins?: string | undefined;
  app_ids?: string | undefined;
  forwards_addresses?: string | undefined;
}

export type ClientKind = 'confidential' | 'public';

const maxEntries = 50;

/** The validated form. A public app must be bound to an origin or app id, and is never trusted. */
export function parseClientAccess(kind: ClientKind, given: GivenClientAccess): ClientAccess {
  const origins = [...new Set(entries('origins', given.origins).map(parseOrigin))];
  const appIds = [...new Set(entries('app_ids', given.app_ids).map(parseAppId))];
  const forwardsAddresses = given.forwards_addresses !== undefined;
  if (kind === 'confidential' && appIds.length > 0)
    throw invalid(
      'app_ids',
      t('Only public apps can have app IDs. An app with a secret signs its requests instead.'),
    );
  if (kind === 'public' && forwardsAddresses)
    throw invalid(
      'forwards_addresses',
      t('A public app has no secret, so it cannot forward IP addresses of users'),
    );
  if (kind === 'public' && origins.length + appIds.length === 0)
    throw invalid('origins', t('A public app needs at least one origin or app ID'));
  return { origins, appIds, forwardsAddresses };
}

function entries(field: string, text = ''): string[] {
  const list = text.split(/[\s,]+/).filter(Boolean);
  if (list.length > maxEntries) throw invalid(field, t('At most {maxEntries} entries', { maxEntries }));
  return list;
}

/**
 * Normalizes an origin as browsers send it in `Origin`: lower case, no path, no default port. Web views use
 * custom schemes.
 */
function parseOrigin(text: string): string {
  const lower = text.toLowerCase().replace(/\/$/, '');
  const isOrigin = /^[a-z][a-z0-9+.-]*:\/\/[^\s,/?#@*]+$/.test(lower) && lower.length <= 255;
  const url = isOrigin ? URL.parse(lower) : null;
  if (!url || ['file:', 'data:', 'blob:', 'javascript:'].includes(url.protocol))
    throw invalid(
      'origins',
      t('{text} is not an origin such as https://app.example.org', { text: text.slice(0, 100) }),
    );
  return url.origin === 'null' ? lower : url.origin;
}

function parseAppId(text: string): string {
  if (!/^[A-Za-z0-9][\w.-]{0,199}$/.test(text))
    throw invalid(
      'app_ids',
      t('{text} is not an app ID such as org.example.app', { text: text.slice(0, 100) }),
    );
  return text;
}
