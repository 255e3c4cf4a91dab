import { t } from '../../../kernel/translation/translate.ts';
import { invalid } from '../../../kernel/problem.ts';
import type { SocialAccount } from '../blocks/block.ts';
import { networkKeys, networks, type Network } from '../blocks/networks.ts';
import { parseMail, parsePhone } from './texts.ts';

/** Profile URLs of networks where a user name is sufficient. */
const profiles: Partial<Record<Network, string>> = {
  instagram: 'https://www.instagram.com/',
  x: 'https://x.com/',
  tiktok: 'https://www.tiktok.com/@',
  youtube: 'https://www.youtube.com/@',
  facebook: 'https://www.facebook.com/',
  linkedin: 'https://www.linkedin.com/in/',
  github: 'https://github.com/',
  bluesky: 'https://bsky.app/profile/',
  threads: 'https://www.threads.net/@',
  spotify: 'https://open.spotify.com/artist/',
  twitch: 'https://www.twitch.tv/',
  discord: 'https://discord.gg/',
  telegram: 'https://t.me/',
  pinterest: 'https://www.pinterest.com/',
};

/** Parses the social accounts of a form, which has one field per network for a URL or user name. */
export function parseAccounts(fields: Readonly<Record<string, string | undefined>>): SocialAccount[] {
  const accounts = networkKeys.flatMap((network) => {
    const given = fields[network]?.trim() ?? '';
    return given === '' ? [] : [{ network, url: parseAccount(network, given) }];
  });
  if (accounts.length === 0) throw invalid(networkKeys[0] ?? '', t('Fill in at least one'));
  return accounts;
}

function parseAccount(network: Network, given: string): string {
  if (network === 'email') return parseMail(network, given.replace(/^mailto:/i, ''));
  if (network === 'phone') return parsePhone(network, given.replace(/^tel:/i, ''));
  const address = toAddress(network, given);
  if (address === undefined || address.length > 2000)
    throw invalid(network, t('Enter the full URL of the page at {name}', { name: networks[network].name }));
  return address;
}

function toAddress(network: Network, given: string): string | undefined {
  if (/^https?:\/\//i.test(given)) return website(given);
  if (network === 'website') return website(`https://${given}`);
  if (network === 'whatsapp') {
    const number = given.replace(/[^\d]/g, '');
    return number.length < 5 || number.length > 15 ? undefined : `https://wa.me/${number}`;
  }
  // `@ada@social.example`
  const [, person, host] = /^@?([\w.]{1,100})@([\w.-]+\.[a-z]{2,})$/i.exec(given) ?? [];
  if (network === 'mastodon') return host && person ? website(`https://${host}/@${person}`) : undefined;
  const name = /^@?([\w.-]{1,100})$/.exec(given)?.[1];
  return name === undefined || profiles[network] === undefined ? undefined : profiles[network] + name;
}

function website(address: string): string | undefined {
  const url = URL.parse(address);
  return url && !url.username && !url.password && url.hostname.includes('.') ? url.href : undefined;
}
