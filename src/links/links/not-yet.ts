import { invalid } from '../../kernel/problem.ts';

/** What is not built yet, in words that end “… are not available yet”. */
const missing = {
  password: 'Passwords on links',
  metaimage: 'Preview pictures',
  geotarget: 'Targets by country',
  devicetarget: 'Targets by device',
  languagetarget: 'Targets by language',
  deeplink: 'App-store addresses',
  parameters: 'Extra parameters',
  pixels: 'Pixels',
} as const;

/**
 * Refuses what a link cannot do yet. Ignoring it would be worse: a link meant to ask for a password
 * would let everybody through.
 */
export function refuseWhatIsMissing(body: Readonly<Record<string, unknown> & { type?: unknown }>): void {
  const { type } = body;
  for (const [field, name] of Object.entries(missing))
    if (!isBlank(body[field])) throw invalid(field, `${name} are not available yet`);
  if (!isBlank(type) && type !== 'direct') throw invalid('type', typeMessage(String(type)));
}

function typeMessage(type: string): string {
  return /^(frame|splash|(overlay-)?\d+)$/.test(type)
    ? `The redirect type “${type}” is not available yet; use “direct”`
    : 'The type is one of direct, frame, splash or the id of a splash page or overlay';
}

function isBlank(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
