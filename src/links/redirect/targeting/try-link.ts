import { invalid, missing, msg } from '../../../kernel/problem.ts';
import { t } from '../../../web/translation/translate.ts';
import type { App, Viewer } from '../../../platform/app.ts';
import { getLinkOf, type RedirectLink, type Special } from '../get-links.ts';
import { type DeviceName, deviceNamesOf, parseDeviceName } from '../user-agent.ts';
import type { Visitor } from '../visitor.ts';
import { parseCountry } from './country.ts';
import { type Decision, deliver } from './decide.ts';
import { type Destination, guards, targetKinds, type Visit } from './guards.ts';
import { parseLanguages, parseLanguageTag, primaryLanguage } from './language.ts';

/** A hypothetical visitor. Omitted properties are unknown. */
interface HypotheticalVisitor {
  /** Name or code. */
  country?: string | undefined;
  /** Name, or code within the country. */
  region?: string | undefined;
  /** A device name as used for targeting: `iPhone`, `Android`, `Desktop` … */
  device?: string | undefined;
  /** In the format of Accept-Language: `fr` or `de-AT, en;q=0.5`. */
  language?: string | undefined;
  isBot?: boolean | undefined;
  /** A program that shows a link preview. */
  isPreviewer?: boolean | undefined;
  /** Time of the visit. Defaults to now. */
  at?: Date | undefined;
  /** Whether the password was entered. */
  isUnlocked?: boolean | undefined;
  /** The query string of the short URL, without `?`. */
  query?: string | undefined;
  /** From 0 to 99: selects the variant. */
  draw?: number | undefined;
}

/** Returns what a visitor of one of the viewer's links would get and why. Nothing is counted. */
export async function testLink(
  app: Pick<App, 'db' | 'clock'>,
  viewer: Pick<Viewer, 'id'>,
  id: string,
  supposed: HypotheticalVisitor,
): Promise<Explanation> {
  const link = await getLinkOf(app, viewer.id, id);
  if (!link) throw missing(msg('Link'));
  return explain(link, {
    visitor: toVisitor(supposed),
    now: (supposed.at ?? app.clock.now()).getTime(),
    isUnlocked: supposed.isUnlocked ?? false,
    query: supposed.query ?? '',
    draw: supposed.draw ?? 0,
  });
}

function toVisitor(supposed: HypotheticalVisitor): Visitor {
  const { isPreviewer = false, isBot = isPreviewer } = supposed;
  const languages = parseLanguages(supposed.language);
  if (supposed.language?.trim() && !languages.some(parseLanguageTag))
    throw invalid(
      'language',
      msg('“{language}” is not a language tag such as en, pt-BR or zh-Hant', {
        language: supposed.language.slice(0, 100),
      }),
    );
  const country = supposed.country?.trim() ? parseCountry(supposed.country) : '';
  if (country === undefined)
    throw invalid('country', msg('Unknown country “{country}”', { country: supposed.country ?? '' }));
  const region = supposed.region?.trim();
  return {
    hash: '0',
    country,
    ...(region && { region, regionCode: `${country}-${region.toUpperCase()}` }),
    browser: '',
    ...deviceOf(supposed.device ?? ''),
    language: primaryLanguage(languages[0]),
    languages,
    isBot,
    isHeadless: false,
    isPreviewer,
  };
}

/** System and device type, as a browser on the device reports them. */
const agents: Readonly<Record<DeviceName, Pick<Visitor, 'system' | 'device'>>> = {
  iphone: { system: 'iOS', device: 'mobile' },
  ipad: { system: 'iOS', device: 'tablet' },
  ios: { system: 'iOS', device: 'mobile' },
  android: { system: 'Android', device: 'mobile' },
  windows: { system: 'Windows', device: 'desktop' },
  'mac os': { system: 'macOS', device: 'desktop' },
  linux: { system: 'Linux', device: 'desktop' },
  'chrome os': { system: 'Chrome OS', device: 'desktop' },
  mobile: { system: '', device: 'mobile' },
  tablet: { system: '', device: 'tablet' },
  desktop: { system: '', device: 'desktop' },
};

