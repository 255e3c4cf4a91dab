import Bowser from 'bowser';
import { isBot } from 'isbot';
import { toLine } from '../../kernel/text.ts';

/** Information from a User-Agent header. '' means unknown. */
export interface Agent {
  /** `Chrome`, `Safari`, `Firefox` … */
  browser: string;
  /** `Windows`, `macOS`, `Android`, `iOS` … */
  system: string;
  device: 'desktop' | 'mobile' | 'tablet' | 'tv' | '';
  /** Whether it is not counted as a person. */
  isBot: boolean;
  /** An automated browser, which is a bot that renders pages. */
  isHeadless: boolean;
}

/**
 * Names that may be counted. For unknown agents, Bowser returns the first word, which visitors could make up.
 */
const browsers = new Set<string>(Object.values(Bowser.BROWSER_MAP));
const systems = new Set<string>(Object.values(Bowser.OS_MAP));
const devices = new Set<string>(['desktop', 'mobile', 'tablet', 'tv'] satisfies Agent['device'][]);

/**
 * Programs that a person runs in a terminal or script. isbot treats them as bots, but their clicks should
 * count.
 */
const userDriven = new RegExp(
  '^(curl|wget|httpie|xh|python|python-(requests|httpx|urllib)|go-http-client|node|node-fetch|undici|axios|got|deno|bun|' +
    'okhttp|java|java-http-client|apache-httpclient|postmanruntime|insomnia|k6|autocannon|apachebench|oha|hey|fasthttp)' +
    '(?=[/ ]|$)',
  'i',
);

const headless = /HeadlessChrome\/|HeadlessShell|PhantomJS/i;

/** Accepts any text. Takes about 20 µs, so callers should cache the result. */
export function parseUserAgent(text: string): Agent {
  // Browsers always send a User-Agent.
  if (text.trim() === '') return { browser: '', system: '', device: '', isBot: true, isHeadless: false };
  const { browser, os, platform } = Bowser.parse(text);
  const system = known(systems, os.name);
  const type = platform.type ?? (system === 'Chrome OS' ? 'desktop' : '');
  return {
    browser: known(browsers, browser.name),
    system,
    device: devices.has(type) ? (type as Agent['device']) : '',
    isBot: isBot(text) && !userDriven.test(text),
    isHeadless: headless.test(text),
  };
}

const known = (names: ReadonlySet<string>, name = '') => (names.has(name) ? name : '');

/** Device names for targeting. */
export const deviceNames = [
  'iphone', 'ipad', 'ios', 'android', 'windows', 'mac os', 'linux', 'chrome os', 'mobile', 'tablet', 'desktop',
] as const; // prettier-ignore
export type DeviceName = (typeof deviceNames)[number];

/** Alternative spellings. */
const otherNames: Readonly<Record<string, DeviceName>> = {
  macos: 'mac os',
  mac: 'mac os',
  'mac os x': 'mac os',
  macintosh: 'mac os',
  osx: 'mac os',
  'os x': 'mac os',
  chromeos: 'chrome os',
  phone: 'mobile',
  smartphone: 'mobile',
  computer: 'desktop',
};

/** Parses a device name, ignoring case. Returns undefined for other text. */
export function parseDeviceName(text: string): DeviceName | undefined {
  const name = toLine(text).toLowerCase();
  return deviceNames.find((each) => each === name) ?? otherNames[name];
}

const systemsOf: Readonly<Record<string, DeviceName>> = {
  iOS: 'ios',
  Android: 'android',
  Windows: 'windows',
  macOS: 'mac os',
  Linux: 'linux',
  'Chrome OS': 'chrome os',
};

/** Returns the device names that match a visitor, most specific first. */
export function deviceNamesOf({ system, device }: Pick<Agent, 'system' | 'device'>): readonly DeviceName[] {
  const kind = device === 'mobile' || device === 'tablet' || device === 'desktop' ? device : undefined;
  const model = system === 'iOS' ? (device === 'tablet' ? 'ipad' : 'iphone') : undefined;
  const names: (DeviceName | undefined)[] = [model, systemsOf[system], kind];
  return names.filter((name) => name !== undefined);
}
