import Bowser from 'bowser';
import { isBot } from 'isbot';

/** What a User-Agent header tells; '' is what it does not. */
export interface Agent {
  /** `Chrome`, `Safari`, `Firefox` … */
  browser: string;
  /** `Windows`, `macOS`, `Android`, `iOS` … */
  system: string;
  device: 'desktop' | 'mobile' | 'tablet' | 'tv' | '';
  /** Not counted as a person. */
  isBot: boolean;
  /** A browser that a program controls. It is a bot that shows pages. */
  isHeadless: boolean;
}

/** Names that may be counted. Bowser takes the first word of what it does not know, and a visitor may write anything there. */
const browsers = new Set<string>(Object.values(Bowser.BROWSER_MAP));
const systems = new Set<string>(Object.values(Bowser.OS_MAP));
const devices = new Set<string>(['desktop', 'mobile', 'tablet', 'tv'] satisfies Agent['device'][]);

/**
 * Programs that follow a link because a person runs them, at a terminal or in a script. isbot calls them bots too;
 * their owner would miss the click.
 */
const driven = new RegExp(
  '^(curl|wget|httpie|xh|python|python-(requests|httpx|urllib)|go-http-client|node|node-fetch|undici|axios|got|deno|bun|' +
    'okhttp|java|java-http-client|apache-httpclient|postmanruntime|insomnia|k6|autocannon|apachebench|oha|hey|fasthttp)' +
    '(?=[/ ]|$)',
  'i',
);

const headless = /HeadlessChrome\/|HeadlessShell|PhantomJS/i;

/** Any text will do. Some 20 µs: callers keep the answer. */
export function readUserAgent(text: string): Agent {
  // Browsers always send their name.
  if (text.trim() === '') return { browser: '', system: '', device: '', isBot: true, isHeadless: false };
  const { browser, os, platform } = Bowser.parse(text);
  const system = known(systems, os.name);
  const type = platform.type ?? (system === 'Chrome OS' ? 'desktop' : '');
  return {
    browser: known(browsers, browser.name),
    system,
    device: devices.has(type) ? (type as Agent['device']) : '',
    isBot: isBot(text) && !driven.test(text),
    isHeadless: headless.test(text),
  };
}

const known = (names: ReadonlySet<string>, name = '') => (names.has(name) ? name : '');
