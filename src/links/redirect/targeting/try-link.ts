import { t } from '../../../kernel/translation/translate.ts';
import { invalid, missing } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { parseCountry } from './country-name.ts';
import { deviceNamesOf, parseDeviceName, type DeviceName } from '../visitor/device-name.ts';
import { explain, type Explanation } from './explain.ts';
import { parseLanguages, primaryLanguage } from './language.ts';
import { parseLanguageTag } from './language-tag.ts';
import { getLinkOf } from '../get-links.ts';
import type { Follower } from '../visitor/visitor.ts';

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
  if (!link) throw missing(t('Link'));
  return explain(link, {
    visitor: toFollower(supposed),
    now: (supposed.at ?? app.clock.now()).getTime(),
    isUnlocked: supposed.isUnlocked ?? false,
    query: supposed.query ?? '',
    draw: supposed.draw ?? 0,
  });
}

function toFollower(supposed: HypotheticalVisitor): Follower {
  const { isPreviewer = false, isBot = isPreviewer } = supposed;
  const languages = parseLanguages(supposed.language);
  if (supposed.language?.trim() && !languages.some(parseLanguageTag))
    throw invalid(
      'language',
      t('“{language}” is not a language tag such as en, pt-BR or zh-Hant', {
        language: supposed.language.slice(0, 100),
      }),
    );
  const country = supposed.country?.trim() ? parseCountry(supposed.country) : '';
  if (country === undefined)
    throw invalid('country', t('Unknown country “{country}”', { country: supposed.country ?? '' }));
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
const agents: Readonly<Record<DeviceName, Pick<Follower, 'system' | 'device'>>> = {
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

function deviceOf(text: string): Pick<Follower, 'system' | 'device' | 'devices'> {
  if (text.trim() === '') return { system: '', device: '', devices: [] };
  const name = parseDeviceName(text);
  if (!name) throw invalid('device', t('Unknown device “{text}”', { text }));
  const { system, device } = agents[name];
  return { system, device, devices: deviceNamesOf({ system, device: device as 'mobile' }) };
}
