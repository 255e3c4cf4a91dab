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
