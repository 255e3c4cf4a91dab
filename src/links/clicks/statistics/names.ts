import { currentLanguage } from '../../../web/translation/languages.ts';
import { t } from '../../../web/translation/translate.ts';
import { otherValues } from '../retention.ts';

/**
 * Display names of roll-up values (codes, and '' for unknown) in the reader's language. The statistics API
 * returns them in English.
 */
const displayNames = (type: 'region' | 'language') => {
  const byLanguage = new Map<string, Intl.DisplayNames>();
  return (code: string): string => {
    const language = currentLanguage();
    let names = byLanguage.get(language);
    if (!names)
      byLanguage.set(language, (names = new Intl.DisplayNames([language, 'en'], { type, fallback: 'code' })));
    return names.of(code) ?? code;
  };
};
const regionName = displayNames('region');
const nameOfLanguage = displayNames('language');

const devices = (): Readonly<Record<string, string>> => ({
  desktop: t('Desktop'),
  mobile: t('Phone'),
  tablet: t('Tablet'),
  tv: t('Television'),
});

const unknown = () => t('Unknown');

/** All lists fold rare values into one, with the same name. */
const named =
  (name: (value: string) => string) =>
  (value: string): string =>
    value === otherValues ? t('Others') : name(value);

export const countryName = named((code) => (/^[A-Z]{2}$/.test(code) ? regionName(code) : unknown()));
export const languageName = named((code) =>
  /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(code) ? nameOfLanguage(code) : unknown(),
);
export const deviceName = named((device) => devices()[device] ?? unknown());
export const browserName = named((browser) => browser || unknown());
export const systemName = named((system) => system || unknown());
/** Typed addresses, email clients and apps send no referrer. */
export const referrerName = named((host) => host || t('Direct, email and other'));

/** Sites with many hosts, or with hosts whose names are not recognizable. */
const networks: Readonly<Record<string, readonly string[]>> = {
  Facebook: ['facebook.com', 'fb.com', 'fb.me', 'm.me', 'com.facebook.katana', 'com.facebook.orca'],
  Instagram: ['instagram.com', 'com.instagram.android'],
  Threads: ['threads.net', 'threads.com', 'com.instagram.barcelona'],
  'X (Twitter)': ['twitter.com', 'x.com', 't.co', 'com.twitter.android'],
  LinkedIn: ['linkedin.com', 'lnkd.in', 'com.linkedin.android'],
  Reddit: ['reddit.com', 'redd.it', 'com.reddit.frontpage'],
  YouTube: ['youtube.com', 'youtu.be', 'com.google.android.youtube'],
  TikTok: ['tiktok.com', 'com.zhiliaoapp.musically'],
  Pinterest: ['pinterest.com', 'pin.it', 'com.pinterest'],
  WhatsApp: ['whatsapp.com', 'wa.me', 'com.whatsapp'],
  Telegram: ['telegram.org', 't.me', 'org.telegram.messenger'],
  Discord: ['discord.com', 'discordapp.com'],
  Slack: ['slack.com', 'com.slack'],
  Bluesky: ['bsky.app', 'xyz.blueskyweb.app'],
  Mastodon: ['mastodon.social', 'mastodon.online', 'org.joinmastodon.android'],
  'Hacker News': ['news.ycombinator.com', 'hckrnews.com'],
  Gmail: ['mail.google.com', 'com.google.android.gm'],
  'Google News': ['news.google.com'],
  Google: ['google.com', 'com.google.android.googlequicksearchbox'],
  Bing: ['bing.com'],
  DuckDuckGo: ['duckduckgo.com', 'com.duckduckgo.mobile.android'],
  Yahoo: ['yahoo.com'],
  Baidu: ['baidu.com'],
  Yandex: ['yandex.ru', 'yandex.com', 'ya.ru'],
  Ecosia: ['ecosia.org'],
  ChatGPT: ['chatgpt.com', 'chat.openai.com'],
  Perplexity: ['perplexity.ai'],
  GitHub: ['github.com'],
  Wikipedia: ['wikipedia.org'],
};

const byHost = new Map(
  Object.entries(networks).flatMap(([name, hosts]) => hosts.map((host) => [host, name])),
);
/** Sites with country domains, such as `google.de`, `google.co.uk` and `amazon.fr`. */
const countryDomains = /(?:^|\.)(google|yahoo|pinterest|bing)\.(?:com?\.)?[a-z]{2}$/;
const countryNames: Readonly<Record<string, string>> = {
  google: 'Google',
  yahoo: 'Yahoo',
  pinterest: 'Pinterest',
  bing: 'Bing',
};

/** Returns the common name of the site that a host belongs to, or undefined if the host name is best. */
export function networkName(host: string): string | undefined {
  for (let part = host; part.includes('.'); part = part.slice(part.indexOf('.') + 1)) {
    const name = byHost.get(part);
    if (name) return name;
  }
  return countryNames[countryDomains.exec(host)?.[1] ?? ''];
}