function deviceOf(text: string): Pick<Visitor, 'system' | 'device' | 'devices'> {
  if (text.trim() === '') return { system: '', device: '', devices: [] };
  const name = parseDeviceName(text);
  if (!name) throw invalid('device', msg('Unknown device “{text}”', { text }));
  const { system, device } = agents[name];
  return { system, device, devices: deviceNamesOf({ system, device: device as 'mobile' }) };
}

/** An evaluated rule of a link, in order of evaluation. */
export interface TriedStep {
  rule: string;
  title: string;
  /** Whether this rule decided. */
  won: boolean;
  note: string;
}

export interface Explanation {
  decision: Decision;
  steps: TriedStep[];
}

/**
 * Explains what a visitor of a link gets, with every rule that was evaluated. Uses the same rules as
 * `decide`.
 */
export function explain(link: RedirectLink, visit: Visit): Explanation {
  const steps: TriedStep[] = [];
  for (const { name, title, match, open } of guards) {
    const decision = match(link, visit);
    steps.push({
      rule: name,
      title: t(title),
      won: Boolean(decision),
      note: decision ? noteOf(decision) : open(link),
    });
    if (decision) return { decision, steps };
  }
  const special = link.special ?? plainSpecial;
  const destination = explainDestination(link, special, visit, steps);
  const decision = deliver(link, special, destination, visit);
  steps.push({ rule: 'way', title: t('Redirect type'), won: false, note: noteOf(decision) });
  return { decision, steps };
}

function explainDestination(
  link: RedirectLink,
  { targets }: Special,
  visit: Visit,
  steps: TriedStep[],
): Destination {
  for (const { name, title, match, closed } of targetKinds) {
    const found = targets ? match(targets, link, visit) : undefined;
    const note = found
      ? t('To {link}', { link: `${found.variant ? `${found.variant}: ` : ''}${found.to}` })
      : closed(targets, visit);
    steps.push({ rule: name, title: t(title), won: Boolean(found), note });
    if (found) return found;
  }
  steps.push({
    rule: 'default',
    title: t('Everyone else'),
    won: true,
    note: t('To {link}', { link: link.to }),
  });
  return { to: link.to };
}

/** Defaults for a link without extra features. */
export const plainSpecial: Special = {
  bytes: 0,
  purpose: 'link',
  ownerId: '',
  title: '',
  description: '',
  kind: 'direct',
  splashId: null,
  overlayId: null,
  preview: { title: '', description: '', image: null },
  pixels: [],
  passwordHash: null,
  clickLimit: null,
  isSpent: false,
  heldFor: null,
  targets: null,
};

function noteOf(decision: Decision): string {
  switch (decision.do) {
    case 'forward':
      return t('Redirected with {status} to {link}', {
        status: String(decision.status),
        link: decision.to,
      });
    case 'show':
      return decision.to
        ? t('{page}, then to {link}', { page: shown()[decision.as], link: decision.to })
        : shown()[decision.as];
    case 'open':
      return t('Offers the app ({app}) and its store ({store})', { app: decision.to, store: decision.store });
    case 'expired':
      return decision.to
        ? t('Expired. Redirects to {link}', { link: decision.to })
        : t('Expired. Shows an expiry page');
    default:
      return words()[decision.do];
  }
}

const shown = () => ({
  frame: t('In a frame below a bar (direct if the page does not allow frames)'),
  splash: t('A splash page'),
  overlay: t('In a frame, with an overlay'),
  held: t('A warning first, because of a safety finding,'),
  pixels: t('A short pause to fire pixels'),
  bio: t('A bio page'),
  code: t('The QR code’s content'),
});

const words = () => ({
  ask: t('Password prompt'),
  preview: t('Social preview'),
  missing: t('Not found'),
  disabled: t('Page: link is turned off'),
  suspended: t('Page: link was removed'),
  unavailable: t('Temporarily unavailable'),
});
